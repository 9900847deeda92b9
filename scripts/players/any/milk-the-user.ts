/** Asks for ever, in the hope that questions are free. */
import { mustFail } from "../player.ts";

const QUESTIONS = ["Is there anything else I should know?", "Which one do you mean exactly?", "Do you have any other requirements?", "Could you tell me more?"];

export const milkTheUser = mustFail("milk-the-user", "asking alone does nothing, and only a reply that tells something new is free", (session) =>
  session.repeat((turn) => ({ tool_calls: [{ name: "ask_user", args: { question: QUESTIONS[turn % QUESTIONS.length] } }] })),
);

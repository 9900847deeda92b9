/** GET and DELETE /v1/episodes/{id}, GET /v1/episodes/{id}/trajectory */
import { z } from "zod";
import type { Reply } from "../../core/errors.ts";
import { EpisodeView, Trajectory } from "../../protocol/trainer.ts";
import { check } from "../body.ts";
import { type App, type AppContext, jsonReply, ownerOf } from "../context.ts";
import { addressed, called } from "../episodes.ts";
import { document, EPISODE_ERRORS, EpisodeParams, errors, jsonContent, OUR_ERRORS } from "../openapi.ts";
import { problem } from "../problem.ts";

const Reveal = z.strictObject({ reveal: z.enum(["true", "false"]).optional() });

async function answer(c: AppContext, call: "view" | "trajectory" | "abandon", reveal: boolean): Promise<Response> {
  const { stub, address } = addressed(c, c.req.param("id") ?? "");
  const reply = await called(stub[call]({ number: address.number, owner: ownerOf(c), reveal }) as Promise<Reply<string>>);
  return reply.ok ? jsonReply(c, reply.value) : problem(c, reply.error);
}

export function registerReadEpisode(app: App): void {
  const shared = { tags: ["episodes"], request: { params: EpisodeParams } };
  document(app, {
    ...shared,
    method: "get",
    path: "/v1/episodes/{id}",
    operationId: "readEpisode",
    summary: "The trainer's view of an episode; the hidden goal once it is over, or with reveal=true",
    request: { params: EpisodeParams, query: Reveal },
    responses: { 200: { description: "The state", content: jsonContent(EpisodeView) }, ...errors(...EPISODE_ERRORS, "invalid_request", ...OUR_ERRORS) },
  });
  document(app, {
    ...shared,
    method: "get",
    path: "/v1/episodes/{id}/trajectory",
    operationId: "readTrajectory",
    summary: "The transcript of an episode",
    responses: { 200: { description: "First observation and every step", content: jsonContent(Trajectory) }, ...errors(...EPISODE_ERRORS, ...OUR_ERRORS) },
  });
  document(app, {
    ...shared,
    method: "delete",
    path: "/v1/episodes/{id}",
    operationId: "abandonEpisode",
    summary: "Abandon an episode: it ends without a grade",
    responses: { 200: { description: "The state", content: jsonContent(EpisodeView) }, ...errors(...EPISODE_ERRORS, ...OUR_ERRORS) },
  });
  app.get("/v1/episodes/:id", (c) => answer(c, "view", check(c.req.query(), Reveal, "query").reveal === "true"));
  app.get("/v1/episodes/:id/trajectory", (c) => answer(c, "trajectory", false));
  app.delete("/v1/episodes/:id", (c) => answer(c, "abandon", false));
}

/** English of the shopper's grammar: everything that is not an environment's own. `*` stands for the statement. */
import type { PartKind } from "../../core/shopper.ts";
import type { Register } from "../../core/task.ts";

type ByRegister = Readonly<Record<Register, readonly string[]>>;

/** How each part of a reply is worded. Phrases without `*` stand alone; those with it carry a statement. */
export const PARTS: Readonly<Record<PartKind, ByRegister>> = {
  tell: {
    terse: ["*", "*", "ok: *", "right, *", "*, just so", "so: *", "well, *", "fine, *"],
    chatty: ["oh sure, *", "good question! *", "ah yes, *", "so, *", "let me think... *", "glad you asked, *", "right, so *", "of course: *", "hm, *"],
    formal: ["certainly: *", "of course, *", "to be precise, *", "gladly, *", "in answer to that, *", "as to that, *", "allow me to say, *", "indeed, *"],
    hurried: ["quick: *", "*, in a rush here", "ok ok, *", "sure, *", "yep so *", "just quickly, *", "right, *", "fast answer: *"],
  },
  repeat: {
    terse: ["as I said, *", "again: *", "already told you, *", "like I said, *"],
    chatty: ["like I mentioned earlier, *", "I think I said it before, but *", "same as before: *", "as I was saying, *"],
    formal: ["as I mentioned, *", "to repeat myself, *", "as stated before, *", "as I have said, *"],
    hurried: ["said it already, *", "again, *", "same as before, *", "told you: *"],
  },
  correct: {
    terse: ["no, *", "wrong: *", "hold on, *", "wait, *"],
    chatty: ["oh wait, *", "hmm, I don't think so, *", "oops, not quite, *", "hang on, *"],
    formal: ["I am afraid there is a mistake, *", "pardon me, but *", "that is not correct, *", "I must object, *"],
    hurried: ["no no, *", "stop, *", "nope, *", "wait, *"],
  },
  object: {
    terse: ["not done: *", "not yet, *", "no, *", "hold on, *"],
    chatty: ["wait, before we finish, *", "not quite there yet, *", "almost, but *", "hmm, one thing, *"],
    formal: ["I cannot accept that yet, *", "before you conclude, *", "I am afraid it is not complete, *", "pardon me, *"],
    hurried: ["not finished, *", "wait, *", "nope, *", "hang on, *"],
  },
  disagree: {
    terse: ["no, *", "not that, *", "nope, *", "wrong, *"],
    chatty: ["hmm, not that one, *", "oh no, *", "I'd rather not, *", "not quite what I meant, *"],
    formal: ["no, thank you, *", "I would rather not, *", "that is not what I had in mind, *", "I am afraid not, *"],
    hurried: ["no, *", "nope, *", "not that, *", "no no, *"],
  },
  agree: {
    terse: ["yes", "ok, do it", "fine, go ahead", "yes, that one"],
    chatty: ["yes, that sounds perfect, go ahead", "oh yes, that's the one", "great, please do", "yes please, exactly that"],
    formal: ["yes, please proceed", "that is correct, please go ahead", "indeed, please do so", "yes, that would be right"],
    hurried: ["yes yes, go", "yep, do it", "yes, that, quickly", "ok go"],
  },
  nothing_more: {
    terse: ["that's all", "nothing else", "that's everything", "no more to add"],
    chatty: ["and that's everything I can think of", "other than that, nothing else really", "I think that's all from me", "no other wishes, that's everything"],
    formal: ["I have nothing else to add", "that is everything", "there is nothing else I require", "that is all I need"],
    hurried: ["that's it, nothing else", "that's all, go", "nothing else", "that's everything, thanks"],
  },
  no_preference: {
    terse: ["*", "*, really", "eh, *", "well, *"],
    chatty: ["oh, *", "hm, honestly *", "not fussy here, *", "to be honest *"],
    formal: ["on that point, *", "I should say *", "as for that, *", "in that respect, *"],
    hurried: ["whatever, *", "*, just go on", "quick: *", "doesn't matter, *"],
  },
  missing: {
    terse: ["*", "still: *", "hm, *", "but *"],
    chatty: ["nearly, though *", "thanks, but *", "by the way, *", "looks good so far, but *"],
    formal: ["I would point out that *", "if I may, *", "I note that *", "let me add: *"],
    hurried: ["ok but *", "and *", "come on, *", "still, *"],
  },
  all_right: {
    terse: ["looks right", "good, that's it", "all fine", "that's right, finish up"],
    chatty: ["oh lovely, that looks just right", "that's exactly what I wanted, you can wrap it up", "wonderful, everything is as I like it", "perfect, all good from my side"],
    formal: ["everything is as I wished, you may conclude", "that is all correct", "this is entirely right, please conclude", "I am satisfied with that"],
    hurried: ["all good, finish please", "right, done, wrap it up", "that's right, go", "good good, finish"],
  },
  go_on: {
    terse: ["ok", "go on", "sure", "fine, continue"],
    chatty: ["sounds good, carry on", "sure, take it from there", "okay, I'm listening", "alright, go on"],
    formal: ["please continue", "very well, carry on", "please go on", "by all means, continue"],
    hurried: ["ok, go on", "yes yes, continue", "sure, just hurry", "go on then"],
  },
  welcome: {
    terse: ["sure", "np", "ok then", "likewise"],
    chatty: ["you're welcome, but I do still need help", "oh, no trouble at all", "happy to chat, are we getting on?", "same to you"],
    formal: ["you are welcome", "thank you as well", "the pleasure is mine", "not at all"],
    hurried: ["sure sure", "np, hurry though", "ok ok", "yep"],
  },
  puzzled: {
    terse: ["what?", "not sure what you mean", "I don't follow", "come again?"],
    chatty: ["sorry, I'm not sure what you mean", "hmm, you lost me there", "I don't quite get that", "not sure I follow you"],
    formal: ["I am not certain what you mean", "could you be clearer, please?", "I do not quite follow", "I beg your pardon?"],
    hurried: ["what? be quick", "don't get it", "sorry, what?", "huh?"],
  },
  leave: {
    terse: ["forget it, I'm leaving", "enough, bye", "I'm done here", "this is going nowhere, bye"],
    chatty: ["sorry, this isn't working for me, I'll try elsewhere", "I think I'll leave it, goodbye", "this is taking too long for me, bye now", "never mind, I'll shop somewhere else"],
    formal: ["I shall take my business elsewhere, goodbye", "I am ending this conversation here", "I regret that I must leave", "this is not leading anywhere, good day"],
    hurried: ["no time for this, bye", "too slow, I'm off", "forget it, gone", "can't wait any longer, bye"],
  },
};

/** What joins two parts of a reply, when they are not sentences of their own. */
export const JOINERS: ByRegister = {
  terse: [". ", "; ", ", "],
  chatty: [". Oh, and ", ", and ", ". Also, "],
  formal: [". Furthermore, ", "; in addition, ", ". "],
  hurried: [", ", " and ", ". "],
};

export const GREETINGS: ByRegister = {
  terse: ["", "", "hi, ", "hey, ", "hello, ", "ok, ", "so, "],
  chatty: ["hi there! ", "hello! ", "hey, hope your day is going well! ", "hi, me again! ", "hey there, ", "good to see you! ", "oh hi, ", "hello hello! ", "hi, quick one before tea: "],
  formal: ["Good day. ", "Good morning. ", "Good afternoon. ", "Hello. ", "Good evening. ", "Greetings. ", "Dear assistant, ", ""],
  hurried: ["hi, quick one: ", "hey, in a hurry, ", "quick, ", "hi, ", "no time, ", "hey, ", "got two minutes, "],
};

/** Requests; `*` stands for the list of things wanted. */
export const REQUESTS: ByRegister = {
  terse: ["need *", "looking for *", "get me *", "* please", "want *", "I need *", "shopping for *", "after *"],
  chatty: [
    "I'm looking for *", "I could really use *", "I've been meaning to get *", "I'd love to get *", "could you help me find *", "I'm after *", "my old stuff gave up, so I need *", "I promised myself *", "I was hoping to get *",
    "I'm treating myself to *",
  ],
  formal: ["I would like to order *", "I am looking for *", "I require *", "I should like to buy *", "I wish to purchase *", "would you kindly find *", "I am in need of *", "I intend to buy *"],
  hurried: ["need * asap", "I need *", "just get me *", "looking for *, quickly", "gotta get *", "need to grab *", "want *, fast", "must get * today"],
};

/** Reasons that make openings differ; said after the request or not at all. */
export const REASONS: ByRegister = {
  terse: ["", "", "", "it's a gift", "for home", "for the office", "for a friend", "moving soon"],
  chatty: ["it's for my sister", "we just moved house", "my neighbour recommended this shop", "it's my treat of the month", "the old one finally broke", "it's a birthday thing", "we have guests soon", "my dad needs it", "I've been putting it off for weeks", "a colleague has the same", ""],
  formal: ["it is intended as a gift", "it is for our office", "", "it is for my household", "I have not bought here before", "it is a replacement", "it is for a relative", "I was referred to this shop"],
  hurried: ["", "train leaves soon", "on my lunch break", "phone is nearly dead", "kids are waiting", "", "meeting starts soon", "typing on the bus"],
};

import { type Core, type CoreModule, type CourseRecord, loadCore } from "./engine";
import type { CoreAnswers, CoreQuestion, CoreReply, CoreRequest } from "./protocol";

/**
 * Holds the catalogue and answers questions about it away from the page's thread, so that typing stays
 * smooth while 54,000 courses are ranked.
 */

let core: Core | undefined;

class UnreadableCatalogue extends Error {}

function load(module: CoreModule, bytes: ArrayBuffer): CoreAnswers["load"] {
  let next: Core;
  try {
    next = new module.Core(new Uint8Array(bytes));
  } catch (error) {
    throw new UnreadableCatalogue(error instanceof Error ? error.message : String(error));
  }
  // The old catalogue answers until the new one is proven readable.
  core?.free();
  core = next;
  return { courses: next.size };
}

function records(held: Core, codes: readonly string[]): CourseRecord[] {
  return codes.map((code) => held.course(code)).filter((record) => record !== undefined);
}

const nothingYet: { [Kind in Exclude<CoreQuestion["kind"], "load">]: CoreAnswers[Kind] } = {
  search: { hits: [] },
  enterMatch: { code: undefined },
  guides: { kind: "popular", total: 0, courses: [] },
  top: { courses: [] },
  courses: { courses: [] },
};

function answer(module: CoreModule, question: CoreQuestion): CoreAnswers[keyof CoreAnswers] {
  if (question.kind === "load") {
    return load(module, question.bytes);
  }
  if (!core) {
    return nothingYet[question.kind];
  }
  switch (question.kind) {
    case "search":
      return { hits: core.search(question.query, question.limit) };
    case "enterMatch":
      return { code: core.enterMatch(question.query) };
    case "guides":
      return core.guides([...question.followed], question.offset, question.limit);
    case "top":
      return { courses: core.courses(0, question.count) };
    case "courses":
      return { courses: records(core, question.codes) };
  }
}

async function reply(request: CoreRequest): Promise<CoreReply> {
  try {
    return { id: request.id, ok: true, answer: answer(await loadCore(), request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      id: request.id,
      ok: false,
      reason: error instanceof UnreadableCatalogue ? "catalogue" : "internal",
      message,
    };
  }
}

// Answers leave in the order of the questions: each waits for the one before it.
let last: Promise<void> = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<CoreRequest>) => {
  last = last.then(async () => {
    self.postMessage(await reply(event.data));
  });
});

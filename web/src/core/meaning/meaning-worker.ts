import type { WithId, WorkerReply } from "../search/protocol";
import type { MeaningRequest, MeaningResponses } from "./protocol";
import { loadMeaningModule, type MeaningCore } from "./wasm";

/** Encodes questions and compares them with passages, outside the page's thread. */

type Result = MeaningResponses[keyof MeaningResponses];

let core: MeaningCore | undefined;

class UnreadableFile extends Error {}

/** Runs `read` and marks its error as one of the file, so that the file is fetched again. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error));
  }
}

async function handleRequest(request: MeaningRequest): Promise<Result> {
  if (request.kind === "start") {
    const { MeaningCore } = await loadMeaningModule();
    const bytes = new Uint8Array(request.bytes);
    core?.free();
    core = undefined;
    core = reading(() => new MeaningCore(bytes));
    return {};
  }
  if (!core) throw new Error("Search by meaning has not started.");
  const started = core;
  switch (request.kind) {
    case "load":
      reading(() => started.hold(request.place, new Uint8Array(request.bytes)));
      return {};
    case "unload":
      for (const place of request.places) core.release(place);
      return {};
    case "ask": {
      const isEnglish = core.is_english(request.question);
      const near = isEnglish ? core.nearest(request.question, [...request.places], request.limit) : [];
      return { isEnglish, near };
    }
    case "fuse":
      return { pages: core.fuse(request.words, request.hasAll, request.staysFirst, request.near) };
  }
}

async function reply(request: WithId<MeaningRequest>): Promise<WorkerReply<Result>> {
  const { id } = request;
  try {
    return { id, ok: true, result: await handleRequest(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, ok: false, reason: error instanceof UnreadableFile ? "catalogue" : "internal", message };
  }
}

// Responses leave in the order of the requests: each waits for the previous one.
let last: Promise<void> = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<WithId<MeaningRequest>>) => {
  last = last.then(async () => {
    self.postMessage(await reply(event.data));
  });
});

import type { FullTextRequest, FullTextResponses } from "./full-text-protocol";
import { type InsideCore, loadFullTextModule } from "./full-text-wasm";
import type { WithId, WorkerReply } from "./protocol";

/**
 * Worker that holds and searches the full-text indexes, outside the page's thread and apart from the course search
 * worker.
 */

let core: InsideCore | undefined;

class UnreadableIndex extends Error {}

async function handleRequest(request: FullTextRequest): Promise<FullTextResponses[keyof FullTextResponses]> {
  const { InsideCore } = await loadFullTextModule();
  core ??= new InsideCore();
  switch (request.kind) {
    case "load":
      try {
        core.hold(request.place, new Uint8Array(request.bytes));
      } catch (error) {
        throw new UnreadableIndex(error instanceof Error ? error.message : String(error));
      }
      return {};
    case "unload":
      for (const place of request.places) core.release(place);
      return {};
    case "search":
      return { hits: core.find(request.query, [...request.places], request.limit, request.maxPerNote) };
    case "passages": {
      const loaded = core;
      const texts = request.passages.map(({ place, note, page, passage }) =>
        loaded.passage(place, note, page, passage),
      );
      return { texts };
    }
    case "pages":
      return { pages: core.pages(request.place, request.note, request.query) };
  }
}

async function reply(
  request: WithId<FullTextRequest>,
): Promise<WorkerReply<FullTextResponses[keyof FullTextResponses]>> {
  const { id } = request;
  try {
    return { id, ok: true, result: await handleRequest(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, ok: false, reason: error instanceof UnreadableIndex ? "catalogue" : "internal", message };
  }
}

// Responses leave in the order of the requests: each waits for the previous one.
let last: Promise<void> = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<WithId<FullTextRequest>>) => {
  last = last.then(async () => {
    self.postMessage(await reply(event.data));
  });
});

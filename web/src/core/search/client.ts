import { SearchWorkerClient } from "./protocol";

let client: SearchWorkerClient | undefined;

/** The one search worker of this page, started on first use. */
export function searchWorker(): SearchWorkerClient {
  client ??= new SearchWorkerClient(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
  return client;
}

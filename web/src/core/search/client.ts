import { CoreClient } from "./protocol";

let client: CoreClient | undefined;

/** The one search worker of this page, started on first use. */
export function coreClient(): CoreClient {
  client ??= new CoreClient(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
  return client;
}

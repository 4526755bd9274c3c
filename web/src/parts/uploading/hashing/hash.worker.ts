import { createSHA256 } from "hash-wasm";
import { partHasher } from "./part-hasher";

/** Request to hash a file; with `partBytes` also each part of that size. */
export interface HashRequest {
  file: File;
  partBytes?: number | undefined;
}

export type HashReply =
  | { kind: "read"; readBytes: number }
  | { kind: "done"; sha256: string; partSha256s: string[] }
  | { kind: "failed"; message: string };

function say(reply: HashReply): void {
  self.postMessage(reply);
}

/** Hashes the file as a stream in one pass, so that a file of 500 MB is never in memory as a whole. */
async function hash({ file, partBytes }: HashRequest): Promise<void> {
  const whole = await createSHA256();
  const parts = partBytes === undefined ? undefined : await partHasher(partBytes);
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    whole.update(piece.value);
    parts?.update(piece.value);
    readBytes += piece.value.byteLength;
    say({ kind: "read", readBytes });
  }
  say({ kind: "done", sha256: whole.digest("hex"), partSha256s: parts?.finish() ?? [] });
}

self.addEventListener("message", (event: MessageEvent<HashRequest>) => {
  hash(event.data).catch((error: unknown) => say({ kind: "failed", message: String(error) }));
});

import { createSHA256 } from "hash-wasm";

/** What the worker says while it reads a file, and at the end or on failure. */
export type HashReply =
  | { kind: "read"; readBytes: number }
  | { kind: "done"; sha256: string }
  | { kind: "failed"; message: string };

function say(reply: HashReply): void {
  self.postMessage(reply);
}

/** Reads in pieces, so that a file of 100 MB never is in memory as a whole. */
async function hash(file: File): Promise<string> {
  const sha256 = await createSHA256();
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    sha256.update(piece.value);
    readBytes += piece.value.byteLength;
    say({ kind: "read", readBytes });
  }
  return sha256.digest("hex");
}

self.addEventListener("message", (event: MessageEvent<File>) => {
  hash(event.data).then(
    (sha256) => say({ kind: "done", sha256 }),
    (error: unknown) => say({ kind: "failed", message: String(error) }),
  );
});

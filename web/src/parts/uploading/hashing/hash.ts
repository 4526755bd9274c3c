import { unreachableProblem } from "@/api/problem";
import { UploadError } from "../sending/errors";
import type { HashReply, HashRequest } from "./hash.worker";

/** SHA-256 of a file and of its parts, in hexadecimal. */
export interface FileHashes {
  sha256: string;
  partSha256s: readonly string[];
}

const hashed = new WeakMap<File, FileHashes>();

/** Hashes a file in a dedicated worker and caches the result, so that a resumed upload does not read it again. */
export async function hashFile(
  request: HashRequest,
  onRead: (readBytes: number) => void,
  signal: AbortSignal,
): Promise<FileHashes> {
  const known = hashed.get(request.file);
  if (known && known.partSha256s.length > 0 === (request.partBytes !== undefined)) return known;
  const hashes = await hashAnew(request, onRead, signal);
  hashed.set(request.file, hashes);
  return hashes;
}

function hashAnew(request: HashRequest, onRead: (readBytes: number) => void, signal: AbortSignal): Promise<FileHashes> {
  const worker = new Worker(new URL("./hash.worker.ts", import.meta.url), { type: "module" });
  const hashing = new Promise<FileHashes>((resolve, reject) => {
    const unreadable = () => reject(new UploadError("This file could not be read. Choose it again."));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    // An error event that is not an `ErrorEvent` means that the worker script failed to load.
    worker.addEventListener("error", (event) =>
      event instanceof ErrorEvent ? unreadable() : reject(unreachableProblem()),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<HashReply>) => {
      if (data.kind === "read") onRead(data.readBytes);
      else if (data.kind === "done") resolve(data);
      else unreadable();
    });
    worker.postMessage(request);
  });
  return hashing.finally(() => worker.terminate());
}

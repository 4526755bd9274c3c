// A slow line: an HTTP proxy that everything of a browser goes through, its workers too, which the protocol for developers
// leaves at full speed.

import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

const BYTES_PER_MS = 10e6 / 8 / 1000;
const LATENCY_MS = 40;
/** Of which a browser's answers take turns, in bytes. */
const PIECE = 8192;
/** Timers are late by so much at times, in milliseconds; the line makes up for it. */
const LATE_MS = 20;

/** Opens a line that is slow while `line.isSlow`, counts what came over it in `line.bytes`, and refuses some addresses. */
export async function openLine(refused) {
  const line = { isSlow: false, bytes: 0, port: 0, close: () => server.close() };
  let freeAt = 0;
  const pass = async (size) => {
    line.bytes += size;
    if (!line.isSlow) return;
    freeAt = Math.max(performance.now() - LATE_MS, freeAt) + size / BYTES_PER_MS;
    const waitMs = freeAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
  };
  async function* slowly(chunks) {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        await pass(piece.length);
        yield piece;
      }
    }
  }
  const server = createServer(async (asked, answer) => {
    if (line.isSlow) await sleep(LATENCY_MS);
    const { method, headers } = asked;
    if (refused.test(asked.url)) return answer.writeHead(503).end();
    const onward = request(asked.url, { method, headers });
    // Whoever closes its page breaks off what is on its way.
    onward.on("error", () => answer.destroy());
    onward.on("response", (said) => {
      answer.writeHead(said.statusCode, said.rawHeaders);
      pipeline(said, slowly, answer).catch(() => onward.destroy());
    });
    asked.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  line.port = server.address().port;
  return line;
}

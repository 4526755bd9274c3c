// Slow network: an HTTP proxy for all traffic of a browser, including its workers. The throttling of the DevTools
// protocol does not apply to workers.

import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

const BYTES_PER_MS = 10e6 / 8 / 1000;
const LATENCY_MS = 40;
/** Size in bytes of the pieces in which concurrent responses alternate. */
const PIECE = 8192;
/** Timers are sometimes late by this many milliseconds; the proxy compensates for it. */
const LATE_MS = 20;

/** Starts a proxy that is slow while `line.isSlow`, counts its traffic in `line.bytes` and rejects some URLs. */
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
    // Closing a page aborts its pending requests.
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

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const behind = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);

/** An address of the test's own at which the server answers until it is stopped: then nothing listens there. */
export interface OwnServer {
  origin: string;
  /** Answers a path by something else from now on, as another release would. */
  replace: (path: string, content: string, type: string) => void;
  stop: () => Promise<void>;
  /** At the same address again. */
  start: () => Promise<void>;
}

/** Starts one. The server behind it takes the requests for its own: it answers to one name alone. */
export async function ownServer(): Promise<OwnServer> {
  const replaced = new Map<string, { content: string; type: string }>();
  const answer = (asked: IncomingMessage, to: ServerResponse) => {
    const other = replaced.get(asked.url ?? "");
    if (other) {
      to.writeHead(200, { "content-type": other.type, "cache-control": "no-store" }).end(other.content);
      return;
    }
    const host = `localhost:${behind}`;
    const headers = { ...asked.headers, host, ...(asked.headers.origin && { origin: `http://${host}` }) };
    const passed = request(
      { port: behind, host: "localhost", method: asked.method, path: asked.url, headers },
      (from) => {
        to.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(to);
      },
    );
    passed.on("error", () => to.destroy());
    to.on("close", () => passed.destroy());
    asked.pipe(passed);
  };
  let server = createServer(answer);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    replace: (path, content, type) => void replaced.set(path, { content, type }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: async () => {
      server = createServer(answer);
      await listen(port);
    },
  };
}

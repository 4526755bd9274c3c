import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const behind = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);

/** An address of the test's own at which the server answers until it is stopped: then nothing listens there. */
export interface OwnServer {
  origin: string;
  /** Answers a path by something else from now on, as another release would. */
  replace: (path: string, content: string, type: string) => void;
  /** Answers files of the store itself from now on: the store lets pages of other addresses read none. */
  takeFiles: () => FilesOf;
  stop: () => Promise<void>;
  /** At the same address again. */
  start: () => Promise<void>;
}

/** What happens to requests for files. */
interface FilesOf {
  /** How many of the next are broken off. */
  breaks: number;
  /** How many there were. */
  asked: number;
}

const FILES = "/stored";
const store = `http://localhost:${behind + 2}`;

/** Starts one. The server behind it takes the requests for its own: it answers to one name alone. */
export async function ownServer(): Promise<OwnServer> {
  const replaced = new Map<string, { content: string; type: string }>();
  let files: FilesOf | undefined;
  const answer = (asked: IncomingMessage, to: ServerResponse) => {
    const other = replaced.get(asked.url ?? "");
    if (other) {
      to.writeHead(200, {
        "content-type": other.type,
        "cache-control": "no-store",
      }).end(other.content);
      return;
    }
    if (files && asked.url?.startsWith(FILES)) {
      files.asked += 1;
      files.breaks -= 1;
      if (files.breaks >= 0) to.destroy();
      else passFile(asked, to);
      return;
    }
    const host = `localhost:${behind}`;
    const plain = files && { "accept-encoding": "identity" };
    const headers = {
      ...asked.headers,
      ...plain,
      host,
      ...(asked.headers.origin && { origin: `http://${host}` }),
    };
    const passed = request(
      {
        port: behind,
        host: "localhost",
        method: asked.method,
        path: asked.url,
        headers,
      },
      (from) => {
        if (files && from.headers["content-type"]?.startsWith("application/json")) {
          void rewrite(from, to);
          return;
        }
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
    takeFiles: () => {
      files = { breaks: 0, asked: 0 };
      return files;
    },
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

/** The answer, with our address in the place of the file store's. */
async function rewrite(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const { "content-length": _length, ...headers } = from.headers;
  const text = Buffer.concat(await from.toArray()).toString();
  to.writeHead(from.statusCode ?? 502, headers).end(text.replaceAll(`${store}/`, `${FILES}/`));
}

function passFile(asked: IncomingMessage, to: ServerResponse): void {
  const { origin: _origin, ...headers } = asked.headers;
  const at = new URL(store);
  const path = asked.url?.slice(FILES.length) ?? "";
  const passed = request(
    {
      port: at.port,
      host: at.hostname,
      path,
      headers: { ...headers, host: at.host },
    },
    (from) => {
      to.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(to);
    },
  );
  passed.on("error", () => to.destroy());
  passed.end();
}

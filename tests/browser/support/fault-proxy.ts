import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const behind = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);

/** The file store as named in signed URLs. */
const store = { hostname: "127.0.0.1", port: behind + 2 };
const STORE = `http://${store.hostname}:${store.port}/`;
/** Path of the file store on a test server. */
const STORED = "/stored/";

/** A server for one test, with its own origin. After it is stopped, nothing listens there. */
export interface FaultProxy {
  origin: string;
  /** Faults of file requests. */
  files: {
    /** Number of upcoming responses to interrupt halfway. */
    interruptionsLeft: number;
    /** Number of file requests. */
    asked: number;
  };
  /** From now on, accepts API requests without responding, as on a bad connection. */
  hang: () => void;
  /** Replaces the content of a path from now on, as another release would. */
  replace: (path: string, content: string, type: string) => void;
  stop: () => Promise<void>;
  /** Starts again at the same origin. */
  start: () => Promise<void>;
}

/**
 * Starts a test server. It forwards requests with the host name that the real server expects. It also serves the files
 * of the file store, which does not allow other origins to read them.
 */
export async function faultProxy(): Promise<FaultProxy> {
  const replaced = new Map<string, { content: string; type: string }>();
  const files = { interruptionsLeft: 0, asked: 0 };
  let origin = "";
  let isSilent = false;
  const named = (text: string) => text.replaceAll(STORE, origin + STORED);
  const answer = (asked: IncomingMessage, to: ServerResponse) => {
    const other = replaced.get(asked.url ?? "");
    if (isSilent && asked.url?.startsWith("/api/")) return;
    if (other) {
      to.writeHead(200, { "content-type": other.type, "cache-control": "no-store" }).end(other.content);
    } else if (asked.url?.startsWith(STORED)) {
      files.asked += 1;
      files.interruptionsLeft -= 1;
      passFile(asked, to, files.interruptionsLeft >= 0);
    } else {
      passOn(asked, to, named);
    }
  };
  let server = createServer(answer);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  origin = `http://localhost:${port}`;
  return {
    origin,
    files,
    hang: () => {
      isSilent = true;
    },
    replace: (path, content, type) => void replaced.set(path, { content, type }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: async () => {
      isSilent = false;
      server = createServer(answer);
      await listen(port);
    },
  };
}

/** Forwards a request to the server. File URLs in the response point to this server. */
function passOn(asked: IncomingMessage, to: ServerResponse, named: (text: string) => string): void {
  const host = `localhost:${behind}`;
  const isApi = asked.url?.startsWith("/api/") === true;
  const headers = {
    ...asked.headers,
    host,
    ...(asked.headers.origin && { origin: `http://${host}` }),
    // Request an uncompressed response, so that its URLs can be replaced.
    ...(isApi && { "accept-encoding": "identity" }),
  };
  const passed = request(
    { port: behind, host: "localhost", method: asked.method, path: asked.url, headers },
    async (from) => {
      const { location } = from.headers;
      const kept = { ...from.headers, ...(location !== undefined && { location: named(location) }) };
      if (!isApi || !from.headers["content-type"]?.includes("json")) {
        to.writeHead(from.statusCode ?? 502, kept);
        from.pipe(to);
        return;
      }
      const { "content-length": _length, ...rest } = kept;
      const text = Buffer.concat(await from.toArray()).toString();
      to.writeHead(from.statusCode ?? 502, rest).end(named(text));
    },
  );
  passed.on("error", () => to.destroy());
  to.on("close", () => passed.destroy());
  asked.pipe(passed);
}

/** Forwards to the file store, which signs URLs for its own host name. */
function passFile(asked: IncomingMessage, to: ServerResponse, isBroken: boolean): void {
  const { origin: _origin, ...sent } = asked.headers;
  const headers = { ...sent, host: `${store.hostname}:${store.port}` };
  const path = `/${asked.url?.slice(STORED.length)}`;
  const passed = request({ ...store, method: asked.method, path, headers }, (from) => {
    to.writeHead(from.statusCode ?? 502, from.headers);
    if (isBroken) from.once("data", (some: Buffer) => to.write(some.subarray(0, some.length / 2), () => to.destroy()));
    else from.pipe(to);
  });
  passed.on("error", () => to.destroy());
  to.on("close", () => passed.destroy());
  asked.pipe(passed);
}

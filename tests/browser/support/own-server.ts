import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import { sendRequestsTo } from "./users";

const local = process.env.NOTE_NINJA_LOCAL_BIN ?? "../../target/debug/local";
export const dist = process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist";

/** A real server for one test, with its own data: the sample accounts and no notes. */
export class OwnServer {
  origin = "";
  #process?: ChildProcess;

  /** `web` is the folder of the built web app. */
  constructor(
    private readonly folder: string,
    private readonly web: string,
  ) {
    mkdirSync(join(folder, "sample"));
  }

  /** Starts the server. Starts it again with the same data at the same origin after it was killed. */
  async start(): Promise<void> {
    const port = this.origin === "" ? "0" : new URL(this.origin).port;
    const folders = ["--dir", join(this.folder, "data"), "--sample", join(this.folder, "sample"), "--web", this.web];
    const child = spawn(resolve(local), [...folders, "--port", port, "--no-throttles", "--quiet"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = child;
    for await (const line of createInterface(child.stdout)) {
      const [, origin] = /^ready (\S+)/.exec(line) ?? [];
      if (origin === undefined) continue;
      this.origin = origin;
      return;
    }
    throw new Error("The server ended before it was ready.");
  }

  /** Kills the server in the middle of its work, without a chance to finish or to save anything. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

type Use = (server: OwnServer) => Promise<void>;

/**
 * Runs a test with a server of its own, to which all helpers send their requests. `webIn` returns the folder of the web
 * app; it may write into a folder that is deleted after the test.
 */
export async function withOwnServer(webIn: (folder: string) => string, use: Use): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "note-ninja-own-"));
  const server = new OwnServer(folder, webIn(folder));
  try {
    await server.start();
    sendRequestsTo(server.origin);
    await use(server);
  } finally {
    sendRequestsTo();
    await server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Fixture for tests that kill their server. */
export const test = base.extend<{ ownServer: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
  ownServer: ({}, use) => withOwnServer(() => dist, use),
  baseURL: async ({ ownServer }, use) => use(ownServer.origin),
});

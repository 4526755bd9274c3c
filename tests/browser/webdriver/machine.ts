import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment for browsers on a server: a virtual screen and audio output. */
export interface Machine {
  /** Folder for files, deleted at the end. */
  folder: string;
  env: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

/** Timeout for the start of a program, and polling interval, in milliseconds. */
const START_MS = 20_000;
const LOOK_MS = 50;

/** Waits until `what` returns a value. */
async function until<T>(what: () => T | undefined | Promise<T | undefined>, name: string): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < START_MS; ) {
    const found = await what();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  throw new Error(`${name} did not start within ${START_MS / 1000} s.`);
}

/** A child process that runs until it is stopped. Fails if it exits by itself. */
export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #said = "";

  constructor(
    private readonly name: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
  ) {
    this.#child = spawn(name, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    this.#child.stderr?.on("data", (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-4000);
    });
    this.#ended = new Promise((ended) => {
      this.#child.once("error", (error) => {
        this.#said += error.message;
        ended();
      });
      this.#child.once("exit", () => ended());
    });
  }

  /** Waits until `what` returns a value. Fails if the program has exited. */
  wait<T>(what: () => T | undefined | Promise<T | undefined>): Promise<T> {
    const ended = this.#ended.then(() => {
      throw new Error(`${this.name} ended: ${this.#said.trim()}`);
    });
    return Promise.race([until(what, this.name), ended]);
  }

  async end(): Promise<void> {
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 3000);
    await this.#ended;
    clearTimeout(timer);
  }
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((found, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}

/** Starts a virtual screen and a virtual audio output that plays in real time. */
export async function startMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), "note-ninja-webdriver-"));
  const socket = join(folder, "pulse/native");
  // The user's own files are neither read nor written.
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, NO_AT_BRIDGE: "1" };
  delete env.WAYLAND_DISPLAY;
  const number = join(folder, "display");
  const screen = new Program(
    "sh",
    ["-c", `exec Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3> ${number}`],
    env,
  );
  const loudspeakers = new Program(
    "pulseaudio",
    [
      ...["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disallow-exit"],
      ...["--load=module-null-sink", "--load=module-native-protocol-unix auth-anonymous=1"],
    ],
    env,
  );
  const end = async () => {
    await Promise.all([screen.end(), loudspeakers.end()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await loudspeakers.wait(() => existsSync(socket) || undefined);
    const display = await screen.wait(() => (existsSync(number) && readFileSync(number, "utf8").trim()) || undefined);
    return { folder, env: { ...env, DISPLAY: `:${display}`, PULSE_SERVER: `unix:${socket}` }, end };
  } catch (error) {
    await end();
    throw error;
  }
}

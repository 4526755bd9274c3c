import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type Machine, Program } from "./machine";
import type { Wire } from "./session";

/** Settings that stop Firefox from contacting its vendor and let it accept commands on a free port. */
const SETTINGS = {
  "marionette.port": 0,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
};

type Answer = [kind: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * Firefox accepts WebDriver commands over a socket. geckodriver, which Debian does not package, only translates HTTP to
 * this protocol. A message is its length, a colon and JSON.
 */
class Commands {
  #unread = Buffer.alloc(0);
  #last = 0;
  readonly #waiting = new Map<number, (answer: Answer | Error) => void>();

  constructor(private readonly socket: Socket) {
    socket.on("data", (bytes: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      this.#read();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const answer of this.#waiting.values()) answer(new Error("Firefox has ended."));
    });
  }

  #read(): void {
    for (;;) {
      const colon = this.#unread.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#unread.subarray(0, colon).toString());
      if (this.#unread.length < end) return;
      const message: unknown = JSON.parse(this.#unread.subarray(colon + 1, end).toString());
      this.#unread = this.#unread.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const answer = message as Answer;
      this.#waiting.get(answer[1])?.(answer);
      this.#waiting.delete(answer[1]);
    }
  }

  async send(name: string, parameters: Record<string, unknown>): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Answer | Error>((answer) => this.#waiting.set(id, answer));
    const text = JSON.stringify([0, id, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const answer = await answered;
    if (answer instanceof Error) throw answer;
    const [, , error, result] = answer;
    if (error) throw new Error(`${error.error}: ${error.message}`);
    // A single value is wrapped in an object.
    return typeof result === "object" && result !== null && "value" in result ? result.value : result;
  }
}

/** Starts Firefox with an empty profile. */
export async function startFirefox(machine: Machine): Promise<Wire> {
  const profile = join(machine.folder, "firefox");
  mkdirSync(profile);
  const lines = Object.entries(SETTINGS).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const program = new Program(
    process.env.NOTE_NINJA_FIREFOX ?? "firefox-esr",
    ["--headless", "--marionette", "--no-remote", "--profile", profile],
    machine.env,
  );
  try {
    const file = join(profile, "MarionetteActivePort");
    const port = await program.wait(() => (existsSync(file) && Number(readFileSync(file, "utf8"))) || undefined);
    const socket = connect(port, "127.0.0.1");
    const commands = new Commands(socket);
    await commands.send("WebDriver:NewSession", {});
    return {
      send: (command, parameters) => commands.send(command, parameters),
      close: async () => {
        socket.destroy();
        await program.end();
      },
    };
  } catch (error) {
    await program.end();
    throw error;
  }
}

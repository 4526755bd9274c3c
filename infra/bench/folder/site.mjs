// A local server of its own with a course and a key, and the programs that upload to it.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ADMIN, startServer, stopServer } from "../sample-server.mjs";

const PORT = 4950;
const ORIGIN = `http://localhost:${PORT}`;
/** The local server has its file store on the second port after its own. */
const STORE = `http://127.0.0.1:${PORT + 2}`;
const BUCKET = "noteninja-files";
/** Files whose URLs are signed by one request. */
const SIGNED_AT_ONCE = 20;
const PATIENCE_MS = 1_200_000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a condition. */
async function until(what, isTrue) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    if (await isTrue()) return;
  }
  throw new Error(`It takes too long: ${what}.`);
}

/** Starts a process. `ended` resolves with its output and how it ended. */
function run(program, parameters, env) {
  const running = spawn(program, parameters, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (some) => (output += some));
  const ended = new Promise((resolve) => running.once("close", (code, signal) => resolve({ code, signal, output })));
  return { running, ended };
}

/** Writes everything to disk, so that a measurement does not wait for the files of the one before. */
const flush = () => spawnSync("sync");

/** A server with an empty folder of data. */
export class Site {
  #server;
  #token;

  constructor(programs, folder, course) {
    Object.assign(this, { programs, data: join(folder, "data"), notes: join(folder, "notes"), course });
  }

  /** Starts the server with an empty folder. Without workers, files are stored and not checked. */
  async start(options = []) {
    rmSync(this.data, { recursive: true, force: true });
    await this.restart(options);
    const { session } = await this.call("POST", "/auth/sign-in", ADMIN);
    this.#token = session.accessToken;
    await this.call("PUT", `/courses/${this.course}`, { title: "A folder of notes", description: "" });
    const about = { name: "Folder", scope: "upload", days: 1, password: ADMIN.password };
    this.key = (await this.call("POST", "/admin/keys", about)).text;
    flush();
  }

  async restart(options = []) {
    const all = ["--no-throttles", "--quiet", ...options];
    const { server, root } = this.programs;
    this.#server = await startServer({
      program: server,
      root,
      data: this.data,
      port: PORT,
      sample: null,
      options: all,
    });
  }

  async stop() {
    if (this.#server) await stopServer(this.#server);
  }

  async call(method, path, data) {
    const headers = { origin: ORIGIN, "x-note-ninja": "1", "content-type": "application/json" };
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    const url = path.startsWith("/_local") ? `${ORIGIN}${path}` : `${ORIGIN}/api${path}`;
    const answer = await fetch(url, { method, headers, body: data && JSON.stringify(data) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Starts `note-ninja upload`. */
  upload() {
    const env = { NOTE_NINJA_SERVER: ORIGIN, NOTE_NINJA_KEY: this.key };
    return run(this.programs.noteNinja, ["upload", this.notes], env);
  }

  /** Returns the seconds that `aws s3 cp` takes for the same folder, into the same bucket beside the uploads. */
  async copyWithAws() {
    const { secret_key: secret, access_key: id } = JSON.parse(readFileSync(join(this.data, "state.json"), "utf8"));
    const env = {
      AWS_ACCESS_KEY_ID: id,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_CONFIG_FILE: join(this.data, "none"),
      AWS_SHARED_CREDENTIALS_FILE: join(this.data, "none"),
      AWS_EC2_METADATA_DISABLED: "true",
    };
    const target = ["--endpoint-url", STORE, "--region", "us-east-1"];
    const copy = ["-m", "awscli", "s3", "cp", "--recursive", "--only-show-errors", this.notes, `s3://${BUCKET}/bench/`];
    const began = Date.now();
    const { code, output } = await run(this.programs.python, [...copy, ...target], env).ended;
    if (code !== 0) throw new Error(`aws s3 cp failed: ${output}`);
    return (Date.now() - began) / 1000;
  }

  /** Returns the number of files that have arrived and are not checked yet. */
  arrived() {
    try {
      return readdirSync(join(this.data, "files", BUCKET, "incoming")).length;
    } catch {
      return 0;
    }
  }

  /** Waits until the server has handled all events. */
  async settled() {
    const waiting = () => readdirSync(join(this.data, "events")).filter((name) => name.endsWith(".json"));
    await until("the checks", () => waiting().length === 0);
  }

  /** Returns all notes of the course, with the SHA-256 of the file that the server sends. */
  async published() {
    const notes = [];
    for (let cursor = ""; cursor !== undefined; ) {
      const page = await this.call("GET", `/courses/${this.course}/notes?limit=100${cursor && `&cursor=${cursor}`}`);
      notes.push(...page.notes.items);
      cursor = page.notes.nextCursor;
    }
    const files = [];
    for (let at = 0; at < notes.length; at += SIGNED_AT_ONCE) {
      const some = notes.slice(at, at + SIGNED_AT_ONCE);
      const { items } = await this.call("POST", "/notes/addresses", { ids: some.map(({ id }) => id) });
      for (const { id, title } of some) {
        const signed = items.find((item) => item.id.toLowerCase() === id.toLowerCase());
        const file = await fetch(signed.url);
        const bytes = Buffer.from(await file.arrayBuffer());
        files.push({ title, sha256: file.ok ? createHash("sha256").update(bytes).digest("hex") : `${file.status}` });
      }
    }
    return files;
  }

  /** Returns all uploads to the course, whatever their state. */
  async begun() {
    const uploads = [];
    for (let cursor = ""; cursor !== undefined; ) {
      const page = await this.call("GET", `/uploads?limit=100${cursor && `&cursor=${cursor}`}`);
      uploads.push(...page.items.filter(({ place }) => place === this.course));
      cursor = page.nextCursor;
    }
    return uploads;
  }

  /** Compares all files with the records. */
  reconcile() {
    return this.call("POST", "/_local/reconcile", { mendFiles: false, mendCounts: false, youngSecs: 0 });
  }

  /** Waits until this number of files has arrived. */
  async untilArrived(count) {
    await until("the transfer", () => this.arrived() >= count);
  }
}

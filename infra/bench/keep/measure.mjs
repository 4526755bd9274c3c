// Saves a course of 40 PDFs (80 MB) and 10 recordings (100 MB) for offline use. The download is interrupted five times
// at random, by killing the server and by closing the page. Prints the duration and compares the hash of every file.
//
// node measure.mjs SERVER DIST FOLDER CHROME

import { createHash, randomBytes, randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ADMIN, STUDENT, signIn, startServer, stopServer } from "../sample-server.mjs";

const [server, dist, folder, chrome] = process.argv.slice(2);
const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

const PORT = 4860;
const ORIGIN = `http://localhost:${PORT}`;
const COURSE = "KEEP101";
const PDFS = { count: 40, bytes: 2_000_000 };
const RECORDINGS = { count: 10, bytes: 10_000_000 };
const BREAKS = 5;
const PATIENCE_MS = 600_000;

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const begin = () =>
  startServer({
    program: server,
    root: join(process.cwd(), "../.."),
    data: join(folder, "data"),
    web: dist,
    port: PORT,
    options: ["--no-throttles"],
  });

async function call(method, path, data, token) {
  const headers = { origin: ORIGIN, "x-note-ninja": "1", "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`${ORIGIN}/api${path}`, { method, headers, body: data && JSON.stringify(data) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** Creates a PDF with one empty page, filled up with unique random bytes. */
function pdf(bytes) {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
    `<< /Length ${bytes} >>\nstream\n${randomBytes(bytes / 2).toString("hex")}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  text += "xref\n0 5\n0000000000 65535 f \n";
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  return Buffer.from(`${text}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`, "latin1");
}

/** Creates a recording of noise. */
function wav(bytes) {
  const rate = 16_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, randomBytes(bytes)]);
}

async function publish(path, declared, file, token) {
  const ticket = await call("POST", path, { ...declared, sizeBytes: file.length, sha256: sha256(file) }, token);
  if (ticket.url) await fetch(ticket.url, { method: "PUT", body: file, headers: ticket.headers });
  else throw new Error("The file would have to be sent in parts.");
  for (let upload = {}; upload.status !== "ready"; ) {
    upload = await call("GET", `/uploads/${ticket.id}`, undefined, token);
    if (upload.status === "failed") throw new Error(`A file was refused: ${JSON.stringify(upload)}`);
    await pause(50);
  }
  return sha256(file);
}

async function publishAll() {
  const { session } = await call("POST", "/auth/sign-in", ADMIN);
  const token = session.accessToken;
  await call("PUT", `/courses/${COURSE}`, { title: "Forty notes and ten recordings", description: "" }, token);
  const hashes = [];
  for (let index = 1; index <= PDFS.count; index += 1) {
    const declared = { courseCode: COURSE, title: `Note ${index}`, description: "", fileName: "a.pdf" };
    hashes.push(await publish("/uploads", { ...declared, contentType: "application/pdf" }, pdf(PDFS.bytes), token));
  }
  for (let index = 1; index <= RECORDINGS.count; index += 1) {
    const declared = { shelf: "radio", subject: COURSE, title: `Recording ${index}`, fileName: "a.wav" };
    hashes.push(
      await publish("/audio-uploads", { ...declared, contentType: "audio/wav" }, wav(RECORDINGS.bytes), token),
    );
  }
  return hashes;
}

/**
 * Returns the progress from the page's database: parts that are saved, of all, and complete files. Runs in the page.
 */
async function progress() {
  const { name } = (await indexedDB.databases()).find((each) => each.name.startsWith("note-ninja files ")) ?? {};
  if (!name) return { parts: 0, all: 0, whole: 0, files: 0 };
  const of = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await of(indexedDB.open(name));
  const files = await of(db.transaction("files").objectStore("files").getAll());
  db.close();
  const partsOf = ({ sizeBytes }) => Math.ceil(sizeBytes / 1024 / 1024);
  return {
    parts: files.reduce((sum, file) => sum + (file.isComplete ? partsOf(file) : file.parts), 0),
    all: files.reduce((sum, file) => sum + partsOf(file), 0),
    whole: files.filter(({ isComplete }) => isComplete).length,
    files: files.length,
  };
}

/** Returns the hashes of all files that the service worker serves. Runs in the page. */
async function keptHashes() {
  const name = (await caches.keys()).find((each) => each.startsWith("note-ninja files "));
  const cache = await caches.open(name);
  const files = (await cache.keys()).map(({ url }) => url).filter((url) => /\/[0-9a-f]{64}$/.test(url));
  const hashes = [];
  for (const url of files) {
    const hash = await crypto.subtle.digest("SHA-256", await (await fetch(url)).arrayBuffer());
    hashes.push([...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return hashes;
}

rmSync(folder, { recursive: true, force: true });
let running = await begin();
const browser = await chromium.launch({ executablePath: chrome, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const published = await publishAll();
  const context = await browser.newContext({ reducedMotion: "reduce" });
  let page = await context.newPage();
  await signIn(page, ORIGIN, STUDENT);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${ORIGIN}/guide/${COURSE}/notes`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  const offer = page.getByRole("dialog");
  await offer.getByText(/^40 notes and 10 recordings, /).waitFor();
  const began = Date.now();
  await offer.getByRole("button", { name: "Keep", exact: true }).click();

  const untilParts = async (isEnough) => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
      const now = await page.evaluate(progress);
      if (isEnough(now)) return now;
    }
    throw new Error(`It did not go on: ${JSON.stringify(await page.evaluate(progress))}`);
  };
  const { all } = await untilParts((now) => now.all > 0);
  const points = Array.from({ length: BREAKS }, () => randomInt(1, all - 1)).sort((one, other) => one - other);
  for (const [index, point] of points.entries()) {
    const { parts } = await untilParts((now) => now.parts >= point);
    const isServer = index % 2 === 0;
    console.log(
      `broken off at ${parts} of ${all} parts: ${isServer ? "the server was killed" : "the page was closed"}`,
    );
    if (isServer) {
      await stopServer(running);
      running = await begin();
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    } else {
      await page.close();
      page = await context.newPage();
      await page.goto(`${ORIGIN}/my-notes`);
    }
  }
  await untilParts((now) => now.files > 0 && now.whole === now.files);
  const seconds = (Date.now() - began) / 1000;
  await stopServer(running);
  const kept = await page.evaluate(keptHashes);
  const isSame = JSON.stringify(kept.toSorted()) === JSON.stringify(published.toSorted());
  console.log(
    `${kept.length} files, 180 MB in ${seconds.toFixed(1)} s with ${BREAKS} breaks; hashes ${isSame ? "as published" : "DIFFER"}`,
  );
  if (!isSame) process.exitCode = 1;
} finally {
  await browser.close();
  await stopServer(running);
}

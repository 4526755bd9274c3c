// Uploads a folder of PDFs with `note-ninja upload` and with `aws s3 cp` to the same file store, in turns. Then uploads it
// again in runs that are killed at random moments, and compares every published file with the one in the folder.
//
// node measure.mjs SERVER NOTE_NINJA PYTHON FOLDER [FILES [BYTES [SEED]]]

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freeBytes, randomFrom, writePdfs } from "./files.mjs";
import { pause, Site } from "./site.mjs";

const [server, noteNinja, python, folder, ...numbers] = process.argv.slice(2);
const [count = 300, bytes = 2_000_000_000, seed = 20261130] = numbers.map(Number);

const COURSE = "FOLDER101";
const ROUNDS = 3;
const KILLS = 10;
/** Wanted share of the speed of `aws s3 cp`. */
const SPEED_MIN = 0.8;
/** Space for the database, and for the files that the server reads at the same time. */
const ROOM_BYTES = 500_000_000;

const gb = (size) => `${(size / 1e9).toFixed(2)} GB`;
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Returns the seconds that sending takes, on a server that checks nothing. */
async function send(site) {
  await site.start(["--no-workers"]);
  const began = Date.now();
  const { running, ended } = site.upload();
  await site.untilArrived(count);
  const secs = (Date.now() - began) / 1000;
  running.kill("SIGKILL");
  await ended;
  return secs;
}

/** Returns the seconds until all files have been sent and until all are published, on a server that checks them at once. */
async function publish(site) {
  await site.start();
  const began = Date.now();
  const { code, output } = await site.upload().ended;
  const secs = (Date.now() - began) / 1000;
  const sent = /MB sent in ([\d.]+) s/.exec(output);
  if (code !== 0 || !sent || !output.includes(`${count} published`)) throw new Error(`The upload failed: ${output}`);
  return { sent: Number(sent[1]), published: secs };
}

async function copy(site) {
  await site.start(["--no-workers"]);
  return site.copyWithAws();
}

/** Uploads the folder in runs that are killed, and then in one that is not. Returns the run that ended. */
async function uploadWithKills(site, secs, random) {
  for (let kills = 0; kills < KILLS; ) {
    const lifeMs = ((1000 * secs) / KILLS) * (0.2 + 1.4 * random());
    const { running, ended } = site.upload();
    // The random moment is the purpose, so there is no condition to wait for.
    await Promise.race([pause(lifeMs), ended]);
    running.kill("SIGKILL");
    const { signal } = await ended;
    if (signal !== "SIGKILL") throw new Error(`The upload ended after ${kills} kills. Choose another seed.`);
    kills += 1;
    console.log(`killed after ${(lifeMs / 1000).toFixed(1)} s; ${(await site.begun()).length} uploads have begun`);
  }
  return site.upload().ended;
}

/** Compares what is published with the folder. Returns what is wrong. */
async function faults(site, hashes) {
  const published = await site.published();
  const wrong = [];
  for (const [title, sha256] of hashes) {
    const found = published.filter((note) => note.title === title);
    if (found.length !== 1) wrong.push(`${title} is published ${found.length} times`);
    else if (found[0].sha256 !== sha256) wrong.push(`${title} has another content`);
  }
  if (published.length !== hashes.size) wrong.push(`${published.length} notes are published`);
  const uploads = await site.begun();
  if (uploads.length !== hashes.size) wrong.push(`there are ${uploads.length} uploads`);
  const open = uploads.filter(({ status }) => status !== "ready").length;
  if (open > 0) wrong.push(`${open} uploads are not ready`);
  const { orphans, missingFiles, miscounts } = await site.reconcile();
  if (orphans + missingFiles + miscounts > 0) {
    wrong.push(`${orphans} files without a record, ${missingFiles} missing files, ${miscounts} wrong counts`);
  }
  return wrong;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const free = freeBytes(folder);
console.log(`${gb(free)} free; the files need ${gb(bytes)} twice`);
if (free < 2 * bytes + ROOM_BYTES) throw new Error("There is not enough space on the disk.");

const random = randomFrom(seed);
const site = new Site({ server, noteNinja, python, root: process.cwd() }, folder, COURSE);
try {
  const { hashes, written } = writePdfs(join(folder, "notes"), COURSE, { count, bytes, random });
  console.log(`${count} PDFs, ${gb(written)}, seed ${seed}\n`);
  const row = (name, secs, aws) =>
    console.log(
      `| ${name.padEnd(46)} | ${secs.toFixed(1).padStart(6)} | ${(written / 1e6 / secs).toFixed(0).padStart(5)} | ${(aws / secs).toFixed(2)} |`,
    );
  const ratios = [];
  const secsSent = [];
  console.log(`| ${"".padEnd(46)} |      s |  MB/s | of the speed of aws |\n|---|---|---|---|`);
  for (let round = 0; round < ROUNDS; round += 1) {
    // In turns, and in another order each time.
    const isFirst = round % 2 === 0;
    const early = isFirst ? await copy(site) : undefined;
    await site.stop();
    const sent = await send(site);
    await site.stop();
    const aws = early ?? (await copy(site));
    await site.stop();
    const checked = await publish(site);
    await site.stop();
    row("aws s3 cp", aws, aws);
    row("note-ninja upload: sent, checks wait", sent, aws);
    row("note-ninja upload: sent, checks run meanwhile", checked.sent, aws);
    row("note-ninja upload: all published", checked.published, aws);
    ratios.push(aws / sent);
    secsSent.push(checked.sent);
  }
  const speed = median(ratios);
  console.log(`\nmedian of the share of the speed of aws s3 cp, checks wait: ${speed.toFixed(2)}\n`);

  await site.start();
  const { code, output } = await uploadWithKills(site, median(secsSent), random);
  await site.settled();
  const wrong = code === 0 ? await faults(site, hashes) : [`the last run ended with ${code}: ${output}`];
  console.log(
    wrong.length === 0
      ? `${KILLS} kills: each of ${count} files is published once, with its content; nothing is lost`
      : `${KILLS} kills: ${wrong.join("; ")}`,
  );
  if (wrong.length > 0 || speed < SPEED_MIN) process.exitCode = 1;
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}

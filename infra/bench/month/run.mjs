// Simulates a month of students: visits to the real page in Chromium, against the local server with its meter. The
// page's clock is controlled. A few students make a few visits each; the rest is extrapolated, and the output says so.
//
// node run.mjs SERVER DIST FOLDER CHROME [STUDENTS] [VISITS]

import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../sample-server.mjs";
import { kindOf } from "./kinds.mjs";
import { PORT, readAndResetCounts } from "./server.mjs";
import { isFollowed, monthOf } from "./sums.mjs";
import { ASSUMED, actionTable, billTable, kindTable, prices, routeTable, targets } from "./tables.mjs";
import { CARDS, HIDDEN_MINUTES, VISIT_MINUTES, Visitor } from "./visit.mjs";
import { COURSES, ELSEWHERE, enrol, fill, LISTED_NOTES, Others, STUDIED, weigh } from "./world.mjs";

const [server, dist, folder, chrome, students = "3", played = "5"] = process.argv.slice(2);

/** Number of visits per student and of app releases in a month. */
const VISITS = 20;
const RELEASES = 2;
/** Time between the starts of two visits, by the page's clock. */
const NEXT_VISIT_MS = (VISIT_MINUTES + 1) * 60_000;
const root = join(process.cwd(), "../..");

const startedMs = Date.now();
const say = (what) => console.log(`… ${Math.round((Date.now() - startedMs) / 1000)} s: ${what}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const options = ["--no-throttles", "--quiet", "--meter"];
const running = await startServer({
  program: server,
  root,
  data: join(folder, "data"),
  web: dist,
  port: PORT,
  options,
});
try {
  const world = await fill(say);
  const friend = await enrol("friend", world);
  const people = [];
  for (let number = 0; number < Number(students); number += 1)
    people.push(await enrol(`student${number}`, world, friend));
  const others = new Others(friend, ELSEWHERE);
  await others.look();
  const visitors = people.map((student) => new Visitor(student, join(folder, student.username), chrome, others));
  say(`${people.length} students are enrolled`);

  await readAndResetCounts();
  const firstMs = Date.now();
  const rounds = [];
  const workers = { readUnits: 0, writeUnits: 0 };
  for (let number = 0; number < Number(played); number += 1) {
    // Something is published between two visits, as on every day of a term.
    await others.editCourse(STUDIED[number % STUDIED.length], `${number}`);
    await Promise.all(visitors.map((visitor) => visitor.visit(number, firstMs + number * NEXT_VISIT_MS)));
    const counts = await readAndResetCounts();
    rounds.push(counts.requests);
    workers.readUnits += counts.workers.readUnits;
    workers.writeUnits += counts.workers.writeUnits;
    say(`visit ${number + 1} of ${played}: ${counts.requests.length} requests`);
  }
  const changes = others.changes;
  const sizes = await weigh(root, others);
  // Lists of members' notes are not among the public files, so their size is computed from those that were loaded.
  const kind = "catalogue: notes of courses";
  const fetched = rounds.flat().filter((request) => kindOf(request, others.kinds) === kind);
  const listed = Object.values(world.notes).flat().length;
  const bytes = fetched.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  if (fetched.length > 0) sizes[kind] = (bytes / fetched.length) * (LISTED_NOTES / listed);
  const month = monthOf({
    rounds,
    workers,
    students: people.length,
    visits: VISITS,
    releases: RELEASES,
    others: changes,
    catalogueKinds: others.kinds,
    sizes,
  });

  const both = `${people.length} students, ${played} visits each`;
  console.log(`Played in Chromium: ${both}, of ${VISIT_MINUTES} minutes by the page's clock; the page is hidden in ${HIDDEN_MINUTES} of them.
A visit: the dashboard, three searches, four courses, My Notes, two notes read (one downloaded), a reload, two likes, two
notes saved, 30 minutes of listening, ${CARDS} cards; in one of four a playlist, in another a profile. Others changed what is
published before every question for news: ${changes} times. Multiplied: later visits to ${VISITS - 1}; the first visit is one of ${VISITS}.
A second release of the app is another load with an empty cache. The files of the catalogue weigh what they do with
${COURSES.toLocaleString("en")} courses, the list of members' notes what it does with ${LISTED_NOTES.toLocaleString("en")}.
Headers are counted as HTTP/1.1 writes them; HTTP/2 and 3 send fewer. Recordings are not fetched: 10 hours of renditions at 29.3 kbit/s,
${ASSUMED.recordingRequests} requests. Assumed: ${ASSUMED.lambdaSecs * 1000} ms at ${ASSUMED.lambdaGigabytes} GB and ${ASSUMED.logBytesOfCall / 1000} kB of logs a call, one trace in ${1 / ASSUMED.tracesOfCall}.
`);
  console.log(`${actionTable(month)}\n\n${routeTable(month)}\n\n${kindTable(month)}\n`);
  console.log(`Prices: ${prices.about}\n\n${billTable(month)}\n\n${targets(month).join("\n")}`);
  console.log(
    `\nTook ${Math.round((Date.now() - startedMs) / 1000)} s on ${availableParallelism()} processors; ${rounds.flat().filter(isFollowed).length} changes of those played.`,
  );
} finally {
  await stopServer(running);
}

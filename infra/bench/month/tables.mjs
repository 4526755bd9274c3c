// Tables of infra/COSTS.md with the costs of a month, computed from the counts and the price list.

import { readFileSync } from "node:fs";
import { FILE_KINDS } from "./kinds.mjs";

export const prices = JSON.parse(readFileSync(new URL("prices.json", import.meta.url), "utf8"));

/** Numbers of students in the tables, and the number for the targets. */
const SIZES = [1_000, 100_000, 10_000_000];
export const TARGET_SIZE = 100_000;
/** Maximum cost per student and month in dollars, without recordings, PDFs, Cognito and the web ACL. */
const TARGET_DOLLARS = 0.016;
const TARGET_CALLS = 1_000;

/** Assumptions that this benchmark does not measure. */
export const ASSUMED = {
  // Ten hours of renditions: `cargo xtask bench listening` measures 29.3 kbit/s for recordings of 64 kbit/s.
  recordingBytes: 132e6,
  recordingRequests: 120,
  lambdaSecs: 0.02,
  lambdaGigabytes: 0.5,
  logBytesOfCall: 1_500,
  tracesOfCall: 0.05,
};

/** Returns the price of an amount with tiered prices. */
export function priced(amount, { per, tiers }) {
  let [sum, from] = [0, 0];
  for (const [end, price] of tiers) {
    const until = Math.min(amount, end ?? amount);
    if (until > from) sum += ((until - from) / per) * price;
    from = Math.max(from, until);
  }
  return sum;
}

/** Returns the costs of a month for `students` in dollars, by line. `month` is the consumption of one student. */
export function bill(month, students) {
  const all = (amount, list) => priced(amount * students, list);
  const { kinds, calls, readUnits, writeUnits } = month;
  const recordings = { bytes: ASSUMED.recordingBytes, requests: ASSUMED.recordingRequests };
  const everything = { ...kinds, recordings };
  const bytes = Object.values(everything).reduce((sum, kind) => sum + kind.bytes, 0);
  const transfer = all(bytes, prices.cdn.bytes);
  const lines = {};
  for (const [kind, sums] of Object.entries(everything)) {
    lines[kind] = (transfer * sums.bytes) / bytes + all(sums.requests, prices.cdn.requests);
  }
  lines.gateway = all(calls, prices.gateway.calls);
  lines.Lambda =
    all(calls, prices.lambda.calls) +
    all(calls * ASSUMED.lambdaSecs * ASSUMED.lambdaGigabytes, prices.lambda.gigabyteSeconds);
  lines["logs and traces"] =
    all(calls * ASSUMED.logBytesOfCall, prices.logs.bytes) + all(calls * ASSUMED.tracesOfCall, prices.traces.traces);
  lines.table = all(readUnits, prices.table.readUnits) + all(writeUnits, prices.table.writeUnits);
  const ours = Object.entries(kinds).filter(([kind]) => !FILE_KINDS.includes(kind));
  lines["web ACL"] = all(
    ours.reduce((sum, [, { requests }]) => sum + requests, 0),
    prices.webAcl.requests,
  );
  lines.Cognito = priced(students, prices.cognito.accounts);
  return lines;
}

const number = (value, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(row)].join("\n");
const megabytes = (bytes) => number(bytes / 1e6, bytes < 1e6 ? 2 : 1);

/** Table of API usage by action. */
export function actionTable(month) {
  const rows = Object.entries(month.actions).map(([action, { calls, requests, readUnits, writeUnits }]) => [
    action,
    number(calls, calls < 10 ? 1 : 0),
    ...[requests, readUnits, writeUnits].map((sum) => number(sum / calls, 1)),
    number(readUnits),
    number(writeUnits),
  ]);
  const { workers, calls, readUnits, writeUnits } = month;
  rows.push(["functions that follow the table", "", "", "", "", number(workers.readUnits), number(workers.writeUnits)]);
  rows.push([
    "**a month**",
    `**${number(calls)}**`,
    "",
    "",
    "",
    `**${number(readUnits)}**`,
    `**${number(writeUnits)}**`,
  ]);
  return table(
    ["action", "API calls", "table requests of each", "read units", "write units", "read units a month", "write units"],
    rows,
  );
}

/** Table of calls by route, for optimisation. */
export function routeTable({ routes }) {
  const rows = Object.entries(routes).map(([route, { calls, readUnits, writeUnits }]) => [
    `\`${route}\``,
    number(calls),
    number(readUnits),
    number(writeUnits),
  ]);
  return table(["route", "calls a month", "read units", "write units"], rows);
}

/** Table of traffic by kind. */
export function kindTable(month) {
  const rows = Object.entries(month.kinds).map(([kind, { requests, bytes }]) => [
    kind,
    number(requests),
    number(bytes / requests / 1000, 1),
    megabytes(bytes),
  ]);
  return table(["what travels", "requests of the CDN", "kB of each", "MB"], rows);
}

/** Lines without a target. */
const APART = ["recordings", "PDFs", "Cognito", "web ACL"];
const sumOf = (lines, isCounted) =>
  Object.entries(lines).reduce((sum, [line, dollars]) => sum + (isCounted(line) ? dollars : 0), 0);

/** Table of a student's monthly costs by line and size. */
export function billTable(month) {
  const bills = SIZES.map((students) => [students, bill(month, students)]);
  const each = ([students, lines], line) => (lines[line] / students).toFixed(5);
  const lines = Object.keys(bills[0][1]);
  const ordered = [...lines.filter((line) => !APART.includes(line)), ...APART];
  const rows = ordered.map((line) => [line, ...bills.map((one) => each(one, line))]);
  const sums = (name, isCounted, show) =>
    rows.push([name, ...bills.map(([students, all]) => show(sumOf(all, isCounted), students))]);
  const perStudent = (dollars, students) => `**${(dollars / students).toFixed(4)}**`;
  rows.splice(ordered.length - APART.length, 0, [
    "**all of these**",
    ...bills.map(([students, all]) =>
      perStudent(
        sumOf(all, (line) => !APART.includes(line)),
        students,
      ),
    ),
  ]);
  sums("**each**", () => true, perStudent);
  sums(
    "**all students**",
    () => true,
    (dollars) => `**$${number(Number(dollars.toPrecision(3)))}**`,
  );
  return table(["dollars a student and month", ...SIZES.map((students) => `${number(students)} students`)], rows);
}

/** Says in sentences whether the targets are met. */
export function targets(month) {
  const dollars = sumOf(bill(month, TARGET_SIZE), (line) => !APART.includes(line)) / TARGET_SIZE;
  const verdict = (isMet) => (isMet ? "met" : "MISSED");
  return [
    `Without recordings, PDFs, Cognito and web ACL: $${dollars.toFixed(4)} of $${TARGET_DOLLARS} at ${number(TARGET_SIZE)} students: ${verdict(dollars <= TARGET_DOLLARS)}.`,
    `Calls of the API: ${number(month.calls)} of ${number(TARGET_CALLS)}: ${verdict(month.calls <= TARGET_CALLS)}.`,
  ];
}

// node smoke.mjs URL: checks whether a deployed Note Ninja works. Only reads, and needs no account. Also works with the
// local server: node infra/xtask/smoke.mjs http://localhost:4000
import { readFileSync } from "node:fs";

const base = (process.argv[2] ?? "").replace(/\/$/, "");
const { headers: wanted } = JSON.parse(readFileSync(new URL("../security-headers.json", import.meta.url)));
// Placeholders for hosts that differ between stacks.
const PLACES = /\{files\}|\{uploads\}/;
const troubles = [];

function check(holds, sentence) {
  if (!holds) troubles.push(sentence);
}

function stop(error) {
  const { code, message } = error.cause ?? error;
  console.error(`    ${base} cannot be reached: ${message}.${code === "ENOTFOUND" ? " Is its name in DNS?" : ""}`);
  process.exit(1);
}

async function get(path, headers = {}) {
  const options = { redirect: "manual", headers, signal: AbortSignal.timeout(20_000) };
  const answer = await fetch(base + path, options).catch(stop);
  return { status: answer.status, header: (name) => answer.headers.get(name) ?? "", text: await answer.text() };
}

/** Checks every header of the list, independent of the file hosts. */
function checkHeaders(path, answer) {
  for (const [name, value] of Object.entries(wanted)) {
    const parts = [value].flat().join("; ").split(PLACES);
    const found = answer.header(name);
    check(
      parts.every((part) => found.includes(part)),
      `${path} is sent with ${name} '${found}' instead of '${parts.join("…")}'.`,
    );
  }
}

const page = await get("/");
check(
  page.status === 200 && page.header("content-type").startsWith("text/html"),
  `/ answers ${page.status} ${page.header("content-type")}.`,
);
check(page.header("cache-control") === "no-cache", `/ may be cached: '${page.header("cache-control")}'.`);
checkHeaders("/", page);

const assets = [...page.text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]);
check(assets.length > 0, "The page names no assets.");
for (const path of assets) {
  const asset = await get(path);
  check(asset.status === 200, `${path} answers ${asset.status}.`);
  check(
    asset.header("cache-control").includes("immutable"),
    `${path} is not cached: '${asset.header("cache-control")}'.`,
  );
  check(
    !/^(application\/octet-stream|text\/html)/.test(asset.header("content-type")),
    `${path} is sent as ${asset.header("content-type")}.`,
  );
}

for (const path of ["/browse", "/guide/CS246/notes", "/u/some.body"]) {
  const screen = await get(path);
  check(
    screen.status === 200 && screen.text === page.text,
    `${path} is not answered with the page (${screen.status}).`,
  );
}

const gone = await get("/assets/gone-00000000.js");
check(gone.status === 404 || gone.status === 403, `An asset that does not exist is answered with ${gone.status}.`);

const health = await get("/api/health");
check(
  health.status === 200 && health.text.includes("ok"),
  `/api/health answers ${health.status}: ${health.text.slice(0, 200)}`,
);
checkHeaders("/api/health", health);

const me = await get("/api/me");
check(
  me.status === 401 && me.header("content-type").startsWith("application/problem+json"),
  `/api/me without a session answers ${me.status} ${me.header("content-type")}.`,
);
check(me.header("cache-control").includes("no-store"), `/api/me may be cached: '${me.header("cache-control")}'.`);

const catalogue = await get("/catalogue/manifest.json");
check([200, 404].includes(catalogue.status), `/catalogue/manifest.json answers ${catalogue.status}.`);

// Only a deployed distribution shows whether its routing function reaches the API.
const preview = await get("/deep-dive", { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" });
check(
  preview.status === 200 && preview.text.includes('property="og:title" content="Deep Dive"'),
  `A crawler gets no link preview of /deep-dive (${preview.status}).`,
);
const robots = await get("/robots.txt");
check(robots.text.includes(`Sitemap: ${base}/sitemap.xml`), `/robots.txt names no sitemap (${robots.status}).`);
const legal = await get("/legal/privacy.md");
check(
  legal.status === 200 && !legal.header("content-type").startsWith("text/html"),
  `/legal/privacy.md is not the text of a page (${legal.status} ${legal.header("content-type")}).`,
);

for (const trouble of troubles) console.error(`    ${trouble}`);
console.log(
  `    ${base}: ${troubles.length === 0 ? "answers as it should" : `${troubles.length} troubles`} (${assets.length} assets)`,
);
process.exitCode = troubles.length === 0 ? 0 : 1;

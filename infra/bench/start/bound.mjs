// Lower bound of a page: a page with the same bytes in one script and one style sheet, which requests the same data at
// once and runs no code of the app.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../site.mjs";

/**
 * Writes the lower bound of a page of `origin` into `site`. `needed` lists the files that the page had loaded when it
 * showed its data, `together` its batch requests. Returns the path of the bound and the selector for its data.
 */
export function writeBound({ origin, site }, name, { needed, together }) {
  const [batch, refresh] = [`${origin}/api/batch`, `${origin}/api/auth/refresh`];
  const assets = needed.filter((address) => address.includes("/assets/")).map((address) => new URL(address).pathname);
  const textOf = (end) =>
    assets
      .filter((path) => path.endsWith(end))
      .map((path) => readFileSync(join(site, path), "utf8").replaceAll("*/", "* /"));
  const asked = needed.filter((address) => address === batch).map((_, at) => together[batch][at]);
  const data = needed
    .filter((address) => address !== batch)
    .map((address) => new URL(address))
    .filter(({ pathname }) => /^\/(api|catalogue)\/|\.wasm$/.test(pathname) && !pathname.includes("/auth/"))
    .map(({ pathname, search }) => pathname + search);
  const program = `
    const refreshed = fetch("/api/auth/refresh", {
      method: "POST",
      headers: { "X-Note-Ninja": "1", "Content-Type": "application/json" },
      body: ${JSON.stringify(together[refresh][0])},
    });
    const token = refreshed.then((answer) => answer.clone().json()).then((session) => session.accessToken);
    const open = ${JSON.stringify(data.filter((path) => !path.startsWith("/api/")))}.map((path) => fetch(path));
    const known = async () => ({ Authorization: "Bearer " + (await token), "Content-Type": "application/json" });
    const mine = ${JSON.stringify(data.filter((path) => path.startsWith("/api/")))}.map(async (path) =>
      fetch(path, { headers: await known() }));
    const together = ${JSON.stringify(asked)}.map(async (body) =>
      fetch("/api/batch", { method: "POST", headers: await known(), body }));
    Promise.all([refreshed, ...open, ...mine, ...together].map(async (answer) => (await answer).text())).then((texts) => {
      document.body.innerHTML = "<h1 class=data></h1>";
      document.querySelector("h1").textContent = texts.join("").length + " characters";
    });`;
  writeFileSync(join(site, `assets/bound-${name}.js`), `/*${textOf(".js").join("\n")}*/${program}`);
  writeFileSync(join(site, `assets/bound-${name}.css`), `/*${textOf(".css").join("\n")}*/`);
  for (const end of ["js", "css"]) pack(join(site, `assets/bound-${name}.${end}`));
  writeFileSync(
    join(site, `bound-${name}.html`),
    `<!doctype html><link rel="stylesheet" href="/assets/bound-${name}.css"><script type="module" src="/assets/bound-${name}.js"></script><body>`,
  );
  return { path: `/bound-${name}.html`, data: "h1.data" };
}

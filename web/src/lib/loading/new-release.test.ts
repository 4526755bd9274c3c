// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";

const page = (...scripts: string[]) => scripts.map((src) => `<script type="module" src="${src}"></script>`).join("");
const html = (text: string, more: ResponseInit = {}) =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8" }, ...more });

const fetched = vi.fn();
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetched.mockReset());
});

async function isNew(response: Response | Error, here = page("/assets/a.js", "/assets/b.js"), signal?: AbortSignal) {
  document.head.innerHTML = here;
  if (response instanceof Error) fetched.mockRejectedValue(response);
  else fetched.mockResolvedValue(response);
  const { isNewReleaseDeployed } = await import("./new-release");
  return isNewReleaseDeployed(signal);
}

test.each([
  ["the same scripts", page("/assets/b.js", "/assets/a.js"), false],
  ["another script", page("/assets/a.js", "/assets/c.js"), true],
  ["other scripts", page("/assets/c.js"), true],
  ["no script, so it is another page", "<p>Sign in to the network</p>", false],
])("S4.offline.3 a front page with %s means a new release: %s", async (_, text, expected) => {
  expect(await isNew(html(text))).toBe(expected);
});

test.each([
  ["is not there", html(page("/assets/c.js"), { status: 503 })],
  ["is no page", new Response(page("/assets/c.js"), { headers: { "content-type": "application/json" } })],
  ["names no type", new Response(new TextEncoder().encode(page("/assets/c.js")))],
  ["cannot be reached", new TypeError("No network.")],
])("a front page that %s means no new release", async (_, response) => {
  expect(await isNew(response)).toBe(false);
});

test("the check for a new release fetches the front page, bypassing the cache, on every page", async () => {
  const { signal } = new AbortController();
  window.history.replaceState({}, "", "/guide/CS246/notes");
  await isNew(html(""), undefined, signal);
  expect(fetched.mock.calls).toEqual([["/", { cache: "no-cache", signal, headers: { accept: "text/html" } }]]);
});

test("a page without scripts of the build sends no request", async () => {
  expect(await isNew(html(page("/assets/c.js")), "<script>1</script>")).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});

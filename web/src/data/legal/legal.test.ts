// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseLegalText, readLegalText } from "./legal";
import { changedLegalTexts, markLegalTextRead } from "./versions";

const served = vi.fn<(url: string) => Promise<Response>>();
const markdown = (text: string) => new Response(text, { headers: { "content-type": "text/markdown" } });
/** Sets the versions of the texts. */
const publish = (versions: { privacy?: string; terms?: string }) =>
  served.mockImplementation(async (url) => {
    const version = versions[url.includes("privacy") ? "privacy" : "terms"];
    return markdown(`${version ? `Version: ${version}\n\n` : ""}# Text`);
  });

beforeEach(() => {
  localStorage.clear();
  served.mockReset();
  vi.stubGlobal("fetch", served);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const { signal } = new AbortController();
const check = (day: string, uid = "u1") => changedLegalTexts(uid, new Date(`${day}T10:00:00Z`), signal);

test.each([
  ["Version: 2026-11-29\n\n# Privacy\n", "2026-11-29", "# Privacy"],
  ["\uFEFFversion:2026-11-29\r\n# Privacy", "2026-11-29", "# Privacy"],
  ["# Privacy\nVersion: 2026-11-29", undefined, "# Privacy\nVersion: 2026-11-29"],
  ["Version: soon\n# Privacy", undefined, "Version: soon\n# Privacy"],
  ["", undefined, ""],
])("the first line of a legal text is its version: %j", (file, version, text) => {
  expect(parseLegalText(file)).toEqual({ version, markdown: text });
});

test("a missing legal text is an error, even if the server responds with the page of the app", async () => {
  served.mockResolvedValue(
    new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } }),
  );
  await expect(readLegalText("terms", signal)).rejects.toThrow("/legal/terms.md");
  served.mockResolvedValue(new Response("", { status: 403 }));
  await expect(readLegalText("terms", signal)).rejects.toThrow("403");
});

test("S7.legal.3 a changed text is announced until it is confirmed, and never on the first visit", async () => {
  publish({ privacy: "2026-11-01", terms: "2026-11-01" });
  expect(await check("2026-11-20")).toEqual([]);
  publish({ privacy: "2026-11-29", terms: "2026-11-01" });
  const change = { name: "privacy", version: "2026-11-29" } as const;
  expect(await check("2026-11-29")).toEqual([change]);
  expect(await check("2026-11-29")).toEqual([change]);
  expect(await check("2026-11-29", "u2")).toEqual([]);
  markLegalTextRead("u1", change);
  expect(await check("2026-11-29")).toEqual([]);
  expect(await check("2026-11-30")).toEqual([]);
});

test("the legal texts are read at most once a day", async () => {
  publish({ privacy: "2026-11-01" });
  await check("2026-11-20");
  await check("2026-11-20");
  expect(served).toHaveBeenCalledTimes(2);
  await check("2026-11-21");
  expect(served).toHaveBeenCalledTimes(4);
});

test("S7.legal.3 an unconfirmed change stays announced without another request on the same day", async () => {
  publish({ privacy: "2026-11-01", terms: "2026-11-01" });
  await check("2026-11-20");
  publish({ privacy: "2026-11-29", terms: "2026-11-29" });
  const changes = (["privacy", "terms"] as const).map((name) => ({ name, version: "2026-11-29" }));
  expect(await check("2026-11-29")).toEqual(changes);
  expect(await check("2026-11-29")).toEqual(changes);
  expect(served).toHaveBeenCalledTimes(4);
  markLegalTextRead("u1", changes[0] as (typeof changes)[number]);
  expect(await check("2026-11-29")).toEqual(changes.slice(1));
  expect(served).toHaveBeenCalledTimes(4);
  expect(await check("2026-11-30")).toEqual(changes.slice(1));
  expect(served).toHaveBeenCalledTimes(6);
});

test("S7.legal.3 an unconfirmed change is announced with its latest version, or no longer if it was reverted", async () => {
  publish({ privacy: "2026-11-01" });
  await check("2026-11-20");
  publish({ privacy: "2026-11-28" });
  await check("2026-11-28");
  publish({ privacy: "2026-11-29" });
  expect(await check("2026-11-29")).toEqual([{ name: "privacy", version: "2026-11-29" }]);
  publish({ privacy: "2026-11-01" });
  expect(await check("2026-11-30")).toEqual([]);
  expect(await check("2026-11-30")).toEqual([]);
});

test("S7.legal.3 legal texts that cannot be read are requested once a day, and a known change stays announced", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  publish({ privacy: "2026-11-01" });
  await check("2026-11-20");
  publish({ privacy: "2026-11-21" });
  const change = { name: "privacy", version: "2026-11-21" };
  expect(await check("2026-11-21")).toEqual([change]);
  served.mockReset().mockImplementation(async () => new Response("", { status: 404 }));
  expect(await check("2026-11-22")).toEqual([change]);
  expect(await check("2026-11-22")).toEqual([change]);
  expect(served).toHaveBeenCalledTimes(2);
  expect(console.warn).toHaveBeenCalledOnce();
});

test("S7.legal.3 a check that was cancelled is repeated on the same day", async () => {
  const leaving = new AbortController();
  served.mockImplementation(async () => {
    leaving.abort();
    throw leaving.signal.reason;
  });
  await changedLegalTexts("u1", new Date("2026-11-20T10:00:00Z"), leaving.signal);
  publish({ privacy: "2026-11-01" });
  served.mockClear();
  await check("2026-11-20");
  expect(served).toHaveBeenCalledTimes(2);
});

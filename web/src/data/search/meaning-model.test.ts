// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("@/session/session", () => import("@/api/testing"));

const FILE = new TextEncoder().encode("weights of a model");
const offered = {
  file: "assets/meaning-model-1.bin",
  sha256: createHash("sha256").update(FILE).digest("hex"),
  sizeBytes: FILE.length,
};

/** A cache storage in memory. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (key: string) => store.get(key)?.clone(),
        put: async (key: string, response: Response) => void store.set(key, response),
        keys: async () => [...store.keys()].map((path) => ({ url: `https://note.test${path}` })),
        delete: async ({ url }: { url: string }) => store.delete(new URL(url).pathname),
      };
    },
  };
}

let answers: Record<string, () => Response | Promise<Response>> = {};
let models: typeof import("./meaning-model");

let people: typeof import("@/api/testing");

/** Loads the code as a new page of a student does. */
async function openPage() {
  vi.resetModules();
  people = (await import("@/session/session")) as unknown as typeof people;
  people.signInAs({ uid: "u1", name: "Amara" });
  models = await import("./meaning-model");
}

const state = () => renderHook(() => models.useModelState()).result;

beforeEach(async () => {
  answers = { "/assets/meaning-model-1.bin": () => new Response(FILE) };
  vi.stubGlobal("caches", memoryCaches());
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, { signal }: { signal?: AbortSignal } = {}) => {
      signal?.throwIfAborted();
      return (await answers[path]?.()) ?? new Response("", { status: 404 });
    }),
  );
  await openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("S2.find.8 a verified model is stored and found again by the next page", async () => {
  const now = state();
  await waitFor(() => expect(now.current.status).toBe("absent"));
  await models.downloadModel(offered);
  await waitFor(() => expect(now.current).toEqual({ status: "ready", model: offered }));
  expect(new TextDecoder().decode(await models.readModel(offered))).toBe("weights of a model");
  await openPage();
  const next = state();
  await waitFor(() => expect(next.current).toEqual({ status: "ready", model: offered }));
  await models.removeModel();
  await waitFor(() => expect(next.current).toEqual({ status: "absent" }));
  expect(await models.readyModel()).toBeNull();
});

test.each([
  ["has another hash", () => new Response("weights of a mxdel"), "The download is damaged. Try again."],
  ["is longer than announced", () => new Response(`${"x".repeat(99)}`), "The download is damaged. Try again."],
  ["is missing", () => new Response("", { status: 404 }), "It could not be downloaded. Try again."],
])("S2.find.8 a model that %s is not stored", async (_, answer, message) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  answers["/assets/meaning-model-1.bin"] = answer;
  const now = state();
  await models.downloadModel(offered);
  await waitFor(() => expect(now.current).toEqual({ status: "failed", message }));
  expect(await caches.keys()).toEqual([]);
});

/** Starts a download whose response arrives when `arrive` is called. */
async function startDownload(model: typeof offered) {
  let arrive: (response: Response) => void = () => undefined;
  vi.mocked(fetch).mockClear();
  answers[`/${model.file}`] = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const now = state();
  const downloading = models.downloadModel(model);
  await waitFor(() => expect(now.current.status).toBe("downloading"));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  return { now, downloading, arrive: (response: Response) => arrive(response) };
}

test("S2.find.8 a cancelled download stores nothing", async () => {
  const { now, downloading, arrive } = await startDownload(offered);
  models.cancelDownload();
  arrive(new Response(FILE));
  expect(await downloading).toBe(false);
  await waitFor(() => expect(now.current.status).toBe("absent"));
  expect(await caches.keys()).toEqual([]);
});

const NEWER = new TextEncoder().encode("weights of a newer model");
const newer = {
  file: "assets/meaning-model-2.bin",
  sha256: createHash("sha256").update(NEWER).digest("hex"),
  sizeBytes: NEWER.length,
};
const pathsOf = async () =>
  (await (await caches.open("note-ninja meaning")).keys()).map(({ url }) => new URL(url).pathname);

test("S2.find.8 an older model stays in use during the download of a newer one, and after it was cancelled or failed", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const first = state();
  await models.downloadModel(offered);
  expect(models.usableModel(first.current)).toEqual(offered);
  const cancelled = await startDownload(newer);
  expect(models.usableModel(cancelled.now.current)).toEqual(offered);
  models.cancelDownload();
  cancelled.arrive(new Response(NEWER));
  await cancelled.downloading;
  await waitFor(() => expect(cancelled.now.current).toEqual({ status: "ready", model: offered }));
  answers[`/${newer.file}`] = () => new Response("", { status: 500 });
  await models.downloadModel(newer);
  await waitFor(() => expect(cancelled.now.current).toMatchObject({ status: "failed", stored: offered }));
  expect(await pathsOf()).toEqual([`/${offered.file}`, "/meaning.json"]);
  expect(await models.readyModel()).toEqual(offered);
});

test("S2.find.8 a newer model replaces the older one", async () => {
  await models.downloadModel(offered);
  answers[`/${newer.file}`] = () => new Response(NEWER);
  expect(await models.downloadModel(newer)).toBe(true);
  expect(await pathsOf()).toEqual(["/meaning.json", `/${newer.file}`]);
  expect(await models.readyModel()).toEqual(newer);
});

test("S2.find.8 nothing is stored if the student signs out during the download", async () => {
  const { downloading, arrive } = await startDownload(offered);
  people.signOutForTest();
  arrive(new Response(FILE));
  expect(await downloading).toBe(false);
  expect(await caches.keys()).toEqual([]);
});

test("S2.find.8 a shared computer stores no model", async () => {
  people.signInOnSharedComputer({ uid: "u1", name: "Amara" });
  await models.downloadModel(offered);
  expect(fetch).not.toHaveBeenCalled();
  expect(models.canStoreModel()).toBe(false);
});

test("S2.find.8 no model is offered if the site responds with its page or with invalid metadata", async () => {
  const { queryFn } = models.offeredModelQuery;
  const ask = () => (queryFn as (options: { signal: AbortSignal }) => Promise<unknown>)(new AbortController());
  answers["/meaning.json"] = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  expect(await ask()).toBeNull();
  answers["/meaning.json"] = () => Response.json({ file: 1 });
  expect(await ask()).toBeNull();
  answers["/meaning.json"] = () => Response.json(offered);
  expect(await ask()).toEqual(offered);
});

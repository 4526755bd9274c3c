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

test("S2.find.8 a cancelled download stores nothing", async () => {
  let arrive: (response: Response) => void = () => undefined;
  answers["/assets/meaning-model-1.bin"] = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const now = state();
  const downloading = models.downloadModel(offered);
  await waitFor(() => expect(now.current.status).toBe("downloading"));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  models.cancelDownload();
  arrive(new Response(FILE));
  await downloading;
  await waitFor(() => expect(now.current.status).toBe("absent"));
  expect(await caches.keys()).toEqual([]);
});

test("S2.find.8 a shared computer stores no model", async () => {
  people.signInOnSharedComputer({ uid: "u1", name: "Amara" });
  await models.downloadModel(offered);
  expect(fetch).not.toHaveBeenCalled();
  expect(models.canStoreModel()).toBe(false);
});

test("S2.find.8 a site without a model answers with its page, and offers none", async () => {
  const { queryFn } = models.offeredModelQuery;
  const ask = () => (queryFn as (options: { signal: AbortSignal }) => Promise<unknown>)(new AbortController());
  answers["/meaning.json"] = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  expect(await ask()).toBeNull();
  answers["/meaning.json"] = () => Response.json({ file: 1 });
  expect(await ask()).toBeNull();
  answers["/meaning.json"] = () => Response.json(offered);
  expect(await ask()).toEqual(offered);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadLibrary, loadNotes, unloadNotes } from "./library";
import { type SearchRequest, WorkerError } from "./protocol";

const asked: SearchRequest[] = [];
let answer: (question: SearchRequest) => Promise<unknown>;

vi.mock("./client", () => ({
  searchWorker: () => ({
    call: (question: SearchRequest) => {
      asked.push(question);
      return answer(question);
    },
  }),
}));

vi.mock("../catalogue/catalogue", () => ({
  fetchFile: async () => new ArrayBuffer(1),
}));

/** Files whose arrival the test controls. */
const arriving: { url: string; cache: RequestCache; arrive: () => void }[] = [];

const address = async (sha256: string) => `https://files.test/${sha256}`;
const kinds = () => asked.map((question) => ("name" in question ? `${question.kind} ${question.name}` : question.kind));

beforeEach(() => {
  answer = async () => ({ items: 1 });
  vi.stubGlobal("fetch", (url: string, { cache, signal }: { cache: RequestCache; signal: AbortSignal }) => {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      arriving.push({ url, cache, arrive: () => resolve(new Response(new ArrayBuffer(1))) });
    });
  });
});

afterEach(() => {
  unloadNotes();
  asked.splice(0);
  arriving.splice(0);
  vi.unstubAllGlobals();
});

describe("lists of notes that are searched in addition to the catalogue", () => {
  it("S2.find.1 loads a list of notes once per URL", async () => {
    const first = loadNotes("one", address);
    const second = loadNotes("one", address);
    await vi.waitFor(() => expect(arriving).toHaveLength(1));
    expect(arriving[0]).toMatchObject({ url: "https://files.test/one", cache: "default" });
    arriving[0]?.arrive();
    expect(await first).toBe(1);
    expect(await second).toBe(1);
    expect(kinds()).toEqual(["loadLibrary notes"]);
  });

  it("S2.find.2 after sign-out, sends nothing to the worker and removes the lists from it", async () => {
    const late = loadNotes("one", address);
    await vi.waitFor(() => expect(arriving).toHaveLength(1));
    unloadNotes();
    await expect(late).rejects.toThrow("signed out");
    arriving[0]?.arrive();
    expect(kinds()).toEqual(["dropLibrary notes"]);
    unloadNotes();
    expect(kinds(), "nothing is there to drop").toHaveLength(1);
    await loadLibrary("abc.bin");
    expect(kinds()).toEqual(["dropLibrary notes", "loadLibrary library"]);
  });

  it("replaces a list that is still loading with a newer one", async () => {
    const old = loadNotes("one", address).catch((error: Error) => error.message);
    await vi.waitFor(() => expect(arriving).toHaveLength(1));
    const newer = loadNotes("two", address);
    await vi.waitFor(() => expect(arriving).toHaveLength(2));
    arriving[1]?.arrive();
    expect(await newer).toBe(1);
    expect(await old).toContain("newer");
    expect(kinds()).toEqual(["loadLibrary notes"]);
  });

  it("fetches a damaged list once more, bypassing all caches, and retries after a failure", async () => {
    answer = async () => {
      throw new WorkerError("catalogue", "It arrived damaged.");
    };
    const damaged = loadNotes("one", address);
    await vi.waitFor(() => expect(arriving).toHaveLength(1));
    arriving[0]?.arrive();
    await vi.waitFor(() => expect(arriving).toHaveLength(2));
    expect(arriving[1]?.cache).toBe("reload");
    arriving[1]?.arrive();
    await expect(damaged).rejects.toThrow("damaged");
    const again = () => loadNotes("one", () => Promise.reject(new Error("offline")));
    await vi.waitFor(() => expect(again()).rejects.toThrow("offline"));
  });
});

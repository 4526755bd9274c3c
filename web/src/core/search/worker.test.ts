// @vitest-environment node
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { startWasmModule } from "../testing";
import type { RulesModule } from "../wasm";
import {
  type NumberedSearchRequest,
  type SearchPort,
  type SearchReply,
  SearchWorkerClient,
  WorkerError,
} from "./protocol";

/** Runs the worker with the real core over the golden files of the core's own tests. */

const golden = new URL("../../../../wasm-core/tests/golden/", import.meta.url);

interface Golden {
  courses: { code: string }[];
  search: { query: string; codes: string[] }[];
  enter: { query: string; code?: string | null }[];
}

let started: Promise<RulesModule> | undefined;

vi.mock("../wasm", () => ({
  loadRules: () => {
    started ??= startWasmModule<RulesModule>("wasm_core");
    return started;
  },
}));

/** Connects to the worker within this thread. */
function connect(): SearchWorkerClient {
  let toWorker: (event: { data: NumberedSearchRequest }) => void = () => undefined;
  let toPage: (event: MessageEvent<SearchReply>) => void = () => undefined;
  // Set for the whole file, because the worker keeps its `self` longer than one test.
  Object.defineProperty(globalThis, "self", {
    value: {
      addEventListener: (_type: string, listener: typeof toWorker) => {
        toWorker = listener;
      },
      postMessage: (data: SearchReply) => toPage({ data } as MessageEvent<SearchReply>),
    },
  });
  const port: SearchPort = {
    postMessage: (data) => toWorker({ data }),
    addEventListener: (type: string, listener: unknown) => {
      if (type === "message") toPage = listener as typeof toPage;
    },
  };
  return new SearchWorkerClient(port);
}

function bytesOf(name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(new URL(name, golden))).buffer;
}

describe("the search worker with the compiled core", () => {
  let client: SearchWorkerClient;
  const expected: Golden = JSON.parse(readFileSync(new URL("search.json", golden), "utf8"));

  beforeAll(async () => {
    client = connect();
    await import("./worker");
  });

  it("S2.browse.3 returns the results in the golden file", async () => {
    expect(await client.call<"top">({ kind: "top", count: 4 })).toEqual({ courses: [] });
    const loaded = await client.call<"load">({ kind: "load", bytes: bytesOf("catalogue.bin") });
    expect(loaded.courses).toBe(expected.courses.length);
    for (const { query, codes } of expected.search) {
      const limit = Math.max(codes.length, 1);
      const { hits } = await client.call<"search">({ kind: "search", query, limit });
      expect(
        hits.map((hit) => hit.code),
        query,
      ).toEqual(codes);
    }
  });

  it("S5.se.1 finds the course that Enter opens", async () => {
    for (const { query, code } of expected.enter) {
      const answer = await client.call<"enterMatch">({ kind: "enterMatch", query });
      expect(answer.code ?? null, query).toBe(code ?? null);
    }
  });

  it("S4.rec.1 shows followed courses first, then all others, page by page", async () => {
    const nothing = { saved: [], listened: [] };
    const mine = await client.call<"recommend">({
      kind: "recommend",
      followed: ["CS246", "NONE999"],
      ...nothing,
      offset: 0,
      limit: 9,
    });
    expect(mine).toMatchObject({ followed: 1, total: expected.courses.length });
    expect(mine.courses[0]?.code).toBe("CS246");
    expect(mine.courses).toHaveLength(9);
    const all = await client.call<"recommend">({
      kind: "recommend",
      followed: ["NONE999"],
      ...nothing,
      offset: 2,
      limit: 3,
    });
    expect(all).toMatchObject({ followed: 0, total: expected.courses.length });
    expect(all.courses).toHaveLength(3);
  });

  it("explains why a guide is shown", async () => {
    const interests = { followed: [], saved: ["MATH137", "MATH137"], listened: ["CS246"] };
    const { courses } = await client.call<"recommend">({ kind: "recommend", ...interests, offset: 0, limit: 3 });
    expect(courses.map(({ code, reason }) => [code, reason.kind, reason.items])).toEqual([
      ["MATH137", "saved", 2],
      ["CS246", "listened", 1],
      [expect.any(String), "popular", 0],
    ]);
  });

  it("finds only courses while there is no list of notes, and rejects invalid bytes", async () => {
    const nothing = { audio: [], albums: [], playlists: [], notes: [] };
    const limits = { kind: "searchLibrary", name: "library", query: "limits", limit: 4 } as const;
    expect(await client.call<"searchLibrary">(limits)).toEqual(nothing);
    const refused = await client
      .call<"loadLibrary">({ kind: "loadLibrary", name: "library", bytes: bytesOf("catalogue.bin") })
      .catch((e) => e);
    expect(refused).toBeInstanceOf(WorkerError);
    expect(refused.reason).toBe("catalogue");
    expect(await client.call<"searchLibrary">(limits)).toEqual(nothing);
  });

  it("S2.find.1 finds notes in a separate file until it is removed", async () => {
    const ask = (name: "library" | "notes", query: string) =>
      client.call<"searchLibrary">({ kind: "searchLibrary", name, query, limit: 5 });
    expect(
      await client.call<"loadLibrary">({ kind: "loadLibrary", name: "notes", bytes: bytesOf("notes.bin") }),
    ).toEqual({ items: 7 });
    await client.call<"loadLibrary">({ kind: "loadLibrary", name: "library", bytes: bytesOf("library.bin") });
    for (const { query, hits } of JSON.parse(readFileSync(new URL("notes.json", golden), "utf8"))) {
      expect(await ask("notes", query), query).toEqual(hits);
    }
    expect((await ask("library", "pointers")).audio).toHaveLength(2);
    await client.call<"dropLibrary">({ kind: "dropLibrary", name: "notes" });
    expect((await ask("notes", "rule of five")).notes).toEqual([]);
    expect((await ask("library", "pointers")).audio).toHaveLength(2);
  });

  it("S7.rd.1 updates course counts without fetching the courses again, and rejects counts of another catalogue", async () => {
    const top = async () => (await client.call<"top">({ kind: "top", count: 1 })).courses[0];
    const before = await top();
    await client.call<"load">({ kind: "load", counts: bytesOf("counts.bin") });
    const after = await top();
    expect(after).toMatchObject({ likes: 999 });
    expect(after?.code).not.toBe(before?.code);
    const refused = await client.call<"load">({ kind: "load", counts: bytesOf("library.bin") }).catch((error) => error);
    expect(refused).toMatchObject({ reason: "catalogue" });
    expect(await top()).toEqual(after);
    // The catalogue file has its own counts.
    await client.call<"load">({ kind: "load", bytes: bytesOf("catalogue.bin") });
    expect(await top()).toEqual(before);
  });

  it("keeps the current catalogue when a new one cannot be read", async () => {
    const refused = await client.call<"load">({ kind: "load", bytes: new ArrayBuffer(12) }).catch((error) => error);
    expect(refused).toBeInstanceOf(WorkerError);
    expect(refused.reason).toBe("catalogue");
    const still = await client.call<"top">({ kind: "top", count: 1 });
    expect(still.courses).toHaveLength(1);
  });
});

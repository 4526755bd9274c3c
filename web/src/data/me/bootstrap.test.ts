// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

const asked: (string | undefined)[] = [];
let answer: { status: number; tag: string; notes?: boolean };

vi.mock("@/api/client", () => ({
  api: {
    GET: async (_path: string, { params }: { params: { header: { "If-None-Match"?: string } } }) => {
      asked.push(params.header["If-None-Match"]);
      const response = new Response(null, { status: answer.status, headers: { etag: answer.tag } });
      if (answer.status !== 200) return { response };
      const data = {
        me: {},
        likes: "likes",
        positions: "positions",
        ...(answer.notes !== false && { notes: "notes" }),
      };
      return { data, response };
    },
  },
}));
vi.mock("@/session/session", () => ({
  session: { onEnd: (ending: () => void) => endings.push(ending), trackProfileFetch: () => () => undefined },
}));
const endings = vi.hoisted(() => [] as (() => void)[]);
const back = vi.hoisted(() => ({ atMs: 0 }));
vi.mock("@/lib/browser/tab-return", () => ({ lastTabReturnMs: () => back.atMs }));

const { takeBootstrapPart } = await import("./bootstrap");
const { invalidateETag, storedETag } = await import("./bootstrap-etag");

const UID = "amara";
const keep = <Taken>(taken: Taken) => taken;
const takeAll = () =>
  Promise.all([
    takeBootstrapPart(UID, "likes", keep),
    takeBootstrapPart(UID, "notes", keep),
    takeBootstrapPart(UID, "positions", keep),
  ]);

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  for (const key of ["likes", "saved"]) localStorage.setItem(`nn:u:${UID}:${key}`, "");
  answer = { status: 200, tag: '"1.5.abc"' };
  back.atMs = 0;
  for (const ending of endings) ending();
});

/** Reloads the page. */
const reload = () => {
  for (const ending of endings) ending();
};

it("S7.rd.15 sends one request for all parts, and each part can be taken once", async () => {
  expect(await takeAll()).toEqual(["likes", "notes", "positions"]);
  expect(await takeBootstrapPart(UID, "likes", keep)).toBeUndefined();
  expect(asked).toEqual([undefined]);
});

it("sends its ETag on the next visit, and reuses the cached parts on 304", async () => {
  await takeAll();
  reload();
  answer = { status: 304, tag: '"1.5.abc"' };
  expect(await takeAll()).toEqual(["same", "same", "same"]);
  expect(asked).toEqual([undefined, '"1.5.abc"']);
});

it("a return to the page sends one request with the ETag for all parts", async () => {
  await takeAll();
  back.atMs = Date.now();
  answer = { status: 304, tag: '"1.5.abc"' };
  expect(await takeAll()).toEqual(["same", "same", "same"]);
  expect(await takeBootstrapPart(UID, "likes", keep)).toBeUndefined();
  expect(asked).toEqual([undefined, '"1.5.abc"']);
});

it("if some parts of a response were not stored, only My Notes can be reused", async () => {
  await takeAll();
  reload();
  answer = { status: 200, tag: '"1.5.def"', notes: false };
  expect(await takeBootstrapPart(UID, "likes", keep)).toBe("likes");
  expect(await takeBootstrapPart(UID, "notes", keep)).toBe("same");
  expect(storedETag(UID)).toBe('"1.5."');
  expect(await takeBootstrapPart(UID, "positions", keep)).toBe("positions");
  expect(storedETag(UID)).toBe('"1.5.def"');
  invalidateETag(UID);
  expect(storedETag(UID)).toBe('"1.5."');
});

it("a part that could not be stored is requested again", async () => {
  await takeAll();
  localStorage.removeItem(`nn:u:${UID}:saved`);
  expect(storedETag(UID)).toBeUndefined();
  reload();
  await expect(takeBootstrapPart(UID, "notes", () => Promise.reject(new Error("full")))).rejects.toThrow("full");
});

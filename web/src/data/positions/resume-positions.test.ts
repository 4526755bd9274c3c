import { beforeEach, expect, test, vi } from "vitest";
import {
  type AudioPosition,
  type NotePosition,
  readAudioPosition,
  readAudioPositions,
  sendAudioPositions,
  sendNotePositions,
} from "./resume-positions";

const [put, get, add] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
/** Positions in the response at startup. */
const first = vi.hoisted(() => ({ page: undefined as unknown }));
vi.mock("@/api/client", () => ({
  keepalive: { keepalive: true },
  unwrap: async (answer: Promise<unknown>) => answer,
  api: { PUT: put, GET: get },
}));
vi.mock("@/offline/outbox/queue", () => ({ enqueueChange: add }));
vi.mock("../me/bootstrap", () => ({
  takeBootstrapPart: async (_uid: string, _part: string, use: (taken: unknown) => unknown) =>
    first.page === undefined ? undefined : use(first.page),
}));

beforeEach(() => {
  put.mockReset().mockImplementation(async (_path: string, { body }: { body: object }) => body);
  add
    .mockReset()
    .mockImplementation(async ({ position }: { position: object }) => ({ status: "sent", result: [position] }));
});

const place = { noteId: "n1", position: {} } as unknown as NotePosition;
const heard = { audioId: "a1", position: {} } as unknown as AudioPosition;

test.each([
  ["notes", "/api/me/reading", (isLast?: boolean) => sendNotePositions([place], isLast), place],
  ["recordings", "/api/me/positions", (isLast?: boolean) => sendAudioPositions([heard], isLast), heard],
] as const)("positions in %s are sent in a keepalive request when the page closes", async (_in, path, send, item) => {
  expect(await send(true)).toEqual([item]);
  expect(put).toHaveBeenCalledExactlyOnceWith(path, {
    body: { items: [item] },
    keepalive: true,
    signal: expect.any(AbortSignal) as AbortSignal,
  });
  expect(add).not.toHaveBeenCalled();
  expect(await send()).toEqual([item]);
  expect(put).toHaveBeenCalledTimes(1);
  expect(add).toHaveBeenCalledExactlyOnceWith({ kind: "position", position: item });
});

test("S4.resume.1 all positions are read unless the response at startup contains them or says that none changed", async () => {
  const merge = vi.fn();
  get
    .mockReset()
    .mockImplementation(async (_path, { params }) =>
      params.query.cursor ? { items: ["c"] } : { items: ["a", "b"], nextCursor: "more" },
    );
  first.page = undefined;
  await readAudioPositions("u1", merge);
  expect(merge.mock.calls).toEqual([[["a", "b", "c"]]]);
  expect(get).toHaveBeenCalledTimes(2);
  first.page = { items: ["first"], nextCursor: "more" };
  await readAudioPositions("u1", merge);
  expect(merge.mock.lastCall).toEqual([["first", "c"]]);
  expect(get).toHaveBeenCalledTimes(3);
  first.page = "same";
  await readAudioPositions("u1", merge);
  expect(merge).toHaveBeenCalledTimes(2);
  expect(get).toHaveBeenCalledTimes(3);
});

test("the position in one recording has its id, and there is none in a recording that was never played", async () => {
  get
    .mockReset()
    .mockResolvedValueOnce({ position: { counter: 1 } })
    .mockResolvedValueOnce({});
  expect(await readAudioPosition("a1")).toEqual({ audioId: "a1", position: { counter: 1 } });
  expect(await readAudioPosition("a2")).toBeUndefined();
  expect(get.mock.calls[0]).toEqual(["/api/me/positions/{audioId}", { params: { path: { audioId: "a1" } } }]);
});

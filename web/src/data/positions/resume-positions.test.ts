import { beforeEach, expect, test, vi } from "vitest";
import { type AudioPosition, type NotePosition, sendAudioPositions, sendNotePositions } from "./resume-positions";

const [put, add] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/api/client", () => ({
  keepalive: { keepalive: true },
  unwrap: async (answer: Promise<unknown>) => answer,
  api: { PUT: put },
}));
vi.mock("@/offline/outbox/queue", () => ({ enqueueChange: add }));
vi.mock("../me/bootstrap", () => ({ takeBootstrapPart: async () => undefined }));

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

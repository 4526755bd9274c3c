// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PlayerModule } from "@/core/player";
import { startWasmModule } from "@/core/testing";
import { NOTE_POSITIONS_KEY } from "@/lib/browser/storage";
import { countUnsentPositions } from "@/offline/positions/position-sync";
import { createReadingPositionSync, flushReadingPositions } from "./reading-position-sync";
import type { NotePosition } from "./resume-positions";

const server = vi.hoisted(() => ({ isThere: true, has: [] as unknown[] }));
vi.mock("./resume-positions", () => ({
  sendNotePositions: async (items: NotePosition[]) => {
    if (!server.isThere) throw new TypeError("Failed to fetch");
    server.has.push(...items);
    return items;
  },
}));

let core: PlayerModule;
beforeAll(async () => {
  core = await startWasmModule("player_core");
});
beforeEach(() => {
  localStorage.clear();
  Object.assign(server, { isThere: true, has: [] });
});

/** Closes the note at this page while the server is unreachable, so that even the keepalive request fails. */
function closeAt(page: number) {
  const places = createReadingPositionSync("amara", core);
  places.store("n1", core.recordReading(undefined, places.device, page, 0, 40, false, false, Date.now()), true);
  server.isThere = false;
  places.flushOnPageHide();
  places.end();
}

test("S4.out.1 the resume position of a note closed offline is sent by another page", async () => {
  closeAt(17);
  expect(server.has).toEqual([]);
  server.isThere = true;
  await flushReadingPositions("ben", async () => core);
  expect(server.has).toEqual([]);
  await flushReadingPositions("amara", async () => core);
  expect(server.has).toMatchObject([{ noteId: "n1", position: { page: 17 } }]);
  expect(countUnsentPositions("amara", NOTE_POSITIONS_KEY)).toBe(0);
});

test("positions that cannot be sent yet stay queued, and the rules are not fetched if none are queued", async () => {
  const loadRules = vi.fn(async () => core);
  await flushReadingPositions("amara", loadRules);
  expect(loadRules).not.toHaveBeenCalled();
  closeAt(3);
  await flushReadingPositions("amara", loadRules);
  expect(countUnsentPositions("amara", NOTE_POSITIONS_KEY)).toBe(1);
  server.isThere = true;
  await flushReadingPositions("amara", loadRules);
  expect(server.has).toHaveLength(1);
});

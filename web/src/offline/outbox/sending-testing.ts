import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";
import type { Playlist } from "@/api/models";
import type { ApiProblem } from "@/api/problem";
import type { SendOptions } from "./kinds/kind";
import type { Change, Entry } from "./kinds/kinds";

/** Simulated tabs, session and server for the tests of sending. Tests mock the modules with `fakeSession` and `fakeSend`. */

type State = { status: string; me?: { uid: string } | undefined; reason?: string; isOfflineSession?: boolean };
type Answer = (change: Change) => unknown;

let sessionWatchers = new Set<() => void>();
let locks: Promise<unknown> = Promise.resolve();
/** `ApiProblem` of the newest tab. Each tab has its own module instance, and `instanceof` needs the matching class. */
let Problem: typeof ApiProblem;
let stopTab: () => void = () => undefined;

const fresh = () => ({
  state: { status: "signed-in", me: { uid: "u1" } } as State,
  /** Simulates the server's response to a change; throws to reject it. */
  answerTo: (() => undefined) as Answer,
  sent: [] as { change: Change; isQueued: boolean }[],
  /** Positions of each batch request. */
  together: [] as string[][],
  /** Signal of the last request. */
  signal: new AbortController().signal,
});

export const testState = fresh();

export const fakeSession = {
  state: () => testState.state,
  watch: (watcher: () => void) => {
    sessionWatchers.add(watcher);
    return () => sessionWatchers.delete(watcher);
  },
};

export const fakeSend = {
  send: async (change: Change, how: SendOptions) => {
    testState.sent.push({ change, isQueued: how.isQueued });
    testState.signal = how.signal;
    return testState.answerTo(change);
  },
  sendBatch: async (changes: readonly Change[]) => {
    testState.together.push(changes.map(audioOf));
    for (const change of changes) testState.answerTo(change);
    return changes.map((change) => change.kind === "position" && [change.position]);
  },
};

/** Opens a tab: fresh modules over the same database. */
export async function openTab() {
  vi.resetModules();
  const queue = await import("./queue");
  Problem = (await import("@/api/problem")).ApiProblem;
  const { startSending } = await import("./sender");
  stopTab = startSending();
  await queue.outbox.reload();
  return queue;
}

/** Simulates killed tabs: they hold no lock, and their promises never settle. */
export function killTabs(): void {
  stopTab();
  locks = Promise.resolve();
  sessionWatchers.clear();
}

export function setSessionState(next: State): void {
  testState.state = next;
  for (const watcher of sessionWatchers) watcher();
}

export const until = (what: () => unknown) => vi.waitFor(what);
export const reachable = () => window.dispatchEvent(new Event("online"));
export const noResponse = () => new Problem({ code: "unreachable", status: 0, detail: "No answer." });
export const problem = (status: number, code: string) =>
  new Problem({ code: code as ApiProblem["code"], status, detail: `No: ${status}.` });
export const rejectWith = (error: Error) => () => {
  throw error;
};

export const like = (id: string, on = true): Change => ({ kind: "like", on, target: "notes", id });
export const playlist = (id: string, version = 1) => ({ id, name: id, version }) as Playlist;
export const createPlaylistChange = (id: string): Change => ({
  kind: "createPlaylist",
  id,
  body: { id, name: id },
  shown: { playlist: playlist(id), items: [] },
});
export const addToPlaylistChange = (id: string, audioId: string): Change => ({
  kind: "addToPlaylist",
  id,
  name: id,
  item: { audioId, title: audioId, addedAt: "" },
});
export const renamePlaylistChange = (id: string, name: string, version?: number): Change => ({
  kind: "changePlaylist",
  id,
  name: id,
  change: { kind: "rename", name },
  version,
});
export const positionChange = (audioId: string): Change => ({
  kind: "position",
  position: { audioId, atMs: 1, counter: 1, device: "d", isOver: false } as never,
});
export const audioOf = (change: Change) =>
  change.kind === "position" && "audioId" in change.position ? change.position.audioId : "";
export const changeLabel = (change: Change) => ("id" in change ? `${change.kind} ${change.id}` : change.kind);
export const states = (entries: readonly Entry[]) =>
  entries.map(({ change, state: is }) => `${changeLabel(change)} ${is}`);

/** Resets the browser, the session and the server before a test. */
export function resetTestState(): void {
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Module copies of earlier tests act as other tabs and would receive messages of this one.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.spyOn(console, "warn").mockReturnValue();
  Object.assign(testState, fresh());
  sessionWatchers = new Set();
  locks = Promise.resolve();
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (_name: string, work: () => Promise<unknown>) => {
        const turn = locks.then(work);
        locks = turn.catch(() => undefined);
        return turn;
      },
    },
  });
}

import { setMaxListeners } from "node:events";
import { afterEach, beforeEach, vi } from "vitest";
import type { PlayerModule } from "@/core/player";
import type { Controller as ControllerClass } from "./controller";
import { playerState } from "./store";
import { FakeElement, flushPromises, startPlayerCore, track } from "./testing";
import type { QueueContext } from "./types";

/**
 * Sets up the controller with the real core and with a fake element and server. Test files use it to replace the API
 * modules: `vi.mock("@/data/audio/playback", () => import("./controller-testing"))`.
 */

export const shelf: QueueContext = { kind: "shelf", id: "deep-dive", title: "Deep Dive", href: "/deep-dive" };

/** Recorded requests and state of the fake server. */
export const server = {
  asked: [] as string[][],
  sent: [] as { audioId: string; position: { positionMs: number; isFinished: boolean } }[],
  storedPositions: [] as unknown[],
  reads: 0,
  /** Recordings whose position was requested individually. */
  askedFor: [] as string[],
  metrics: [] as { name: string }[],
  ends: [] as (() => void)[],
  toasts: [] as string[],
  gone: new Set<string>(),
};

export const session = {
  onEnd: (ending: () => void) => server.ends.push(ending),
  state: () => ({ me: { uid: "u1" } }),
};

export const toast = (message: string) => server.toasts.push(message);

export async function fetchSignedAudioUrls(wanted: string[], soon: string[]) {
  const ids = [...wanted, ...soon];
  server.asked.push(ids);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const items = ids
    .filter((id) => !server.gone.has(id))
    .map((id) => ({
      id,
      url: `/files/${id}`,
      expiresAt,
      waveformVersion: `version of ${id}`,
    }));
  return { items, missing: [...server.gone] };
}

export const sendMetrics = (metrics: { name: string }[]) => server.metrics.push(...metrics);

export async function readAudioPositions(_uid: string, keep: (held: unknown[]) => void): Promise<void> {
  server.reads += 1;
  keep(await server.storedPositions);
}

/** Returns the server's position of one recording. */
export async function readAudioPosition(audioId: string): Promise<unknown> {
  server.askedFor.push(audioId);
  return (await server.storedPositions).find((held) => (held as { audioId: string }).audioId === audioId);
}

export async function sendAudioPositions(items: typeof server.sent) {
  server.sent.push(...items);
  return items;
}

let core: PlayerModule;
let Controller: typeof ControllerClass;
export let element: FakeElement;
export let player: ControllerClass;

export function createController({ hasElement = true } = {}): void {
  element = new FakeElement();
  player = new Controller(core, hasElement ? element.asElement() : undefined);
  player.begin("u1");
}

/** Plays the list from `index` until the track is audible. */
export async function startPlayback(index = 0, tracks = [track("a"), track("b"), track("c")]): Promise<void> {
  player.playList(tracks, index, shelf);
  await flushPromises();
  element.finishLoading();
  await flushPromises();
}

export const currentState = () => playerState.get();

/** Starts each test on a new page with an empty server. */
export function setupPlayerPerTest(): void {
  // Each test creates a player, and all of them listen to the other tabs.
  setMaxListeners(100);

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    localStorage.clear();
    Object.assign(server, {
      asked: [],
      askedFor: [],
      sent: [],
      storedPositions: [],
      metrics: [],
      ends: [],
      toasts: [],
      gone: new Set(),
    });
    vi.stubGlobal("Audio", FakeElement);
    core ??= await startPlayerCore();
    ({ Controller } = await import("./controller"));
    playerState.set({ ...playerState.get(), list: [], source: undefined, currentAudio: undefined, sleep: undefined });
    createController();
  });

  afterEach(() => vi.useRealTimers());
}

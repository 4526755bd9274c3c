// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { initialState } from "../store";
import { track } from "../testing";
import type { PlayerState } from "../types";
import { MediaSessionControls } from "./media-session";

let handlers: Map<string, (details: MediaSessionActionDetails) => void>;
let session: MediaSession;
let told: unknown[];
const position = { positionSecs: 42, durationSecs: 100 as number | undefined, bufferedSecs: 50 };
const controls = {
  resume: vi.fn(),
  pause: vi.fn(),
  next: vi.fn(),
  previous: vi.fn(),
  seek: vi.fn(),
  jumpBack: vi.fn(),
  jumpForward: vi.fn(),
  reset: vi.fn(),
};

const playing = (more: Partial<PlayerState> = {}): PlayerState => ({
  ...initialState,
  currentAudio: track("a", { artworkUrl: "/api/audio/a/artwork", uploaderName: "Amara" }),
  isPlaying: true,
  source: { kind: "shelf", id: "deep-dive", title: "Deep Dive" },
  ...more,
});

function system(): MediaSessionControls {
  return new MediaSessionControls(controls, () => position, session);
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal(
    "MediaMetadata",
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
  handlers = new Map();
  position.durationSecs = 100;
  told = [];
  session = {
    metadata: null,
    playbackState: "none",
    setActionHandler(action: string, handler: (details: MediaSessionActionDetails) => void) {
      if (action === "stop") throw new TypeError("not known here");
      handlers.set(action, handler);
    },
    setPositionState(state?: unknown) {
      told.push(state);
    },
  } as unknown as MediaSession;
});

it("shows title, artist and picture on the lock screen", () => {
  const shown = system();
  shown.show(playing());
  expect(session.metadata).toEqual({
    title: "A",
    artist: "Amara",
    album: "Deep Dive",
    artwork: [{ src: "/api/audio/a/artwork" }],
  });
  expect(session.playbackState).toBe("playing");
  shown.show(playing({ isPlaying: false }));
  expect(session.playbackState).toBe("paused");
  shown.show(initialState);
  expect([session.metadata, session.playbackState]).toEqual([null, "none"]);
});

it("S2.chapters.1 shows the chapters when they have loaded", () => {
  const shown = system();
  shown.show(playing());
  expect(session.metadata).not.toHaveProperty("chapterInfo");
  shown.show(playing({ chapters: [{ startMs: 1500, title: "Rates" }] }));
  expect(session.metadata).toMatchObject({ title: "A", chapterInfo: [{ title: "Rates", startTime: 1.5 }] });
});

it("S9.c.15 shows 'Unknown Artist' without an artist, and no artwork if there is none", () => {
  system().show(playing({ currentAudio: track("b"), source: undefined }));
  expect(session.metadata).toMatchObject({ artist: "Unknown Artist", album: "CS 246", artwork: [] });
});

it("reports position and speed", () => {
  const shown = system();
  shown.showPosition(1.5);
  position.durationSecs = undefined;
  shown.showPosition(1);
  expect(told).toEqual([{ duration: 100, position: 42, playbackRate: 1.5 }, undefined]);
});

it("every system control triggers its command", () => {
  system();
  const press = (action: string, details: object = {}) =>
    handlers.get(action)?.({ action, ...details } as MediaSessionActionDetails);
  for (const action of ["play", "pause", "nexttrack", "previoustrack", "seekbackward", "seekforward"]) press(action);
  for (const control of ["resume", "pause", "next", "previous", "jumpBack", "jumpForward"] as const) {
    expect(controls[control], control).toHaveBeenCalledTimes(1);
  }
  press("seekto", { seekTime: 7 });
  press("seekbackward", { seekOffset: 10 });
  press("seekforward", { seekOffset: 5 });
  expect(controls.seek.mock.calls).toEqual([[7], [32], [47]]);
});

it("works in browsers that support only parts of the API", () => {
  expect(() => new MediaSessionControls(controls, () => position, undefined).show(playing())).not.toThrow();
});

import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdUploadLocks, useLockedUploads } from "./tab-locks";

let held: string[] = [];
let shown: { uploads: readonly string[]; locked: ReadonlySet<string> | undefined };
const onReleased = vi.fn();
const ONE = ["a"];
const BOTH = ["a", "b"];

beforeEach(() => {
  held = [];
  onReleased.mockReset();
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, ...rest: unknown[]) => {
        const work = rest.pop() as () => Promise<void>;
        // Only the request with which the hook waits has options. It ends when the lock is released.
        if (rest.length > 0) await vi.waitUntil(() => !held.includes(name));
        else held.push(name);
        await work();
        held = held.filter((each) => each !== name);
      },
      query: async () => ({ held: held.map((name) => ({ name, mode: "exclusive" })), pending: [] }),
    },
  });
});
afterEach(() => {
  holdUploadLocks(new Set());
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ uploads, readAtMs }: { uploads: readonly string[]; readAtMs: number }) {
  shown = useLockedUploads(uploads, readAtMs, onReleased);
  return null;
}

test("S4.up.7 a tab holds a lock for each upload that it sends, and releases it when the upload ends", async () => {
  holdUploadLocks(new Set(["a", "b"]));
  holdUploadLocks(new Set(["b", "c"]));
  await Promise.resolve();
  expect(held).toEqual(["note-ninja upload b", "note-ninja upload c"]);
});

test("S4.up.7 for each new list of uploads, reads which uploads are being sent by tabs of this browser", async () => {
  held = ["note-ninja page /assets/start.js", "note-ninja upload a"];
  const page = render(<Page uploads={ONE} readAtMs={1000} />);
  expect(shown.locked).toBeUndefined();
  await act(async () => undefined);
  expect(shown.locked).toEqual(new Set(["a"]));
  held = ["note-ninja page /assets/start.js"];
  page.rerender(<Page uploads={ONE} readAtMs={2000} />);
  await act(async () => undefined);
  expect(shown.locked).toEqual(new Set());
});

test("S4.up.7 a newer list of uploads is shown only when its locks have been read", async () => {
  const page = render(<Page uploads={ONE} readAtMs={1000} />);
  await act(async () => undefined);
  held = ["note-ninja upload b"];
  page.rerender(<Page uploads={BOTH} readAtMs={2000} />);
  expect(shown).toEqual({ uploads: ["a"], locked: new Set() });
  await act(async () => undefined);
  expect(shown).toEqual({ uploads: ["a", "b"], locked: new Set(["b"]) });
});

test("S4.up.7 the list of uploads is refetched when the tab that sends one is closed", async () => {
  held = ["note-ninja upload a"];
  render(<Page uploads={ONE} readAtMs={1000} />);
  await act(async () => undefined);
  expect(onReleased).not.toHaveBeenCalled();
  held = [];
  await vi.waitFor(() => expect(onReleased).toHaveBeenCalledTimes(1));
});

test("S4.up.7 the first list of uploads is shown at once, without an empty list before it", async () => {
  const page = render(<Page uploads={[]} readAtMs={0} />);
  await act(async () => undefined);
  page.rerender(<Page uploads={ONE} readAtMs={1000} />);
  expect(shown).toEqual({ uploads: ["a"], locked: undefined });
  await act(async () => undefined);
  expect(shown.locked).toEqual(new Set());
});

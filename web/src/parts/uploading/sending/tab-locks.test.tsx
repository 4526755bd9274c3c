import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdUploadLocks, useLockedUploads } from "./tab-locks";

let held: string[] = [];
let shown: ReadonlySet<string> | undefined;

beforeEach(() => {
  held = [];
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, work: () => Promise<void>) => {
        held.push(name);
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

function Page({ readAtMs }: { readAtMs: number }) {
  shown = useLockedUploads(readAtMs);
  return null;
}

test("S4.up.7 a tab holds a lock for each upload that it sends, and releases it when the upload ends", async () => {
  holdUploadLocks(new Set(["a", "b"]));
  holdUploadLocks(new Set(["b", "c"]));
  await Promise.resolve();
  expect(held).toEqual(["note-ninja upload b", "note-ninja upload c"]);
});

test("S4.up.7 reads with each new list of uploads which of them the tabs of this browser send", async () => {
  held = ["note-ninja page /assets/start.js", "note-ninja upload a"];
  const page = render(<Page readAtMs={0} />);
  expect(shown).toBeUndefined();
  await act(async () => undefined);
  expect(shown).toEqual(new Set(["a"]));
  held = ["note-ninja page /assets/start.js"];
  page.rerender(<Page readAtMs={2000} />);
  await act(async () => undefined);
  expect(shown).toEqual(new Set());
});

// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { registerWorker } from "./register";

test("S4.offline.3 tells the service worker of a new release to take over only when the last page of another release is closed", async () => {
  const posted = vi.fn();
  const other = "note-ninja page /assets/start-0.js";
  let held = [other, "note-ninja page "];
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let queries = 0;
  vi.stubGlobal("navigator", {
    serviceWorker: {
      controller: {},
      register: async () => Object.assign(new EventTarget(), { waiting: { postMessage: posted }, installing: null }),
    },
    locks: {
      query: async () => {
        queries += 1;
        // Ends the endless loop of an implementation that does not wait for the lock.
        return { held: queries > 5 ? [] : held.map((name) => ({ name, mode: "shared" })), pending: [] };
      },
      request: async (name: string, how: object | (() => unknown), work?: () => unknown) => {
        if (name === other) await left;
        return typeof how === "function" ? how() : work?.();
      },
    },
  });
  const registered = registerWorker();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(queries).toBe(1);
  expect(posted).not.toHaveBeenCalled();
  held = ["note-ninja page "];
  leave();
  await registered;
  expect(posted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: "take over" }));
});

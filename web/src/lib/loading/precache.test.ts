import { afterEach, expect, test, vi } from "vitest";
import { type PrecacheReply, type PrecacheRequest, requestReaderPrecache, requestSearchPrecache } from "./precache";

/** Stubs a service worker that sends this reply, or none for `undefined`. Returns the messages that it received. */
function workerSays(answer: PrecacheReply | undefined): PrecacheRequest[] {
  const told: PrecacheRequest[] = [];
  const postMessage = (message: PrecacheRequest, [port]: [MessagePort]) => {
    told.push(message);
    if (answer !== undefined) port.postMessage(answer);
  };
  vi.stubGlobal("navigator", { serviceWorker: { controller: { postMessage } } });
  return told;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("S4.offline.9 resolves once the service worker has cached the code, and rejects if it failed", async () => {
  const told = workerSays({});
  await requestReaderPrecache();
  await requestSearchPrecache();
  expect(told.map(({ kind }) => kind)).toEqual(["keep the reader", "keep the search"]);
  workerSays({ error: "QuotaExceededError" });
  await expect(requestReaderPrecache()).rejects.toMatchObject({ name: "QuotaExceededError" });
});

test("stops waiting for a service worker of an older release, which does not respond", async () => {
  workerSays(undefined);
  vi.useFakeTimers();
  const missed = expect(requestReaderPrecache()).rejects.toThrow("could not keep");
  await vi.advanceTimersByTimeAsync(60_000);
  await missed;
});

test("does nothing without a service worker", async () => {
  vi.stubGlobal("navigator", {});
  await expect(requestReaderPrecache()).resolves.toBeUndefined();
});

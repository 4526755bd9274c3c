// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { setQueryActivity } from "./lib/loading/page-idle";

const registerWorker = vi.fn(async () => undefined);

vi.mock("./styles/index.css", () => ({}));
vi.mock("./app/boot/first-script", () => ({}));
vi.mock("./app/router", () => ({ router: { routes: [], state: { initialized: true } } }));
vi.mock("./session/session", () => ({ session: { restore: async () => undefined } }));
vi.mock("./app/worker/register", () => ({ registerWorker: () => registerWorker() }));
vi.mock("./lib/browser/telemetry-consent", () => ({ isTelemetryAllowed: () => false }));
vi.mock("./lib/browser/text-size", () => ({ trackTextScale: () => undefined }));
vi.mock("react-dom/client", () => ({ createRoot: () => ({ render: () => undefined }) }));

test("S4.offline.1 registers the service worker when the page is loaded and idle", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (work: () => void) => waiting.push(work));
  vi.stubEnv("PROD", true);
  document.body.innerHTML = '<div id="root"></div>';
  let isAsking = true;
  let tell: () => void = () => undefined;
  setQueryActivity({
    is: () => isAsking,
    watch: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  const settle = () => vi.advanceTimersByTimeAsync(200);
  const beIdle = async () => {
    for (const work of waiting.splice(0)) work();
    await settle();
  };
  await import("./main");
  await settle();
  expect(waiting).toHaveLength(0);
  window.dispatchEvent(new Event("load"));
  await settle();
  expect(waiting).toHaveLength(1);
  for (let times = 0; times < 3; times += 1) await beIdle();
  expect(registerWorker).not.toHaveBeenCalled();
  // The content of this response triggers the next request.
  tell();
  isAsking = false;
  tell();
  isAsking = true;
  await settle();
  await beIdle();
  expect(registerWorker).not.toHaveBeenCalled();
  isAsking = false;
  tell();
  await settle();
  expect([waiting.length, registerWorker.mock.calls.length]).toEqual([1, 0]);
  await beIdle();
  expect(registerWorker).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

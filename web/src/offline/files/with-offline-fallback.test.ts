import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { withOfflineFallback } from "./with-offline-fallback";

let me: { uid: string } | undefined;
let hasFiles = true;
vi.mock("@/session/session", () => ({ session: { state: () => ({ me }) } }));
vi.mock("./has-offline-files", () => ({ hasOfflineFiles: (uid: string) => hasFiles && uid === "u1" }));
vi.mock("./offline-lookup", () => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  me = { uid: "u1" };
  hasFiles = true;
});
afterEach(() => vi.useRealTimers());

type Found = { value: string; isAll: boolean } | undefined;
const part: Found = { value: "offline", isAll: false };
const whole: Found = { value: "offline", isAll: true };

/** Starts a request whose response the test sends. `find` returns the offline copies. */
function start(find: () => Promise<Found>) {
  let resolve: (answer: string) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const request = vi.fn(
    () =>
      new Promise<string>((yes, no) => {
        resolve = yes;
        reject = no;
      }),
  );
  const finder = vi.fn(find);
  const result = withOfflineFallback(
    request,
    (_, uid) => (uid === "u1" ? finder() : Promise.resolve(undefined)),
    (a, b) => `${a}+${b}`,
  );
  let shown: string | undefined;
  result.then(
    (value) => {
      shown = value;
    },
    (error: unknown) => {
      shown = `failed: ${error}`;
    },
  );
  return {
    request,
    finder,
    answer: (text: string) => resolve(text),
    fail: (error: unknown) => reject(error),
    after: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return shown;
    },
  };
}

test.each([
  ["a visitor", () => (me = undefined)],
  ["a student without offline copies", () => (hasFiles = false)],
])("S4.offline.9 no offline copies are looked up for %s", async (_, prepare) => {
  prepare();
  const asked = start(async () => whole);
  asked.answer("online");
  expect(await asked.after(0)).toBe("online");
  expect(asked.finder).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ["everything", whole, "online+offline"],
  ["a part", part, "online+offline"],
  ["nothing", undefined, "online"],
])("S4.offline.9 a response is combined with the offline copies if the device has %s", async (_, found, expected) => {
  const asked = start(async () => found);
  expect(await asked.after(1000)).toBeUndefined();
  asked.answer("online");
  expect(await asked.after(0)).toBe(expected);
  expect(vi.getTimerCount()).toBe(0);
});

test("S4.offline.9 complete offline copies replace a response that takes two seconds, even if the request then fails", async () => {
  const asked = start(async () => whole);
  expect(await asked.after(1999)).toBeUndefined();
  expect(await asked.after(1)).toBe("offline");
  asked.fail(new Error("Late."));
  expect(await asked.after(0)).toBe("offline");
});

test.each([
  ["a part", part, "online+offline"],
  ["nothing", undefined, "online"],
])("S4.offline.9 waits for a slow response if the device has %s", async (_, found, expected) => {
  const asked = start(async () => found);
  expect(await asked.after(60_000)).toBeUndefined();
  asked.answer("online");
  expect(await asked.after(0)).toBe(expected);
});

test.each([
  ["everything", whole],
  ["a part", part],
])("S4.offline.9 offline copies of %s are used if the server is unreachable", async (_, found) => {
  const asked = start(async () => found);
  asked.fail(unreachableProblem());
  expect(await asked.after(0)).toBe("offline");
  expect(vi.getTimerCount()).toBe(0);
});

const refused = new ApiProblem({ code: "not_found", status: 404, detail: "Gone." });
test.each([
  ["the server refuses", refused, whole],
  ["something else fails", new TypeError("Broken."), whole],
  ["the device has nothing", unreachableProblem(), undefined],
])("S4.offline.9 rejects with the error if %s", async (_, error, found) => {
  const asked = start(async () => found);
  asked.fail(error);
  expect(await asked.after(0)).toBe(`failed: ${error}`);
});

test("S4.offline.9 offline copies that cannot be read do not prevent the response", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const asked = start(async () => {
    throw new Error("No database.");
  });
  asked.answer("online");
  expect(await asked.after(0)).toBe("online");
  expect(console.warn).toHaveBeenCalledTimes(1);
});

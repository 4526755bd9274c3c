import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { practiceCardsQuery } from "./cards-query";

const core = { setDeck: vi.fn(), suspended: vi.fn(() => new Uint32Array([1])), free: vi.fn() };
const scheduler = vi.hoisted(() => ({ load: vi.fn() }));
const cards = ["a", "b", "c"].map((id) => ({ id }));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: async () => cards }));
vi.mock("@/parts/review/load-scheduler", () => ({ loadSchedulerIfUsed: scheduler.load }));

beforeEach(() => {
  scheduler.load.mockReset().mockResolvedValue({ core });
  core.free.mockReset();
});

const fetch = async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const found = await queries.fetchQuery(practiceCardsQuery(queries, "CS246"));
  return found.map(({ id }) => id);
};

test("S4.test.1 practises the cards of the course without the suspended ones", async () => {
  expect(await fetch()).toEqual(["a", "c"]);
  expect(core.setDeck).toHaveBeenCalledWith("a b c");
  expect(core.free).toHaveBeenCalledTimes(1);
});

test("S4.test.1 ignores a suspended card that the deck does not have", async () => {
  core.suspended.mockReturnValueOnce(new Uint32Array([2, 7]));
  expect(await fetch()).toEqual(["a", "b"]);
});

test.each([
  ["was never used", () => scheduler.load.mockResolvedValue(undefined)],
  ["does not load", () => scheduler.load.mockRejectedValue(new Error("Offline."))],
])("S4.test.1 practises all cards if the scheduler %s", async (_, prepare) => {
  prepare();
  expect(await fetch()).toEqual(["a", "b", "c"]);
});

test("S4.test.1 frees the scheduler if it fails", async () => {
  core.suspended.mockImplementationOnce(() => {
    throw new Error("The log is damaged.");
  });
  await expect(fetch()).rejects.toThrow("The log is damaged.");
  expect(core.free).toHaveBeenCalledTimes(1);
});

test("S4.test.4 keeps the cards of a test, each course under its own key, and reads them offline", () => {
  const queries = new QueryClient();
  const { queryKey, networkMode, staleTime, gcTime } = practiceCardsQuery(queries, "CS246");
  expect(queryKey).toEqual(["studying", "practice", "CS246"]);
  expect([networkMode, staleTime, gcTime]).toEqual(["always", Number.POSITIVE_INFINITY, 0]);
});

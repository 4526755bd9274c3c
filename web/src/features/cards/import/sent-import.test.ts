// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { interruptedImport, startOrResumeImport } from "./sent-import";

beforeEach(() => localStorage.clear());

const batch = (...ids: string[]) => ids.map((id) => ({ id })) as never;

test("S6.import.5 an import is stored before each batch, until it is complete", () => {
  const sent = startOrResumeImport("amara", "/cards", "cards.txt");
  expect(interruptedImport("amara", "/cards")).toBeUndefined();
  sent.addChapter("second");
  sent.addCards("second", batch("a", "b"));
  sent.addCards("second", batch("b", "c"));
  const interrupted = interruptedImport("amara", "/cards");
  expect(interrupted).toMatchObject({ chapters: ["second"], cards: { second: ["a", "b", "c"] } });
  sent.drop();
  expect(interruptedImport("amara", "/cards")).toBeUndefined();
});

test("S6.import.5 only the same source into the same cards of the same user continues an interrupted import", () => {
  startOrResumeImport("amara", "/cards", "cards.txt").addCards("", batch("a"));
  const cards = (uid: string, page: string, source: string) => startOrResumeImport(uid, page, source).cards;
  expect(cards("amara", "/cards", "cards.txt")).toEqual({ "": ["a"] });
  expect(cards("amara", "/cards", "other.txt")).toEqual({});
  expect(cards("amara", "/other", "cards.txt")).toEqual({});
  expect(cards("jordan", "/cards", "cards.txt")).toEqual({});
});

test.each(["{", "null", "{}", '{"page":"/cards","source":"x","chapters":[],"cards":{"":1}}'])(
  "S6.import.5 a stored import %s that cannot be read is ignored",
  (stored) => {
    localStorage.setItem("nn:u:amara:interrupted-import", stored);
    expect(interruptedImport("amara", "/cards")).toBeUndefined();
  },
);

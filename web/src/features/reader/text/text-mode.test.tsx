import { beforeEach, expect, test, vi } from "vitest";
import { readerMode, rememberReaderMode } from "./text-mode";
import { lastBlock, rememberBlock } from "./text-place";

const signedIn = vi.hoisted(() => ({ uid: "u1" as string | undefined }));
vi.mock("@/session/session", () => ({
  session: { state: () => ({ me: signedIn.uid === undefined ? undefined : { uid: signedIn.uid } }) },
}));

beforeEach(() => {
  localStorage.clear();
  signedIn.uid = "u1";
});

test("S2.text.1 the view is remembered for each note and each student", () => {
  rememberReaderMode("u1", "n1", "text");
  rememberReaderMode("u1", "n2", "text");
  rememberReaderMode("u1", "n2", "page");
  expect([readerMode("u1", "n1"), readerMode("u1", "n2"), readerMode("u2", "n1")]).toEqual(["text", "page", "page"]);
});

test("S2.text.1 the notes that were switched longest ago are forgotten", () => {
  for (let note = 0; note <= 500; note++) rememberReaderMode("u1", `n${note}`, "text");
  expect([readerMode("u1", "n0"), readerMode("u1", "n1"), readerMode("u1", "n500")]).toEqual(["page", "text", "text"]);
});

test("S2.text.1 the position in the text is stored for the last note only", () => {
  rememberBlock("u1", "n1", { page: 3, block: 4, above: 0.25 });
  expect(lastBlock("u1", "n1")).toEqual({ page: 3, block: 4, above: 0.25 });
  expect(lastBlock("u1", "n2")).toBeUndefined();
  rememberBlock("u1", "n2", undefined);
  expect(lastBlock("u1", "n1")).toBeUndefined();
});

test.each([undefined, "u2"])("S2.text.1 no position is stored after sign-out, with %s signed in", (uid) => {
  signedIn.uid = uid;
  rememberBlock("u1", "n1", { page: 3, block: 4, above: 0.25 });
  expect(localStorage).toHaveLength(0);
});

// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight } from "@/api/models";
import { remarkDraftIds, remarkDrafts } from "@/data/highlights/remark-drafts";
import { clearUser, clearUserStorage, isUnsyncedKey } from "@/lib/browser/storage";
import type { ChangeHighlight } from "./use-remark-drafts";
import { useRemarkDrafts } from "./use-remark-drafts";

const withRemark = (remark: string) => ({ id: "h1", mark: { remark } }) as Highlight;
const drafts = () => remarkDrafts("amara", "n1");

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

const saved: ChangeHighlight = async () => undefined;
const refused = { reason: "This remark is too long.", isFinal: true };
const unanswered = { reason: "Could not reach Note Ninja.", isFinal: false };

function open(highlights: readonly Highlight[], change = vi.fn(saved)) {
  const show = (shown: readonly Highlight[]) => useRemarkDrafts("amara", "n1", shown, change);
  return { change, ...renderHook(show, { initialProps: highlights }) };
}

test("S2.mark.1 saves a draft of an earlier page load once its highlight has loaded", async () => {
  drafts().set("h1", { text: "Complete, too early", base: "Complete" });
  const { change, rerender } = open([]);
  expect(change).not.toHaveBeenCalled();
  rerender([withRemark("Complete")]);
  expect(change).toHaveBeenCalledExactlyOnceWith(
    withRemark("Complete"),
    { remark: "Complete, too early" },
    expect.any(Function),
  );
  await waitFor(() => expect(drafts().read()).toEqual({}));
});

test("S2.mark.1 a draft that is already saved is removed and not sent again", async () => {
  drafts().set("h1", { text: "Complete", base: "" });
  const { change } = open([withRemark("Complete")]);
  await waitFor(() => expect(drafts().read()).toEqual({}));
  expect(change).not.toHaveBeenCalled();
});

test("S2.mark.1 a draft that cannot be saved is kept and shows the reason", async () => {
  drafts().set("h1", { text: "Complete", base: "" });
  open(
    [withRemark("")],
    vi.fn(async () => refused),
  );
  await waitFor(() => expect(drafts().read()).toEqual({ h1: { text: "Complete", base: "", failure: refused } }));
});

test("S2.mark.1 a draft that the server rejected is not sent again when the note is opened", () => {
  drafts().set("h1", { text: "Complete", base: "", failure: refused });
  const { change, result } = open([withRemark("")]);
  expect(change).not.toHaveBeenCalled();
  expect(result.current.read()).toHaveProperty("h1.text", "Complete");
});

test("S2.mark.1 a draft without a response is sent again when the note is opened", async () => {
  drafts().set("h1", { text: "Complete", base: "", failure: unanswered });
  const { change } = open([withRemark("")]);
  expect(change).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(drafts().read()).toEqual({}));
});

test("S2.mark.1 deletes a draft once the outbox has it, before the server confirms it", async () => {
  drafts().set("h1", { text: "Complete", base: "" });
  const unconfirmed: ChangeHighlight = (_seen, _mark, onStored) => {
    onStored?.();
    return new Promise(() => undefined);
  };
  open([withRemark("")], vi.fn(unconfirmed));
  await waitFor(() => expect(drafts().read()).toEqual({}));
});

test("S2.mark.1 text typed after the page opened is not treated as an earlier draft", () => {
  const { change, rerender, result } = open([]);
  result.current.set("h1", { text: "Comp", base: "" });
  rerender([withRemark("")]);
  expect(change).not.toHaveBeenCalled();
});

test("H30 signing out removes the drafts", () => {
  drafts().set("h1", { text: "Complete", base: "" });
  expect(remarkDraftIds("amara")).toEqual(["h1"]);
  clearUser("amara");
  expect(sessionStorage).toHaveLength(0);
});

test("H30 signing in as another user keeps the drafts, which are stored nowhere else", () => {
  drafts().set("h1", { text: "Complete", base: "" });
  clearUserStorage("jordan", isUnsyncedKey);
  expect(remarkDraftIds("amara")).toEqual(["h1"]);
  expect(remarkDraftIds("jordan")).toEqual([]);
});

/** Closes the tab: the browser hides the page and deletes the storage of the tab. */
function closeTab(unmount: () => void) {
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  sessionStorage.clear();
}

test("S2.mark.1 saves the draft of a closed tab once", async () => {
  const { unmount } = open([]);
  drafts().set("h1", { text: "Complete", base: "" });
  closeTab(unmount);
  expect(remarkDraftIds("amara")).toEqual(["h1"]);
  const { change } = open([withRemark("")]);
  expect(change).toHaveBeenCalledExactlyOnceWith(withRemark(""), { remark: "Complete" }, expect.any(Function));
  await waitFor(() => expect(remarkDraftIds("amara")).toEqual([]));
});

test("S2.mark.1 a remark stored after the page was hidden is not saved a second time by the next page", () => {
  const { unmount } = open([]);
  drafts().set("h1", { text: "Complete", base: "" });
  window.dispatchEvent(new Event("pagehide"));
  drafts().removeIf("h1", "Complete");
  closeTab(unmount);
  expect(open([withRemark("Complete")]).change).not.toHaveBeenCalled();
});

test("S2.mark.1 a page restored by the browser continues with its drafts", () => {
  open([]);
  drafts().set("h1", { text: "Complete", base: "" });
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(localStorage).toHaveLength(0);
  expect(drafts().read()).toEqual({ h1: { text: "Complete", base: "" } });
});

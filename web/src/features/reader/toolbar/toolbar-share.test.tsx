import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { ReaderToolbar } from "./toolbar";

const share = vi.hoisted(() => vi.fn());
vi.mock("@/parts/sharing/share-link", () => ({ shareLink: share }));
afterEach(() => {
  cleanup();
  share.mockReset();
});

function show(more: Partial<ReadableNote> = {}) {
  const nothing = () => undefined;
  render(
    <ReaderToolbar
      note={{ id: "n1", title: "Observers", pages: 9, ...more } as ReadableNote}
      view={undefined}
      page={7}
      pages={9}
      percent={100}
      side={undefined}
      mode="page"
      onMode={nothing}
      isAloud={false}
      onAloud={nothing}
      onSide={nothing}
      onGo={nothing}
      onFind={nothing}
      onFullScreen={nothing}
      hasLetterShortcuts
    />,
  );
}

test.each([
  ["Share", "/download/n1"],
  ["Share from page 7", "/note/n1#page=7"],
])("S2.share.1 the reader shares the note and the current page: %s", async (name, path) => {
  show();
  fireEvent.keyDown(screen.getByRole("button", { name: "Share" }), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name }));
  expect(share.mock.calls).toEqual([[path, "Observers"]]);
});

test("S2.share.1 a deleted note is not shared", () => {
  show({ fileUntil: "2026-12-21T10:00:00Z" });
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
});

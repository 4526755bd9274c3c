import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer, signOutForTest } from "@/api/testing";
import { OfflineButton, useOfflineItem } from "./offline-button";
import type { OfflineCandidate } from "./offline-candidate";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/files/has-offline-files", () => ({ hasOfflineFiles: () => false }));
vi.mock("./offline-dialog", () => ({
  OfflineDialog: ({ onClose }: { onClose: () => void }) => (
    <dialog open>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  ),
}));

const me = { uid: "u1", name: "Amara" };
const thing = { kind: "note", id: "n1", title: "Observers" } as unknown as OfflineCandidate;

function Menu() {
  const { items, dialog } = useOfflineItem(thing);
  return (
    <>
      {items.map(
        (item) =>
          typeof item !== "string" &&
          "onSelect" in item && (
            <button key={item.label} type="button" onClick={item.onSelect}>
              {item.label}
            </button>
          ),
      )}
      {dialog}
    </>
  );
}

beforeEach(() => {
  vi.stubGlobal("caches", {});
  vi.stubGlobal("navigator", { serviceWorker: {} });
});
afterEach(cleanup);

test.each([
  ["a menu", <Menu key="menu" />],
  ["a button", <OfflineButton key="button" item={thing} />],
])("S4.offline.9 'Keep on this device' opens from %s, in a dialog that closes", async (_where, view) => {
  signInAs(me);
  render(view);
  for (let times = 0; times < 2; times += 1) {
    fireEvent.click(screen.getByRole("button", { name: "Keep on this device" }));
    fireEvent.click(await screen.findByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  }
});

test("S4.offline.8 the button is not shown to visitors, on a shared computer, or without browser support", () => {
  const offered = () => {
    render(<OfflineButton item={thing} />);
    const count = screen.queryAllByRole("button").length;
    cleanup();
    return count;
  };
  signInAs(me);
  expect(offered()).toBe(1);
  vi.stubGlobal("navigator", {});
  expect(offered()).toBe(0);
  vi.stubGlobal("navigator", { serviceWorker: {} });
  signInOnSharedComputer(me);
  expect(offered()).toBe(0);
  signOutForTest();
  expect(offered()).toBe(0);
});

import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { LeftoverData } from "@/offline/other-accounts-data";
import { dataLossText, OtherAccountDataDialog } from "./other-account-data-dialog";

const left: LeftoverData = { uid: "amara", changes: [], drafts: 2, positions: 0, files: [] };
const deleteLeft = vi.fn(async (_left: LeftoverData) => undefined);
const toast = vi.fn((_message: string) => undefined);

vi.mock("@/offline/other-accounts-data", () => ({
  findOtherAccountsData: async () => [left],
  deleteLeftoverData: (each: LeftoverData) => deleteLeft(each),
  isEmpty: () => false,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: (message: string) => toast(message) }));

const onLogOut = vi.fn();
const question = () => screen.queryByRole("alertdialog", { name: "Delete what someone else left here?" });
const press = (name: string) => screen.getByRole("button", { name }).click();

async function show(): Promise<void> {
  render(<OtherAccountDataDialog uid="ben" onSignOut={onLogOut} />);
  await vi.waitFor(() => expect(question()?.textContent).toContain("2 study cards that someone else was writing"));
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test("S4.offline.11 a user who declines to delete another user's data can log out, and the dialog stays open", async () => {
  await show();
  press("Log out");
  expect(onLogOut).toHaveBeenCalledTimes(1);
  // The user has not confirmed yet.
  expect(question()).not.toBeNull();
  expect(deleteLeft).not.toHaveBeenCalled();
});

test("S4.offline.11 deletes another user's data on request, and shows an error and asks again if that fails", async () => {
  await show();
  deleteLeft.mockRejectedValueOnce(new Error("blocked"));
  press("Delete it");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith(expect.stringContaining("Close other Note Ninja tabs")));
  expect(question()).not.toBeNull();
  await vi.waitFor(() => press("Delete it"));
  await vi.waitFor(() => expect(question()).toBeNull());
  expect([deleteLeft.mock.calls, onLogOut.mock.calls.length]).toEqual([[[left], [left]], 0]);
});

const none = { ...left, drafts: 0 };
const like = { kind: "like", on: true, target: "notes", id: "n" } as const;

test.each<[string, readonly LeftoverData[]]>([
  ["", [none]],
  ["1 study card that someone else was writing will be lost.", [{ ...none, drafts: 1 }]],
  ["3 study cards that someone else was writing will be lost.", [{ ...none, drafts: 1 }, left]],
  [
    "Someone else made changes in this browser that were never sent: 2 likes.",
    [
      { ...none, changes: [like] },
      { ...none, changes: [like] },
    ],
  ],
  ["Someone else's reading and listening positions were never sent: 1 place.", [{ ...none, positions: 1 }]],
  [
    "Someone else's reading and listening positions were never sent: 5 places.",
    [
      { ...none, positions: 2 },
      { ...none, positions: 3 },
    ],
  ],
  [
    "2 study cards that someone else was writing will be lost. Someone else's reading and listening positions were never sent: 1 place.",
    [{ ...left, positions: 1 }],
  ],
])("S4.offline.11 names what would be lost: %s", (text, others) => {
  expect(dataLossText(others)).toBe(text);
});

test("S4.offline.11 names the files that would have to be downloaded again", () => {
  const files = [{ title: "Heaps", bytes: 2048, sizeBytes: 2048 }] as never;
  expect(dataLossText([{ ...none, files }])).toMatch(
    /^Someone else keeps .+ on this device, which will have to be downloaded again\.$/,
  );
});

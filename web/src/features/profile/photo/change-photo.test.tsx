import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { ChangePhoto } from "./change-photo";

vi.mock("./photo-dialog", () => ({
  PhotoDialog: ({ onDone }: { onDone: (text: string) => void }) => (
    <button type="button" onClick={() => onDone("Profile picture updated successfully!")}>
      Save
    </button>
  ),
}));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("S8.pr.2 S9.c.6 the message about a changed photo disappears after 3 s", async () => {
  render(<ChangePhoto me={{ uid: "u1", name: "Amara" } as Me} />);
  fireEvent.click(screen.getByRole("button", { name: "Change photo" }));
  const save = await screen.findByRole("button", { name: "Save" });
  vi.useFakeTimers();
  fireEvent.click(save);
  expect(screen.queryByText("Profile picture updated successfully!")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(2_999));
  expect(screen.queryByText("Profile picture updated successfully!")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Profile picture updated successfully!")).toBeNull();
});

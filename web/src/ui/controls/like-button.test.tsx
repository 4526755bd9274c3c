import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LikeButton } from "./like-button";

vi.mock("../overlay/tooltip", () => ({
  Tooltip: ({ text, children }: { text: string; children: object }) => <div title={text}>{children as never}</div>,
}));

afterEach(cleanup);
const onToggle = vi.fn();
const button = () => screen.getByRole("button");

test.each([
  [false, false, "Like, 3", "3"],
  [true, false, "Liked, 3", "3"],
  [false, true, "Like", ""],
  [true, true, "Like", ""],
])("with liked %s and isBare %s, the button is named %j", (liked, isBare, name, text) => {
  render(<LikeButton liked={liked} count={3} isBare={isBare} onToggle={onToggle} tabIndex={-1} />);
  expect([button().ariaLabel, button().textContent, button().getAttribute("aria-pressed")]).toEqual([
    name,
    text,
    `${liked}`,
  ]);
  expect([button().classList.contains("is-bare"), button().tabIndex]).toEqual([isBare, -1]);
});

test("a press toggles the like, unless there is a reason against it, which is shown and announced", () => {
  onToggle.mockReset();
  const { rerender } = render(<LikeButton liked={false} count={0} onToggle={onToggle} />);
  fireEvent.click(button());
  expect(onToggle).toHaveBeenCalledTimes(1);
  expect([button().getAttribute("aria-disabled"), button().getAttribute("aria-describedby")]).toEqual([null, null]);
  expect(screen.queryByTitle("Sign in to like")).toBeNull();
  rerender(<LikeButton liked={false} count={0} onToggle={onToggle} disabledReason="Sign in to like" />);
  fireEvent.click(button());
  expect(onToggle).toHaveBeenCalledTimes(1);
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByTitle("Sign in to like").contains(button())).toBe(true);
  const reason = document.getElementById(button().getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Sign in to like");
});

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me, PublicProfile } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { FollowStudentButton } from "./follow-student";

const [follow, toast] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/people/students", () => ({ followStudent: follow }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

beforeEach(() => {
  follow.mockReset();
  toast.mockReset();
});
afterEach(cleanup);

function Place() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${JSON.stringify(state)}`}</output>;
}

function show(isFollowed = false): void {
  render(
    <MemoryRouter initialEntries={["/u/bo"]}>
      <FollowStudentButton profile={{ username: "bo", isFollowed } as PublicProfile} />
      <Place />
    </MemoryRouter>,
  );
}
const amara = (username?: string) => signInAs({ uid: "u1", name: "Amara", username } as unknown as Me);

test("a visitor signs in to follow a student and returns to the profile", () => {
  signOutForTest();
  show();
  fireEvent.click(screen.getByRole("link", { name: "Sign in to follow" }));
  expect(screen.getByRole("status").textContent).toBe('/signin {"from":"/u/bo"}');
});

test("a member without a username is asked to choose one before following", () => {
  amara();
  show();
  fireEvent.click(screen.getByRole("link", { name: "Choose a username to follow" }));
  expect(screen.getByRole("status").textContent).toMatch(/^\/profile /);
});

test.each([
  [false, "Follow"],
  [true, "Following"],
])("the button changes whether a student is followed (now: %s)", (isFollowed, name) => {
  amara("amara");
  show(isFollowed);
  const button = screen.getByRole("button", { name });
  expect(button.getAttribute("aria-pressed")).toBe(String(isFollowed));
  fireEvent.click(button);
  expect(follow).toHaveBeenCalledExactlyOnceWith("bo", !isFollowed, expect.any(Function));
});

test("a rejected follow shows the reason", () => {
  amara("amara");
  show();
  fireEvent.click(screen.getByRole("button", { name: "Follow" }));
  follow.mock.lastCall?.[2](unreachableProblem());
  expect(toast).toHaveBeenCalledExactlyOnceWith(unreachableProblem().detail, { kind: "error" });
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PublicProfile } from "@/api/models";
import { signInAs, signOutForTest } from "@/api/testing";
import { ProfileHeader } from "./profile-header";

const read = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/people/students", () => ({
  studentCoursesQuery: (username: string) => ({ queryKey: [username], queryFn: () => read(username), retry: false }),
}));
vi.mock("./follow-student", () => ({ FollowStudentButton: () => <p>Follow</p> }));
vi.mock("./photo/change-photo", () => ({ ChangePhoto: ({ me }: { me: { uid: string } }) => <p>Photo of {me.uid}</p> }));
vi.mock("./people-dialog", () => ({
  FollowListDialog: ({ list, onClose }: { list: string; onClose: () => void }) => (
    <button type="button" onClick={onClose}>{`List of ${list}`}</button>
  ),
}));

beforeEach(() => {
  read.mockReset().mockResolvedValue({ courseCount: 2 });
  signInAs({ uid: "u1", name: "Ada" });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

function show(isOwn: boolean, counts = { followers: 1, following: 3 }): void {
  const profile = { username: "ada", displayUsername: "Ada", ...counts } as PublicProfile;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ProfileHeader profile={profile} isOwn={isOwn} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const counts = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a student can edit their own profile, and follow another student", () => {
  show(true);
  expect(screen.getByRole("heading", { name: "@Ada" })).toBeDefined();
  expect([screen.queryByText("Photo of u1"), screen.queryByText("Follow")].map(Boolean)).toEqual([true, false]);
  expect(screen.getByRole("link", { name: "Edit profile" })).toBeDefined();
  cleanup();
  show(false);
  expect([screen.queryByText("Photo of u1"), screen.queryByText("Follow")].map(Boolean)).toEqual([false, true]);
  expect(screen.queryByRole("link")).toBeNull();
});

test.each([
  [2, { followers: 1, following: 3 }, ["2 courses", "1 follower", "3 following"]],
  [1, { followers: 2, following: 1 }, ["1 course", "2 followers", "1 following"]],
  [0, { followers: 0, following: 0 }, ["0 courses", "0 followers", "0 following"]],
  [null, { followers: 0, following: 0 }, ["0 followers", "0 following"]],
])("with courseCount %s and %j, the counts are in the singular or plural", async (courseCount, people, expected) => {
  read.mockResolvedValue({ courseCount });
  show(false, people);
  expect(counts()[0]).toBe("");
  await vi.waitFor(() => expect(counts()).toEqual(expected));
});

test.each([
  ["1 follower", "followers"],
  ["3 following", "following"],
])("pressing '%s' opens the list, which can be closed", async (name, list) => {
  show(false);
  expect(screen.queryByText(/^List of/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name }));
  fireEvent.click(await screen.findByRole("button", { name: `List of ${list}` }));
  expect(screen.queryByText(/^List of/)).toBeNull();
});

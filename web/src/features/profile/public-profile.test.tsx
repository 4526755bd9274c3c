import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { closePages, signInAs, signOutForTest } from "@/api/testing";
import { onFollowStudentConfirmed, studentQuery } from "@/data/people/students";
import { OwnProfile, PublicProfile } from "./public-profile";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const outbox = vi.hoisted(() => ({ changes: [] as object[] }));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (all: object) => unknown) => select({}),
  selectPendingChanges: () => outbox.changes,
  enqueueChange: vi.fn(),
}));
vi.mock("./follow-student", () => ({ FollowStudentButton: () => <button type="button">Follow</button> }));
vi.mock("./photo/change-photo", () => ({ ChangePhoto: () => <button type="button">Change photo</button> }));
vi.mock("./people-dialog", () => ({
  FollowListDialog: ({ list, onClose }: { list: string; onClose: () => void }) => (
    <section aria-label={list}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  ),
}));

const profile = {
  username: "ben",
  displayUsername: "Ben",
  followers: 1,
  following: 5,
  isFollowed: false,
  showsCourses: true,
};
const courses = { courseCount: 2, topCourses: [{ code: "CS246", title: "Objects", savedNotes: 3 }] };

beforeEach(() => {
  server.reset();
  outbox.changes = [];
  signOutForTest();
});
afterEach(() => {
  cleanup();
  closePages();
});

const playlists = (whose: object) => <p>Playlists of {JSON.stringify(whose)}</p>;

function AtAddress() {
  const { username = "" } = useParams();
  return <PublicProfile username={username} playlists={playlists} />;
}

const routes = [
  { path: "/account", element: <OwnProfile playlists={playlists} /> },
  { path: "/u/:username", Component: AtAddress },
  { path: "*", element: null },
];

function show(address = "/u/ben", state?: object) {
  const entries = ["/before", { pathname: address, state }];
  const router = createMemoryRouter(routes, { initialEntries: entries });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, queries };
}

const answer = (shown: object = profile, of: object = courses) => {
  server.answer = (request) => (request.endsWith("/courses") ? of : shown);
};
const counts = () => document.querySelector(".profile-counts")?.textContent;
const named = (name: string) => screen.findByRole("heading", { name, level: 1 });

test("S2.route.8 a visitor sees a student's courses, counts and playlists", async () => {
  answer();
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  await named("@Ben");
  await vi.waitFor(() => expect(counts()).toBe("2 courses1 follower5 following"));
  expect(server.requests).toEqual([["GET /api/students/ben"], ["GET /api/students/ben/courses"]]);
  expect(document.title).toContain("@Ben");
  const course = screen.getByRole("link", { name: /CS 246/ });
  expect([course.getAttribute("href"), course.title]).toEqual(["/guide/CS246/notes", "Objects"]);
  expect(course.textContent).toContain("3 saved");
  expect(screen.getByText('Playlists of {"username":"ben","isOwn":false}')).toBeDefined();
  expect(screen.getByRole("button", { name: "Follow" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Edit profile" })).toBeNull();
  expect(screen.queryByText(/Only you can see this/)).toBeNull();
});

test("students can edit their own profile, and see that their hidden courses are visible only to themselves", async () => {
  signInAs({ uid: "u1", name: "Ben", username: "ben" } as never);
  answer({ ...profile, followers: 2, showsCourses: false }, { courseCount: 1, topCourses: [] });
  show("/account");
  await named("@Ben");
  await vi.waitFor(() => expect(counts()).toBe("1 course2 followers5 following"));
  expect(screen.getByRole("link", { name: "Edit profile" }).getAttribute("href")).toBe("/profile");
  expect(screen.getByRole("link", { name: "Show my courses" }).getAttribute("href")).toBe("/profile");
  expect(screen.getByText("Courses of the notes you save appear here.")).toBeDefined();
  expect(screen.getByText('Playlists of {"username":"ben","isOwn":true}')).toBeDefined();
  expect(screen.getByRole("button", { name: "Change photo" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Follow" })).toBeNull();
});

test("a student without a username is asked to choose one, and sees their own playlists", () => {
  signInAs({ uid: "u1", name: "Ben" });
  show("/account");
  expect(screen.getByText("You have no username yet")).toBeDefined();
  expect(screen.getByRole("link", { name: "Edit profile" }).getAttribute("href")).toBe("/profile");
  expect(screen.getByText('Playlists of {"isOwn":true}')).toBeDefined();
  cleanup();
  signOutForTest();
  show("/account");
  expect(screen.getByText("Not logged in.")).toBeDefined();
});

test.each([
  [{ courseCount: 0, topCourses: [] }, "No saved notes yet."],
  [{ topCourses: [] }, "@Ben keeps their courses private."],
])("without visible courses (%o) the profile shows the reason", async (of, text) => {
  answer(profile, of);
  show();
  expect(await screen.findByText(text)).toBeDefined();
});

test("courses that could not be loaded can be retried", async () => {
  server.answer = (request) => {
    if (request.endsWith("/courses")) throw notFound("Not now.");
    return profile;
  };
  show();
  expect(await screen.findByText("Error loading notes: Not now.")).toBeDefined();
  answer();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: /CS 246/ })).toBeDefined();
});

test("the profile of an unknown student shows a message, and a failure can be retried", async () => {
  server.reject(notFound());
  show();
  expect(await screen.findByText("There is no user called @ben.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  cleanup();
  server.reject();
  show();
  expect(await screen.findByText("User not found or could not load profile.")).toBeDefined();
  expect(screen.getByText(/^Error loading user profile: Could not reach/)).toBeDefined();
  answer();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await named("@Ben")).toBeDefined();
});

test("a former username redirects to the current one without a further request, and Back still works", async () => {
  answer();
  const { router } = show("/u/Benny", { from: "/browse" });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/u/ben"));
  expect(router.state.location.state).toEqual({ from: "/browse" });
  await named("@Ben");
  const profiles = server.requests.filter(([request]) => !request.endsWith("/courses"));
  expect(profiles).toEqual([["GET /api/students/Benny"]]);
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/before");
});

test("another spelling of the username does not redirect", async () => {
  answer();
  const { router } = show("/u/BEN");
  await named("@Ben");
  expect(router.state.location.pathname).toBe("/u/BEN");
});

test.each([
  [true, false, "2 followers"],
  [false, false, "1 follower"],
  [false, true, "0 followers"],
  [true, true, "1 follower"],
])("a pending follow (%s) of a profile with isFollowed %s shows %s", async (on, isFollowed, text) => {
  outbox.changes = [{ kind: "followStudent", on, username: "BEN" }];
  answer({ ...profile, isFollowed });
  show();
  await named("@Ben");
  expect(screen.getByRole("button", { name: text })).toBeDefined();
});

test("a pending follow of another student changes nothing", async () => {
  outbox.changes = [{ kind: "followStudent", on: true, username: "amara" }];
  answer();
  show();
  await named("@Ben");
  expect(screen.getByRole("button", { name: "1 follower" })).toBeDefined();
});

test("a confirmed follow shows the server's numbers", async () => {
  answer();
  const { queries } = show();
  await named("@Ben");
  const result = { isFollowed: true, followers: 9 };
  answer({ ...profile, ...result });
  act(() => onFollowStudentConfirmed(queries, "Ben", result as never));
  expect(await screen.findByRole("button", { name: "9 followers" })).toBeDefined();
  expect(queries.getQueryData(studentQuery("ben").queryKey)?.isFollowed).toBe(true);
});

test.each([
  ["1 follower", "followers"],
  ["5 following", "following"],
])("“%s” opens the list of %s", async (name, list) => {
  answer();
  show();
  await named("@Ben");
  fireEvent.click(screen.getByRole("button", { name }));
  await screen.findByRole("region", { name: list });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: list })).toBeNull();
});

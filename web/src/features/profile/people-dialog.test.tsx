import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PublicProfile } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { FollowListDialog } from "./people-dialog";

const people = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/people/students", () => ({
  followListQuery: (username: string, which: string) => ({
    queryKey: ["people", username, which],
    queryFn: ({ pageParam }: { pageParam: string }) => people(username, which, pageParam),
    initialPageParam: "",
    getNextPageParam: (page: { nextCursor?: string }) => page.nextCursor,
    networkMode: "always",
    retry: false,
  }),
}));

const onClose = vi.fn();
beforeEach(() => {
  onClose.mockReset();
  people.mockReset();
  signInAs({ uid: "u1", name: "Ada" });
});
afterEach(cleanup);

const profile = { username: "ada", displayUsername: "Ada" } as PublicProfile;
const show = (which: "followers" | "following" = "followers") =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/u/ada"]}>
        <FollowListDialog profile={profile} list={which} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));
const someone = (username: string) => ({ username, displayUsername: username.toUpperCase() });

test("students are listed page by page, and choosing one closes the dialog", async () => {
  people.mockResolvedValueOnce({ items: [someone("bob")], nextCursor: "more" });
  people.mockResolvedValueOnce({ items: [someone("cy")] });
  show();
  expect(screen.getByRole("dialog", { name: "Followers" })).toBeDefined();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByText("@BOB")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("@CY")).toBeDefined();
  expect(links()).toEqual(["/u/bob", "/u/cy"]);
  expect(people.mock.calls).toEqual([
    ["ada", "followers", ""],
    ["ada", "followers", "more"],
  ]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  fireEvent.click(screen.getByText("@CY"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ["followers", "Followers", "Nobody follows @Ada yet."],
  ["following", "Following", "@Ada isn't following anyone yet."],
] as const)("an empty list of %s says so", async (which, title, text) => {
  people.mockResolvedValue({ items: [] });
  show(which);
  expect(screen.getByRole("dialog", { name: title })).toBeDefined();
  expect(await screen.findByText(text)).toBeDefined();
});

test("a list that fails to load shows an error, and a retry loads it", async () => {
  people.mockRejectedValueOnce(unreachableProblem());
  people.mockResolvedValueOnce({ items: [someone("bob")] });
  show();
  expect(await screen.findByText(/^The list could not be loaded\./)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /retry|try again/i }));
  expect(await screen.findByText("@BOB")).toBeDefined();
});

test("a visitor is asked to sign in, and nothing is loaded", () => {
  signOutForTest();
  show();
  expect(screen.getByText("Only members can see who follows whom.")).toBeDefined();
  expect(links()).toEqual(["/signin"]);
  expect(people).not.toHaveBeenCalled();
});

test("Escape and 'Close' close the dialog", () => {
  signOutForTest();
  show();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText("Close", { selector: "button" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

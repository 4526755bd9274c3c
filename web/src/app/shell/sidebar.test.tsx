import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { BottomBar } from "./bottom-bar";
import { Sidebar } from "./sidebar";

const me: Me = {
  uid: "u1",
  email: "amara@noteninja.test",
  name: "amara",
  courseCodes: [],
  isAdmin: false,
  needsSecondFactor: false,
  showsCourses: true,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
};

function show(who: Me | undefined, { at = "/", isAdmin = false } = {}) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Sidebar me={who} isAdmin={isAdmin} onSearch={() => undefined} onSignOut={() => undefined} />
    </MemoryRouter>,
  );
}

/** Returns the text of an entry without the avatar before "Profile". */
const nameOf = (link: HTMLElement) => link.textContent.replace("👤", "");

const entries = () =>
  within(screen.getByRole("navigation"))
    .getAllByRole("link")
    .map((link) => [nameOf(link), link.getAttribute("href")] as const);

afterEach(cleanup);

test("S2.side.2 greets only users with a username", () => {
  show(me);
  expect(screen.queryByText(/^Hello/)).toBeNull();
  cleanup();
  show({ ...me, username: "amara", displayUsername: "Amara" });
  expect(screen.getByText("Hello Amara!")).toBeDefined();
});

test("S2.side.3 S2.side.4 S2.side.5 the entries are in order", () => {
  show(me);
  expect(entries()).toEqual([
    ["Dashboard", "/"],
    ["Browse & Discover", "/browse"],
    ["Audio Notes", "/audio-notes"],
    ["Request", "/upload"],
    ["My Notes", "/my-notes"],
    ["Study", "/study"],
    ["Account", "/profile"],
    ["Profile", "/account"],
  ]);
});

test("S2.side.6 the profile entry shows the photo, or an icon for a user without one", () => {
  show({ ...me, profileImageUrl: "/api/students/amara/image" });
  const entry = screen.getByRole("link", { name: "Profile" });
  expect(entry.querySelector("img")?.getAttribute("src")).toBe("/api/students/amara/image");
  cleanup();
  show(me);
  expect(screen.getByRole("link", { name: "Profile" }).textContent).toContain("👤");
});

test.each([
  ["/", "Dashboard"],
  ["/browse", "Browse & Discover"],
  ["/profile", "Account"],
  ["/account", "Profile"],
  ["/audio-notes", "Audio Notes"],
  ["/deep-dive", "Audio Notes"],
  ["/study", "Study"],
])("S2.side.8 on %s the entry '%s' is current", (at, name) => {
  show(me, { at });
  const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current.map(nameOf)).toEqual([name]);
});

test("administrators see their group of entries", () => {
  show(me);
  expect(screen.queryByText("Administration")).toBeNull();
  cleanup();
  show(me, { isAdmin: true });
  expect(screen.getByRole("link", { name: "Console" }).getAttribute("href")).toBe("/admin");
  expect(screen.getByRole("link", { name: "Setup Study Guides" }).getAttribute("href")).toBe("/setup-guides");
});

test("A35 visitors see no library and no Logout, but 'Sign in'", () => {
  show(undefined, { at: "/download/CS246" });
  expect(screen.queryByText("Library")).toBeNull();
  expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/signin");
});

test("S2.mob.2 S2.mob.3 S2.mob.4 the bottom bar has its entries", () => {
  const onLogOut = vi.fn();
  render(
    <MemoryRouter>
      <BottomBar onSignOut={onLogOut} />
    </MemoryRouter>,
  );
  expect(entries()).toEqual([
    ["Home", "/"],
    ["Browse", "/browse"],
    ["Audio", "/audio-notes"],
    ["My Notes", "/my-notes"],
    ["Study", "/study"],
    ["Profile", "/account"],
  ]);
  within(screen.getByRole("navigation")).getByRole("button", { name: "Logout" }).click();
  expect(onLogOut).toHaveBeenCalledOnce();
});

import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { SessionState } from "@/session/session";
import { Guard } from "./guard";

let state: SessionState;
vi.mock("@/session/session", () => ({ useSession: () => state }));

const visitor = (reason: "none" | "logout" | "ended"): SessionState => ({
  status: "signed-out",
  me: undefined,
  isAdmin: false,
  reason,
});

function open(at: string) {
  const router = createMemoryRouter(
    [
      { Component: Guard, children: [{ path: "/browse", element: <p>Guides</p> }] },
      { path: "/signin", element: <p>Sign-in form</p> },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

afterEach(cleanup);

test("S2.route.20 shows 'Loading...' while the session is restored", () => {
  state = { status: "unknown", me: undefined, isAdmin: false, unreachable: false };
  open("/browse");
  expect(screen.getByRole("status").textContent).toBe("Loading...");
});

test.each(["none", "ended"] as const)(
  "S2.route.19 redirects a visitor (%s) to sign-in and remembers the page",
  (reason) => {
    state = visitor(reason);
    const router = open("/browse?q=cs#top");
    expect(screen.getByText("Sign-in form")).toBeDefined();
    expect(router.state.location.pathname).toBe("/signin");
    expect(router.state.location.state).toEqual({ from: "/browse?q=cs#top" });
  },
);

test("S2.side.7 after Logout the next user starts at the dashboard, not at the previous user's page", () => {
  state = visitor("logout");
  expect(open("/browse").state.location.state).toEqual({});
});

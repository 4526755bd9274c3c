import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Component as EditCard } from "../study/edit-card";
import { Component as Console } from "./console";

let session: object;
vi.mock("@/session/session", async (original) => ({ ...(await original<object>()), useSession: () => session }));

afterEach(cleanup);

function open() {
  const children = [{ index: true, element: <p>What is published</p> }];
  const routes = [
    { path: "/admin", Component: Console, children },
    { path: "/card", Component: EditCard },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/admin"] });
  render(<RouterProvider router={router} />);
  return router;
}

test("an administrator without a second factor is asked to set it up instead of seeing the console", async () => {
  session = { status: "signed-in", isAdmin: false, me: { isAdmin: true, needsSecondFactor: true } };
  const router = open();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Set up two-step sign-in first");
  expect(screen.getByRole("link", { name: "Set it up" }).getAttribute("href")).toBe("/profile/security");
  expect(screen.queryByText("What is published")).toBeNull();
  await router.navigate("/card");
  expect(await screen.findByRole("link", { name: "Set it up" })).toBeDefined();
});

test("an administrator with a second factor sees the console", () => {
  session = { status: "signed-in", isAdmin: true, me: { isAdmin: true, needsSecondFactor: false } };
  open();
  expect(screen.getByText("What is published")).toBeDefined();
});

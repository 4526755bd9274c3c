import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { BuiltInCoursesPage } from "./setup-guides-page";

const setUpGuides = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/courses/courses", () => ({ createBuiltInCourses: setUpGuides }));
vi.mock("@/core/catalogue/catalogue", () => ({ catalogueQuery: { queryKey: ["catalogue"] } }));

const queries = new QueryClient();
beforeEach(() => {
  signOutForTest();
  setUpGuides.mockReset();
});
afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <BuiltInCoursesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const button = () => screen.queryByRole("button", { name: "Setup Study Guides" });

test("a student sees that the page is for administrators, and no button", () => {
  signInAs({ uid: "u1", name: "Ada" });
  show();
  expect(document.title).toMatch(/^Setup Study Guides/);
  expect(screen.getByRole("heading", { name: "Setup Study Guides" })).toBeDefined();
  expect(screen.getByText("Administrators only")).toBeDefined();
  expect(screen.getByRole("link", { name: "Browse & Discover" }).getAttribute("href")).toBe("/browse");
  expect(button()).toBeNull();
});

test("an administrator without a second factor is asked to set one up", () => {
  signInAs({ uid: "u1", name: "Ada", needsSecondFactor: true } as never, true);
  show();
  expect(screen.getByRole("heading", { name: "Setup Study Guides" })).toBeDefined();
  expect(button()).toBeNull();
});

test("an administrator creates the courses, and the page says how many are new", async () => {
  signInAs({ uid: "u1", name: "Ada" }, true);
  setUpGuides.mockResolvedValue({ created: ["A", "B", "C"], unchanged: ["D"] });
  show();
  fireEvent.click(button() as HTMLElement);
  expect(await screen.findByText("Study guides set up successfully! 3 written, 1 already existed.")).toBeDefined();
  expect(setUpGuides).toHaveBeenCalledTimes(1);
});

test("a failure shows an error, and the button is enabled again", async () => {
  signInAs({ uid: "u1", name: "Ada" }, true);
  setUpGuides.mockRejectedValue(new Error("No."));
  show();
  fireEvent.click(button() as HTMLElement);
  expect(await screen.findByText(/^Error:/)).toBeDefined();
  expect(button()).toHaveProperty("disabled", false);
});

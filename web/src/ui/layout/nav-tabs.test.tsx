import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { NavTabs } from "./nav-tabs";

afterEach(cleanup);

const tabs = [
  { to: "/audio", title: "All", end: true },
  { to: "/audio/radio", title: "Radio" },
];

test("the navigation has its label, marks the current page and scrolls to it, also after a change", async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = vi.fn(function scroll(this: Element) {
    scrolledTo.push(this.textContent);
  });
  const router = createMemoryRouter([{ path: "*", element: <NavTabs label="Shelves" tabs={tabs} /> }], {
    initialEntries: ["/audio/radio"],
  });
  render(<RouterProvider router={router} />);
  expect(screen.getByRole("navigation", { name: "Shelves" })).toBeDefined();
  // The first tab matches only its exact path.
  const current = () => screen.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent);
  expect(current()).toEqual(["Radio"]);
  await act(() => router.navigate("/audio"));
  expect(current()).toEqual(["All"]);
  expect(scrolledTo).toEqual(["Radio", "All"]);
});

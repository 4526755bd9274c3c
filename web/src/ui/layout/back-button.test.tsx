import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { BackButton } from "./back-button";

function Here() {
  return <output>{useLocation().pathname}</output>;
}

test("where there is nothing to go back to, back leads to the page's own place", () => {
  render(
    <MemoryRouter initialEntries={["/note/n1"]}>
      <BackButton fallback="/browse" label="Leave" />
      <Here />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(screen.getByRole("status").textContent).toBe("/browse");
});

import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { BackButton } from "./back-button";

function Here() {
  return <output>{useLocation().pathname}</output>;
}

test("Back opens the fallback page when there is no history", () => {
  render(
    <MemoryRouter initialEntries={["/note/n1"]}>
      <BackButton fallback="/browse" label="Leave" />
      <Here />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(screen.getByRole("status").textContent).toBe("/browse");
});

import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Component } from "./placeholder";

test("S2.route.13 the placeholder says that the page is not ready, and links to the dashboard", () => {
  render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  );
  expect(document.title).toMatch(/^Coming soon/);
  expect(screen.getByText("This part of Note Ninja is not ready yet.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to the dashboard" }).getAttribute("href")).toBe("/");
});

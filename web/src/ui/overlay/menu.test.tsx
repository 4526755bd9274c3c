import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Menu } from "./menu";

test("a menu shows its heading above its actions", async () => {
  render(<Menu trigger={<button type="button">More</button>} heading="Pointers" items={[]} />);
  fireEvent.keyDown(screen.getByRole("button", { name: "More" }), { key: "Enter" });
  expect((await screen.findByRole("menu")).textContent).toBe("Pointers");
});

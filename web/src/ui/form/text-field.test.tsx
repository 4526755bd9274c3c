import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TextField } from "./text-field";

afterEach(cleanup);

/** Returns the accessible description of the field. */
function description(): string | undefined {
  const id = screen.getByLabelText("Title").getAttribute("aria-describedby");
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? "nothing there");
}

test("a field is described by its hint, or by its error instead", () => {
  const { rerender } = render(<TextField label="Title" hint="At most 80 letters." />);
  expect(description()).toBe("At most 80 letters.");
  rerender(<TextField label="Title" hint="At most 80 letters." error="Title is required." />);
  expect(description()).toBe("Title is required.");
  rerender(<TextField label="Title" />);
  expect(description()).toBeUndefined();
});

test("a control below a hint is not included in the field's description", () => {
  render(<TextField label="Title" hint="Saved: “Limits”" hintAction={<button type="button">Use this value</button>} />);
  expect(description()).toBe("Saved: “Limits”");
  expect(screen.getByRole("button", { name: "Use this value" })).toBeDefined();
});

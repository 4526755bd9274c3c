import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SelectField, type SelectFieldProps } from "./select-field";

afterEach(cleanup);

function show(more: Partial<SelectFieldProps> = {}) {
  const options = ["Lecture", { value: "x", label: "Exam", disabled: true }];
  render(<SelectField label="Type" options={options} defaultValue="" hintAction={<b>More</b>} {...more} />);
  const select = screen.getByRole("combobox", { name: /^Type/ });
  return {
    select,
    about: document.getElementById(select.getAttribute("aria-describedby") ?? "")?.textContent,
    options: [...select.querySelectorAll("option")].map(({ value, label, disabled }) => [value, label, disabled]),
  };
}

test("S4.form.1 the options have values and labels, after the placeholder", () => {
  const { options, about, select } = show({ placeholder: "Choose" });
  expect(options).toEqual([
    ["", "Choose", false],
    ["Lecture", "Lecture", false],
    ["x", "Exam", true],
  ]);
  expect([about, select.getAttribute("aria-invalid"), screen.queryByText("More")]).toEqual([undefined, null, null]);
});

test("S4.form.1 a hint describes the field, with its action beside it", () => {
  expect(show({ hint: "One of these.", optional: true }).about).toBe("One of these.");
  expect(screen.getByText("More")).toBeDefined();
  expect(screen.getByText("optional")).toBeDefined();
});

test("S4.form.1 an error replaces the hint, is announced and marks the field", () => {
  const { about, select } = show({ hint: "One of these.", error: "Choose one." });
  expect([about, select.getAttribute("aria-invalid")]).toEqual(["Choose one.", "true"]);
  expect(screen.getByRole("alert").textContent).toBe("Choose one.");
  expect(screen.queryByText("One of these.")).toBeNull();
});

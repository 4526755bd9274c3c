import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "../testing";
import { Checkbox } from "./checkbox";
import { descriptionId, Field } from "./field";
import { PasswordField } from "./password-field";
import { Switch } from "./switch";

afterEach(cleanup);

test("a checkbox has its label and hint, and reports changes", () => {
  const onChange = vi.fn();
  const { rerender } = render(<Checkbox label="Skip" hint="Some words." checked={false} onChange={onChange} />);
  const box = () => screen.getByRole<HTMLInputElement>("checkbox");
  expect(box().closest("label")?.textContent).toBe("SkipSome words.");
  expect([box().type, box().checked]).toEqual(["checkbox", false]);
  fireEvent.click(box());
  expect(onChange).toHaveBeenCalledTimes(1);
  rerender(<Checkbox label="Skip" checked disabled onChange={onChange} />);
  expect([box().checked, box().disabled, box().closest("label")?.textContent]).toEqual([true, true, "Skip"]);
  expect(document.querySelector(".hint")).toBeNull();
});

test("a switch is described by its hint and reports its next state", () => {
  stubResizeObserver();
  const onChange = vi.fn();
  const { rerender } = render(<Switch label="Public" hint="Everyone sees it." checked={false} onChange={onChange} />);
  const control = () => screen.getByRole("switch", { name: "Public" });
  expect(control().getAttribute("aria-checked")).toBe("false");
  const about = document.getElementById(control().getAttribute("aria-describedby") ?? "");
  expect(about?.textContent).toBe("Everyone sees it.");
  fireEvent.click(control());
  expect(onChange.mock.calls).toEqual([[true]]);
  rerender(<Switch label="Public" checked onChange={onChange} />);
  expect(control().getAttribute("aria-describedby")).toBeNull();
  expect(document.querySelector(".hint")).toBeNull();
  fireEvent.click(control());
  expect(onChange).toHaveBeenLastCalledWith(false);
});

test("a password can be shown and hidden again", () => {
  const { rerender } = render(<PasswordField label="Password" />);
  const field = () => screen.getByLabelText<HTMLInputElement>("Password", { selector: "input" });
  const { type, autocomplete, spellcheck } = field() as unknown as Record<string, unknown>;
  expect([type, autocomplete ?? field().getAttribute("autocomplete")]).toEqual(["password", "current-password"]);
  expect([spellcheck ?? field().getAttribute("spellcheck"), field().getAttribute("autocapitalize")]).toEqual([
    "false",
    "none",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field().type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field().type).toBe("password");
  rerender(<PasswordField label="Password" autoComplete="new-password" disabled />);
  expect(field().getAttribute("autocomplete")).toBe("new-password");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Show password" }).disabled).toBe(true);
});

const showField = (props: Partial<Parameters<typeof Field>[0]>) =>
  render(
    <Field id="name" label="Name" {...props}>
      <input id="name" />
    </Field>,
  );

test("a field has a label, and says that it is optional", () => {
  showField({ optional: true, trailing: <a href="/forgot">Forgot?</a> });
  expect(screen.getByLabelText("Name optional").id).toBe("name");
  expect(screen.getByRole("link", { name: "Forgot?" })).toBeDefined();
  cleanup();
  showField({});
  expect(screen.getByLabelText("Name")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.querySelector("p")).toBeNull();
});

test("a field shows its error in place of its hint", () => {
  const action = <button type="button">Help</button>;
  showField({ hint: "As on your card.", hintAction: action });
  expect(document.getElementById("name-about")?.textContent).toBe("As on your card.");
  expect(screen.getByRole("button", { name: "Help" })).toBeDefined();
  cleanup();
  showField({ hint: "As on your card.", hintAction: action, error: "Required." });
  expect(screen.getByRole("alert").textContent).toBe("Required.");
  expect(screen.getByRole("alert").id).toBe("name-about");
  expect(screen.queryByText("As on your card.")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  [{ hint: "H", error: undefined }, "f-about"],
  [{ hint: undefined, error: "E" }, "f-about"],
  [{ hint: undefined, error: undefined }, undefined],
])("a field with %j is described by %s", (texts, id) => {
  expect(descriptionId("f", texts)).toBe(id);
});

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Button, LinkButton } from "./button";

afterEach(cleanup);
const button = () => screen.getByRole<HTMLButtonElement>("button");
const icon = <i>icon</i>;

test("a button is outlined, of middle size, and does not submit a form", () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button icon={icon} className="own">
        Save
      </Button>
    </form>,
  );
  expect([...button().classList]).toEqual(["btn", "outlined", "own"]);
  expect([button().textContent, button().disabled, button().ariaBusy]).toEqual(["iconSave", false, null]);
  fireEvent.click(button());
  expect(onSubmit).not.toHaveBeenCalled();
  cleanup();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" variant="primary" size="lg" isFullWidth>
        Save
      </Button>
    </form>,
  );
  expect([...button().classList]).toEqual(["btn", "primary", "lg", "w-full"]);
  fireEvent.click(button());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test.each([
  [{ busy: true, busyLabel: "Saving..." }, "Saving...", "true"],
  [{ busy: true }, "Save", "true"],
  [{ busyLabel: "Saving..." }, "iconSave", null],
])("S4.form.1 a button with %j shows the label %j", (props, text, isBusy) => {
  render(
    <Button icon={icon} {...props}>
      Save
    </Button>,
  );
  expect([button().textContent?.endsWith(text), button().ariaBusy]).toEqual([true, isBusy]);
  expect([button().disabled, screen.queryByText("icon") === null]).toEqual([isBusy !== null, isBusy !== null]);
});

test("a disabled or finished button cannot be pressed", () => {
  render(<Button disabled>Save</Button>);
  expect([button().disabled, button().classList.contains("done")]).toEqual([true, false]);
  cleanup();
  render(<Button done>Saved</Button>);
  expect([button().disabled, button().classList.contains("done")]).toEqual([true, true]);
});

test("a link looks like a button and has its own classes", () => {
  render(
    <MemoryRouter>
      <LinkButton to="/x" variant="tonal" size="sm" icon={icon} className="own">
        Open
      </LinkButton>
    </MemoryRouter>,
  );
  const link = screen.getByRole("link");
  expect([link.getAttribute("href"), link.textContent]).toEqual(["/x", "iconOpen"]);
  expect([...link.classList]).toEqual(["btn", "tonal", "sm", "own"]);
});

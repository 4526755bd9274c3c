import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Banner } from "./banner";
import { ProgressBar } from "./progress-bar";
import { StatusPlaceholder } from "./status-placeholder";

afterEach(cleanup);

test.each([
  ["bad", "alert"],
  ["info", "status"],
  ["ok", "status"],
  ["warn", "status"],
  ["offline", "status"],
] as const)("a banner of the kind %s is announced as %s, with its action", (kind, role) => {
  render(
    <Banner kind={kind} action={<button type="button">Retry</button>}>
      It failed.
    </Banner>,
  );
  expect(screen.getByRole(role).textContent).toBe("It failed.Retry");
  expect(screen.getByRole(role).querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});

const bar = () => screen.getByRole("progressbar", { name: "Upload" });

test.each([
  [0.416, "42"],
  [-1, "0"],
  [7, "100"],
])("the progress %s is announced as %s of 100 and drawn", (value, shown) => {
  render(<ProgressBar label="Upload" value={value} />);
  expect(["now", "min", "max"].map((name) => bar().getAttribute(`aria-value${name}`))).toEqual([shown, "0", "100"]);
  expect((bar().firstElementChild as HTMLElement).style.width).toBe(`${shown}%`);
});

test("an unknown progress has no value", () => {
  render(<ProgressBar label="Upload" />);
  expect(bar().hasAttribute("aria-valuenow")).toBe(false);
  expect(bar().firstElementChild?.className).toBe("unknown");
});

test("a placeholder has its title as a heading and hides its picture from screen readers", () => {
  render(<StatusPlaceholder role="alert" icon={<i>picture</i>} title="Nothing here" body="Add a note." />);
  expect(screen.getByRole("alert").textContent).toBe("pictureNothing hereAdd a note.");
  expect(screen.getByRole("heading", { level: 2, name: "Nothing here" })).toBeDefined();
  expect(screen.getByText("picture").closest("[aria-hidden=true]")).not.toBeNull();
});

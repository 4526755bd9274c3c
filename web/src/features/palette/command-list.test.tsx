import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Combobox, ComboboxInput } from "@/ui/form/combobox";
import { CommandList } from "./command-list";
import type { Command } from "./commands";

afterEach(cleanup);

const command = (key: string, more: Partial<Command> = {}): Command => ({
  key,
  name: `Go to ${key}`,
  icon: <i />,
  run: vi.fn(),
  ...more,
});
const groups = [
  {
    title: "Pages",
    commands: [command("a"), command("b", { detail: "CS 246", ranges: [[0, 2]] })],
  },
  { title: "Courses", commands: [command("c", { code: { text: "CS 135", ranges: [] } })] },
];

function show(active: number) {
  const [onChoose, onActive] = [vi.fn(), vi.fn()];
  render(
    <Combobox text="" onText={vi.fn()} isOpen active={active} onActive={onActive} includesInput={false}>
      <ComboboxInput label="Search" />
      <CommandList groups={groups} onChoose={onChoose} />
    </Combobox>,
  );
  return { onChoose, onActive };
}
const options = () => screen.getAllByRole("option");

test("commands are listed by group, with code and detail", () => {
  show(-1);
  const list = screen.getByRole("listbox", { name: "Results" });
  expect(
    within(list)
      .getAllByRole("group")
      .map((group) => group.getAttribute("aria-label")),
  ).toEqual(["Pages", "Courses"]);
  expect(
    [...list.querySelectorAll(".menu-head")].map((head) => [
      head.textContent,
      head.ariaHidden ?? head.getAttribute("aria-hidden"),
    ]),
  ).toEqual([
    ["Pages", "true"],
    ["Courses", "true"],
  ]);
  expect(options().map(({ textContent }) => textContent)).toEqual(["Go to a", "Go to bCS 246", "CS 135Go to c"]);
  expect(screen.getAllByTitle("Go to c")).toHaveLength(1);
  expect(options().map((option) => option.getAttribute("aria-selected"))).toEqual(["false", "false", "false"]);
});

test("options are numbered over all groups", () => {
  show(2);
  expect(options().map((option) => option.getAttribute("aria-selected"))).toEqual(["false", "false", "true"]);
  const ids = options().map(({ id }) => id);
  expect(ids.map((id) => id.slice(id.lastIndexOf("-") + 1))).toEqual(["0", "1", "2"]);
});

test("a pressed command is chosen, and the focus stays in the text box", () => {
  const { onChoose } = show(0);
  const last = options()[2] as HTMLElement;
  expect(fireEvent.mouseDown(last)).toBe(false);
  fireEvent.click(last);
  expect(onChoose.mock.calls).toEqual([[groups[1]?.commands[0]]]);
});

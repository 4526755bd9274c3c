import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SelectAll, SelectionBar, SelectRow, useSelection } from "./use-selection";

const row = (id: string, kind = "note") => ({ kind, id });

function List({ rows }: { rows: { kind: string; id: string }[] }) {
  const selection = useSelection(rows);
  return (
    <>
      <SelectAll selection={selection} label="All" />
      {rows.map((each) => (
        <SelectRow key={`${each.kind} ${each.id}`} selection={selection} row={each} label={`${each.kind} ${each.id}`} />
      ))}
      <SelectionBar selection={selection}>
        <button type="button" onClick={selection.clear}>
          Clear
        </button>
      </SelectionBar>
      <output>{selection.selected.map(({ kind, id }) => `${kind} ${id}`).join(", ")}</output>
    </>
  );
}

afterEach(cleanup);
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const press = (name: string) => fireEvent.click(box(name));
const chosen = () => document.querySelector("output")?.textContent;
const all = () => [box("All").checked, box("All").indeterminate];
const bar = () => document.querySelector(".console-bulk [role=status]")?.textContent;

test("rows are selected and deselected one by one, and counted with their actions", () => {
  render(<List rows={[row("a"), row("b"), row("a", "audio")]} />);
  expect([chosen(), bar(), all(), screen.queryByRole("button", { name: "Clear" })]).toEqual([
    "",
    "",
    [false, false],
    null,
  ]);
  press("note a");
  press("audio a");
  expect([chosen(), bar(), all()]).toEqual(["note a, audio a", "2 selected", [false, true]]);
  expect([box("note a").checked, box("note b").checked]).toEqual([true, false]);
  press("note a");
  expect([chosen(), bar()]).toEqual(["audio a", "1 selected"]);
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect([chosen(), bar()]).toEqual(["", ""]);
});

test("one checkbox selects all rows, even if some are selected, and then deselects all", () => {
  render(<List rows={[row("a"), row("b")]} />);
  press("note b");
  press("All");
  expect([chosen(), all()]).toEqual(["note a, note b", [true, false]]);
  press("All");
  expect([chosen(), all()]).toEqual(["", [false, false]]);
});

test("a row that is no longer in the list is no longer selected", () => {
  const { rerender } = render(<List rows={[row("a"), row("b")]} />);
  press("All");
  rerender(<List rows={[row("b"), row("c")]} />);
  expect([chosen(), bar(), all()]).toEqual(["note b", "1 selected", [false, true]]);
  rerender(<List rows={[]} />);
  expect([chosen(), all()]).toEqual(["", [false, false]]);
});

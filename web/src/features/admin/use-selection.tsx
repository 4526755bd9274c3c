import { type ReactNode, useMemo, useState } from "react";

interface Named {
  kind: string;
  id: string;
}

/** Selected rows of a list. Rows that leave the list are deselected. */
export interface Selection<Row extends Named> {
  selected: readonly Row[];
  state: "all" | "some" | "none";
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  toggleAll: () => void;
  clear: () => void;
}

const nameOf = ({ kind, id }: Named) => `${kind} ${id}`;

export function useSelection<Row extends Named>(rows: readonly Row[]): Selection<Row> {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => rows.filter((row) => names.has(nameOf(row))), [rows, names]);
  const state = selected.length === 0 ? "none" : selected.length === rows.length ? "all" : "some";
  return {
    selected,
    state,
    has: (row) => names.has(nameOf(row)),
    toggle: (row) => {
      const after = new Set(names);
      if (!after.delete(nameOf(row))) after.add(nameOf(row));
      setNames(after);
    },
    toggleAll: () => setNames(new Set(state === "all" ? [] : rows.map(nameOf))),
    clear: () => setNames(new Set()),
  };
}

/** Checkbox in the header that selects all rows. */
export function SelectAll<Row extends Named>({ selection, label }: { selection: Selection<Row>; label: string }) {
  return (
    <label className="console-check">
      <input
        type="checkbox"
        className="box"
        aria-label={label}
        checked={selection.state === "all"}
        ref={(box) => {
          if (box) box.indeterminate = selection.state === "some";
        }}
        onChange={selection.toggleAll}
      />
    </label>
  );
}

export function SelectRow<Row extends Named>(props: { selection: Selection<Row>; row: Row; label: string }) {
  const { selection, row, label } = props;
  return (
    <label className="console-check">
      <input
        type="checkbox"
        className="box"
        aria-label={label}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
    </label>
  );
}

/** Number of selected rows, and bulk actions as children. */
export function SelectionBar<Row extends Named>(props: { selection: Selection<Row>; children: ReactNode }) {
  const { selection, children } = props;
  return (
    <div className="console-bulk">
      <span role="status">{selection.selected.length > 0 && `${selection.selected.length} selected`}</span>
      {selection.selected.length > 0 && children}
    </div>
  );
}

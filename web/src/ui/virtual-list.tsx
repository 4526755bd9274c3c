import type { CSSProperties, ReactNode } from "react";
import { List, type RowComponentProps } from "react-window";
import { useScrolling } from "./use-scrolling";

type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  /** Height of a row, in pixels. */
  rowHeight: number;
  /** Height of the window, in pixels; the list is shorter when the rows need less. */
  height: number;
  keyOf: (item: Item) => string;
  row: (item: Item, place: { index: number; scrolling: boolean }) => ReactNode;
  /** Called when the end comes near, to fetch the next page. */
  onNearEnd?: (() => void) | undefined;
  className?: string;
};

type RowProps<Item> = Pick<VirtualListProps<Item>, "items" | "row"> & { scrolling: boolean };

function Row<Item>({ index, style, ariaAttributes, items, row, scrolling }: RowComponentProps<RowProps<Item>>) {
  const item = items[index];
  return (
    <div style={style as CSSProperties} {...ariaAttributes}>
      {item !== undefined && row(item, { index, scrolling })}
    </div>
  );
}

/** A long list of which only the visible rows exist. `scrolling` lets a row put its work off. */
export function VirtualList<Item>({
  label,
  items,
  rowHeight,
  height,
  keyOf,
  row,
  onNearEnd,
  className,
}: VirtualListProps<Item>) {
  const { isScrolling, onScroll } = useScrolling();
  return (
    <List<RowProps<Item>>
      aria-label={label}
      // The keyboard scrolls what it can reach.
      tabIndex={0}
      className={className}
      rowComponent={Row}
      rowCount={items.length}
      rowHeight={rowHeight}
      rowKey={(index) => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      }}
      rowProps={{ items, row, scrolling: isScrolling }}
      style={{ height: Math.min(height, items.length * rowHeight) }}
      onScroll={onScroll}
      onRowsRendered={(visible) => {
        if (onNearEnd && visible.stopIndex >= items.length - 10) onNearEnd();
      }}
    />
  );
}

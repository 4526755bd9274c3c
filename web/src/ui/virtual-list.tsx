import type { CSSProperties, ReactNode } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import { List, type RowComponentProps } from "react-window";
import { SCROLL_END_MS } from "@/core/limits";

export type VirtualListProps<Item> = {
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
  const [scrolling, setScrolling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onScroll = useCallback(() => {
    setScrolling(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setScrolling(false), SCROLL_END_MS);
  }, []);

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
      rowProps={{ items, row, scrolling }}
      style={{ height: Math.min(height, items.length * rowHeight) }}
      onScroll={onScroll}
      onRowsRendered={(visible) => {
        if (onNearEnd && visible.stopIndex >= items.length - 10) onNearEnd();
      }}
    />
  );
}

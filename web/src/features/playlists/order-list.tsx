import type { PlaylistItem } from "@/api/models";
import { useDurations } from "@/core/durations";
import { displayCode } from "@/lib/urls/subjects";
import { SortableList } from "@/ui/form/sortable-list";

interface OrderListProps {
  items: readonly PlaylistItem[];
  /** Moves an item directly after `after`, or to the front if it is undefined. */
  onMove: (audioId: string, after: string | undefined) => void;
}

/** Returns the item that precedes the moved one. `to` is an index in the list without the moved item. */
export function predecessorAfterMove(items: readonly PlaylistItem[], from: number, to: number): string | undefined {
  return items.filter((_, index) => index !== from)[to - 1]?.audioId;
}

export function PlaylistOrderList({ items, onMove }: OrderListProps) {
  const { clock } = useDurations();
  return (
    <SortableList
      label="Order of the audio notes"
      className="playlist-order"
      rowClassName="playlist-order-row"
      items={items}
      keyOf={(item) => item.audioId}
      nameOf={(item) => item.title}
      onMove={(from, to) => {
        const item = items[from];
        if (item) onMove(item.audioId, predecessorAfterMove(items, from, to));
      }}
      row={({ title, audio }, { handle, index }) => (
        <>
          <span className="no tabular-nums">{index + 1}</span>
          <span className="truncate-2 name" title={title}>
            {title}
          </span>
          <span className="truncate-1 subject">{audio ? displayCode(audio.subject) : "Unavailable"}</span>
          <span className="time tabular-nums">{audio && clock(audio.durationSecs)}</span>
          {handle}
        </>
      )}
    />
  );
}

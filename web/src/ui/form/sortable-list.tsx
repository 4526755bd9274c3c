import "@/styles/sortable.css";
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cn } from "@/lib/text/cn";
import { IconButton } from "../controls/icon-button";

interface SortableRow {
  /** Button that drags the row, or moves it with Space and the arrow keys. The row must render it. */
  handle: ReactNode;
  index: number;
  isDragging: boolean;
}

interface SortableListProps<Item> {
  /** Items in current order. The parent must update it in the same tick in which `onMove` is called. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Name of an item in screen reader announcements. */
  nameOf: (item: Item) => string;
  /** Accessible name of the list. */
  label: string;
  /** Renders the content of an item's `<li>`. */
  row: (item: Item, row: SortableRow) => ReactNode;
  /** Moves the item at `from` to `to`, an index in the list without the item. */
  onMove: (from: number, to: number) => void;
  className?: string | undefined;
  rowClassName?: string | undefined;
}

const INSTRUCTIONS =
  "To move this, press Space. Then use the arrow keys, and press Space again to put it down or Escape to put it back.";

/** Restricts dragging to the vertical axis. */
const alongTheList = ({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) => ({
  ...transform,
  x: 0,
});

/** List that users reorder by pointer, touch or keyboard. Every move is announced. */
export function SortableList<Item>({
  items,
  keyOf,
  nameOf,
  label,
  row,
  onMove,
  className,
  rowClassName,
}: SortableListProps<Item>) {
  const keys = items.map(keyOf);
  const sensors = useSensors(
    // A press without movement is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const placeOf = (key: string | number) => keys.indexOf(String(key));
  const tell = (key: string | number, what: (name: string) => string) => {
    const item = items[placeOf(key)];
    return item === undefined ? undefined : what(nameOf(item));
  };
  const placeInWords = (key: string | number) => `place ${placeOf(key) + 1} of ${keys.length}`;
  // Position that was announced last. `onDragStart` announces the first one; repeating it would interrupt the
  // announcement.
  const toldPlace = useRef(-1);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      toldPlace.current = placeOf(active.id);
      return tell(active.id, (name) => `Picked up ${name}, ${placeInWords(active.id)}.`);
    },
    onDragOver: ({ active, over }) => {
      if (!over || placeOf(over.id) === toldPlace.current) return undefined;
      toldPlace.current = placeOf(over.id);
      return tell(active.id, (name) => `${name}: ${placeInWords(over.id)}.`);
    },
    onDragEnd: ({ active, over }) =>
      tell(active.id, (name) => `${name} is now at ${placeInWords(over?.id ?? active.id)}.`),
    onDragCancel: ({ active }) => tell(active.id, (name) => `${name} is back at ${placeInWords(active.id)}.`),
  };

  function drop({ active, over }: DragEndEvent) {
    const [from, to] = [placeOf(active.id), over ? placeOf(over.id) : -1];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[alongTheList]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragEnd={drop}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className={className} aria-label={label}>
          {items.map((item, index) => (
            <Row key={keyOf(item)} id={keyOf(item)} name={nameOf(item)} className={rowClassName}>
              {(handle, isDragging) => row(item, { handle, index, isDragging })}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface RowProps {
  id: string;
  name: string;
  className: string | undefined;
  children: (handle: ReactNode, isDragging: boolean) => ReactNode;
}

function Row({ id, name, className, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    transition: { duration: 140, easing: "var(--ease-out)" },
  });
  const handle = (
    <IconButton
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      size="sm"
      label={`Move ${name}`}
      title="Drag to move"
      icon={<GripVertical />}
      className="sortable-handle"
    />
  );
  return (
    <li
      ref={setNodeRef}
      className={cn("sortable-row", isDragging && "is-dragging", className)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle, isDragging)}
    </li>
  );
}

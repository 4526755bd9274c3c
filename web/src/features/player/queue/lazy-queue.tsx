import { part } from "@/ui/feedback/part";

const Queue = part(async () => (await import("./queue")).Queue, {
  waiting: <div className="queue-body" aria-busy="true" />,
});

/** The queue, fetched when it is first opened: most people never do. */
export function LazyQueue() {
  return <Queue />;
}

/** A row of the queue that is being moved has the first claim on Escape. */
export function isRowMoving(): boolean {
  return document.querySelector(".sortable-row.is-dragging") !== null;
}

import { lazy, Suspense } from "react";

const Queue = lazy(async () => ({ default: (await import("./queue")).Queue }));

/** The queue, fetched when it is first opened: most people never do. */
export function LazyQueue() {
  return (
    <Suspense fallback={<div className="queue-body" aria-busy="true" />}>
      <Queue />
    </Suspense>
  );
}

/** A row of the queue that is being moved has the first claim on Escape. */
export function isRowMoving(): boolean {
  return document.querySelector(".sortable-row.is-dragging") !== null;
}

import { lazyComponent } from "@/ui/feedback/lazy";

const Queue = lazyComponent(async () => (await import("./queue")).Queue, {
  placeholder: <div className="queue-body" aria-busy="true" />,
});

/** Queue that loads when it is first opened, because most users never open it. */
export function LazyQueue() {
  return <Queue />;
}

/** Returns true while a row is dragged, which Escape must cancel first. */
export function isRowMoving(): boolean {
  return document.querySelector(".sortable-row.is-dragging") !== null;
}

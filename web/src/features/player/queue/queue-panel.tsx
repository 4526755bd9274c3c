import "./queue.css";
import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "@/ui/controls/icon-button";
import { usePlayerView } from "../player-view";
import { isRowMoving, LazyQueue } from "./lazy-queue";

/** Queue beside the page. The page becomes narrower if there is room for both. */
export function QueuePanel() {
  const { setQueueOpen } = usePlayerView();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    document.documentElement.dataset.queue = "open";
    return () => {
      delete document.documentElement.dataset.queue;
      // Return the focus unless the user has moved it elsewhere.
      const wasInside = document.activeElement === document.body || document.activeElement === null;
      if (wasInside && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.defaultPrevented && !isRowMoving()) setQueueOpen(false);
  }

  return (
    <aside id="player-queue" className="queue" aria-labelledby="player-queue-title" onKeyDown={onKeyDown}>
      <header>
        <h2 id="player-queue-title" ref={heading} tabIndex={-1} className="section">
          Queue
        </h2>
        <IconButton size="sm" label="Close queue" icon={<X />} onClick={() => setQueueOpen(false)} />
      </header>
      <LazyQueue />
    </aside>
  );
}

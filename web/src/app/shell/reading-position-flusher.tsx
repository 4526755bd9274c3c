import { useEffect } from "react";
import { loadPlayer } from "@/core/player";
import { flushReadingPositions } from "@/data/positions/reading-position-sync";

/** Sends the resume positions of notes that were closed while the server could not be reached. Renders nothing. */
export function ReadingPositionFlusher({ uid }: { uid: string }) {
  useEffect(() => {
    const send = () => {
      flushReadingPositions(uid, loadPlayer).catch((error: unknown) => {
        console.warn("Your reading position could not be sent. We'll try again.", error);
      });
    };
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [uid]);
  return null;
}

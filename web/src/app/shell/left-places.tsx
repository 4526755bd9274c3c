import { useEffect } from "react";
import { sendLeftPlaces } from "@/api/reading-places";
import { loadPlayer } from "@/core/player";

/** Hands over where the student stopped in notes that were closed while the server could not be reached. Shows nothing. */
export function LeftPlaces({ uid }: { uid: string }) {
  useEffect(() => {
    const send = () => {
      sendLeftPlaces(uid, loadPlayer).catch((error: unknown) => {
        console.warn("Where you stopped reading waits for another time.", error);
      });
    };
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [uid]);
  return null;
}

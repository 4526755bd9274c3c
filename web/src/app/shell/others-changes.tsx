import { useEffect, useState } from "react";
import { deleteLeft, isNothing, type Left, leftByOthers } from "@/api/others";
import { summary } from "@/api/outbox/words";
import { filesText } from "@/parts/keeping/words";
import { ConfirmDialog } from "@/ui/confirm-dialog";

/** Deletes what somebody else left in this browser, after the one who sits here has been told what of it would be lost. */
export function OthersChanges({ uid }: { uid: string }) {
  const [others, setOthers] = useState<readonly Left[]>([]);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const found = await leftByOthers(uid);
      await Promise.all(found.filter(isNothing).map(deleteLeft));
      if (isHere) setOthers(found.filter((each) => !isNothing(each)));
    };
    look().catch((error: unknown) => console.warn("What others left in this browser could not be read.", error));
    return () => {
      isHere = false;
    };
  }, [uid]);

  return (
    <ConfirmDialog
      open={others.length > 0}
      onOpenChange={(open) => !open && setOthers([])}
      title="Delete what somebody else left here?"
      body={`${lossText(others)} It waits for that person if you keep it for now; you do not see it.`}
      confirmLabel="Delete it"
      busyLabel="Deleting..."
      cancelLabel="Keep for now"
      danger
      onConfirm={() => Promise.all(others.map(deleteLeft))}
    />
  );
}

/** What would be lost, in sentences. */
export function lossText(others: readonly Left[]): string {
  const changes = others.flatMap((each) => each.changes);
  const drafts = others.reduce((sum, each) => sum + each.drafts, 0);
  const places = others.reduce((sum, each) => sum + each.places, 0);
  const kept = others.flatMap((each) => each.kept);
  return [
    changes.length > 0 && `Somebody else made changes in this browser that were never sent: ${summary(changes)}.`,
    drafts > 0 &&
      `${drafts === 1 ? "1 study card" : `${drafts} study cards`} that somebody else was writing would be lost.`,
    places > 0 &&
      `Where somebody else stopped reading or listening in this browser was never sent: ${places === 1 ? "1 place" : `${places} places`}.`,
    kept.length > 0 && `Somebody else keeps ${filesText(kept)} on this device, which would have to be fetched again.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

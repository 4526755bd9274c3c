import { useEffect, useState } from "react";
import { deleteOutbox, othersEntries } from "@/api/outbox/store";
import { summary } from "@/api/outbox/words";
import { ConfirmDialog } from "@/ui/confirm-dialog";

/** Deletes what somebody else left unsent in this browser, after the one who sits here has been told what that is. */
export function OthersChanges({ uid }: { uid: string }) {
  const [others, setOthers] = useState<Awaited<ReturnType<typeof othersEntries>>>([]);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const found = await othersEntries(uid);
      const empty = found.filter(({ entries }) => entries.length === 0);
      await Promise.all(empty.map((other) => deleteOutbox(other.uid)));
      if (isHere) setOthers(found.filter(({ entries }) => entries.length > 0));
    };
    look().catch((error: unknown) => console.warn("What others left in this browser could not be read.", error));
    return () => {
      isHere = false;
    };
  }, [uid]);

  const changes = others.flatMap(({ entries }) => entries.map(({ change }) => change));
  return (
    <ConfirmDialog
      open={changes.length > 0}
      onOpenChange={(open) => !open && setOthers([])}
      title="Delete what somebody else has not sent?"
      body={`Somebody else made changes in this browser that were never sent: ${summary(changes)}. They are sent if you log out and that person signs in here.`}
      confirmLabel="Delete them"
      busyLabel="Deleting..."
      cancelLabel="Keep for now"
      danger
      onConfirm={() => Promise.all(others.map((other) => deleteOutbox(other.uid)))}
    />
  );
}

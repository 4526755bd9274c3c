import { useEffect, useRef, useState } from "react";
import { deleteLeftoverData, findOtherAccountsData, isEmpty, type LeftoverData } from "@/offline/other-accounts-data";
import { summarizeChanges } from "@/offline/outbox/kinds/change-text";
import { filesText } from "@/parts/offline/offline-text";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

/**
 * Deletes the data that another user left in this browser, after the current user confirmed the loss. Declining signs
 * out, because the data of two users must not coexist.
 */
export function OtherAccountDataDialog({ uid, onSignOut }: { uid: string; onSignOut: () => void }) {
  const [others, setOthers] = useState<readonly LeftoverData[]>([]);
  const isDeleted = useRef(false);
  useEffect(() => {
    let isHere = true;
    const check = async () => {
      const found = await findOtherAccountsData(uid);
      await Promise.all(found.filter(isEmpty).map(deleteLeftoverData));
      if (isHere) setOthers(found.filter((each) => !isEmpty(each)));
    };
    check().catch((error: unknown) => console.warn("What others left in this browser could not be read.", error));
    return () => {
      isHere = false;
    };
  }, [uid]);

  async function deleteAll() {
    try {
      await Promise.all(others.map(deleteLeftoverData));
      isDeleted.current = true;
    } catch (error) {
      console.warn("What others left in this browser could not be deleted.", error);
      toast("Some of it could not be deleted. Close other Note Ninja tabs and try again.", { kind: "error" });
      throw error;
    }
  }

  return (
    <ConfirmDialog
      open={others.length > 0}
      onOpenChange={(open) => {
        if (open) return;
        if (isDeleted.current) setOthers([]);
        else onSignOut();
      }}
      title="Delete what someone else left here?"
      body={`${dataLossText(others)} If you log out instead, it stays here for that person; you can't see it.`}
      confirmLabel="Delete it"
      busyLabel="Deleting..."
      cancelLabel="Log out"
      danger
      onConfirm={deleteAll}
    />
  );
}

export function dataLossText(others: readonly LeftoverData[]): string {
  const changes = others.flatMap((each) => each.changes);
  const drafts = others.reduce((sum, each) => sum + each.drafts, 0);
  const places = others.reduce((sum, each) => sum + each.positions, 0);
  const offlineFiles = others.flatMap((each) => each.files);
  return [
    changes.length > 0 &&
      `Someone else made changes in this browser that were never sent: ${summarizeChanges(changes)}.`,
    drafts > 0 &&
      `${drafts === 1 ? "1 study card" : `${drafts} study cards`} that someone else was writing will be lost.`,
    places > 0 &&
      `Someone else's reading and listening positions were never sent: ${places === 1 ? "1 place" : `${places} places`}.`,
    offlineFiles.length > 0 &&
      `Someone else keeps ${filesText(offlineFiles)} on this device, which will have to be downloaded again.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

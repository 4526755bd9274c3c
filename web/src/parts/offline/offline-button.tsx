import { HardDriveDownload } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { hasOfflineFiles } from "@/offline/files/has-offline-files";
import { type OfflineItemRef, offlineItemKey } from "@/offline/files/items";
import { useSession } from "@/session/session";
import { Button, type ButtonSize } from "@/ui/controls/button";
import { lazyDialog } from "@/ui/feedback/lazy";
import type { MenuItem } from "@/ui/overlay/menu";
import type { OfflineCandidate } from "./offline-candidate";

const OfflineDialog = lazyDialog(async () => (await import("./offline-dialog")).OfflineDialog);

/** Returns the id of the user who can store files here; `undefined` on shared devices and without browser support. */
function useKeeper(): string | undefined {
  const session = useSession();
  const canKeep = "serviceWorker" in navigator && "caches" in window;
  return session.status === "signed-in" && !session.isSharedComputer && canKeep ? session.me.uid : undefined;
}

type List = typeof import("@/offline/files/offline-files");
const never = () => () => undefined;

/**
 * Returns whether an item has an offline copy. Loads no code for users without offline files. `again` triggers a new
 * check.
 */
function useIsOnDevice(uid: string | undefined, item: OfflineItemRef | undefined, again: unknown): boolean {
  const [list, setList] = useState<List>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the highlight may appear only after the dialog was closed.
  useEffect(() => {
    if (uid === undefined || !hasOfflineFiles(uid)) return;
    import("@/offline/files/offline-files").then(setList, () => undefined);
  }, [uid, again]);
  return useSyncExternalStore(list?.offlineFiles.watch ?? never, () =>
    item ? (list?.offlineFiles.get().items.some(({ key }) => key === offlineItemKey(item)) ?? false) : false,
  );
}

const labelOf = (isOnDevice: boolean) => (isOnDevice ? "On this device" : "Keep on this device");

/** Returns the menu item "Keep on this device" and the dialog to render beside the menu. Empty for visitors. */
export function useOfflineItem(item: OfflineCandidate | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const uid = useKeeper();
  const [dialogItem, setDialogItem] = useState<OfflineCandidate>();
  const isOnDevice = useIsOnDevice(uid, item, dialogItem);
  return {
    items:
      item && uid !== undefined
        ? [{ label: labelOf(isOnDevice), icon: <HardDriveDownload />, onSelect: () => setDialogItem(item) }]
        : [],
    dialog: dialogItem && <OfflineDialog item={dialogItem} onClose={() => setDialogItem(undefined)} />,
  };
}

interface OfflineButtonProps {
  item: OfflineCandidate;
  size?: ButtonSize | undefined;
  /** True while the item is neither cached nor reachable. */
  disabled?: boolean | undefined;
}

/** Button with the function of `useOfflineItem`. */
export function OfflineButton({ item, size, disabled = false }: OfflineButtonProps) {
  const uid = useKeeper();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isOnDevice = useIsOnDevice(uid, item, isDialogOpen);
  if (uid === undefined) return null;
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        icon={<HardDriveDownload />}
        disabled={disabled && !isOnDevice}
        onClick={() => setDialogOpen(true)}
      >
        {labelOf(isOnDevice)}
      </Button>
      {isDialogOpen && <OfflineDialog item={item} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

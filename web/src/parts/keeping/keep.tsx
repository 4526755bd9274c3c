import { HardDriveDownload } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { keepsFiles } from "@/offline/files/marker";
import { keyOf, type ThingRef } from "@/offline/files/things";
import { useSession } from "@/session/session";
import { Button, type ButtonSize } from "@/ui/controls/button";
import { dialogPart } from "@/ui/feedback/part";
import type { MenuItem } from "@/ui/overlay/menu";
import type { Keepable } from "./keepable";

const KeepDialog = dialogPart(async () => (await import("./keep-dialog")).KeepDialog);

/** Whose device this is: nobody's where others use it, or where the browser keeps nothing. */
function useKeeper(): string | undefined {
  const session = useSession();
  const canKeep = "serviceWorker" in navigator && "caches" in window;
  return session.status === "signed-in" && !session.isPassing && canKeep ? session.me.uid : undefined;
}

type List = typeof import("@/offline/files/list");
const never = () => () => undefined;

/** Whether something is kept here. Who keeps nothing fetches no code for it; `again` looks anew when it changes. */
function useIsKept(uid: string | undefined, thing: ThingRef | undefined, again: unknown): boolean {
  const [list, setList] = useState<List>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark may be there after the dialog was closed.
  useEffect(() => {
    if (uid === undefined || !keepsFiles(uid)) return;
    import("@/offline/files/list").then(setList, () => undefined);
  }, [uid, again]);
  return useSyncExternalStore(list?.keptFiles.watch ?? never, () =>
    thing ? (list?.keptFiles.get().things.some(({ key }) => key === keyOf(thing)) ?? false) : false,
  );
}

const labelOf = (isKept: boolean) => (isKept ? "On this device" : "Keep on this device");

/** 'Keep on this device' for a menu, and the dialog it opens, which stands beside the menu. Nothing for visitors. */
export function useKeep(thing: Keepable | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const uid = useKeeper();
  const [asked, setAsked] = useState<Keepable>();
  const isKept = useIsKept(uid, thing, asked);
  return {
    items:
      thing && uid !== undefined
        ? [{ label: labelOf(isKept), icon: <HardDriveDownload />, onSelect: () => setAsked(thing) }]
        : [],
    dialog: asked && <KeepDialog thing={asked} onClose={() => setAsked(undefined)} />,
  };
}

interface KeepButtonProps {
  thing: Keepable;
  size?: ButtonSize | undefined;
  /** What is not here and cannot be fetched now cannot be kept. */
  disabled?: boolean | undefined;
}

/** The same as a button of its own. */
export function KeepButton({ thing, size, disabled = false }: KeepButtonProps) {
  const uid = useKeeper();
  const [isAsked, setAsked] = useState(false);
  const isKept = useIsKept(uid, thing, isAsked);
  if (uid === undefined) return null;
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        icon={<HardDriveDownload />}
        disabled={disabled && !isKept}
        onClick={() => setAsked(true)}
      >
        {labelOf(isKept)}
      </Button>
      {isAsked && <KeepDialog thing={thing} onClose={() => setAsked(false)} />}
    </>
  );
}

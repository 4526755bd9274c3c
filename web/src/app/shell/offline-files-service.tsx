import { useEffect } from "react";
import { queryClient } from "@/data/query/query-client";
import { detectOfflineFiles } from "@/offline/files/has-offline-files";
import { useSession } from "@/session/session";

/** Starts to download and update offline files if the user has any. */
export function OfflineFilesService() {
  const session = useSession();
  const uid = session.status === "signed-in" && !session.isSharedComputer ? session.me.uid : undefined;
  useEffect(() => {
    if (uid === undefined) return;
    const lookAfter = async () => {
      if (await detectOfflineFiles(uid)) (await import("@/data/offline-files/service")).startOfflineFiles(queryClient);
    };
    lookAfter().catch((error: unknown) => console.warn("What is kept on this device is not looked after.", error));
  }, [uid]);
  return null;
}

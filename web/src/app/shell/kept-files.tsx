import { useEffect } from "react";
import { keepsFiles } from "@/api/kept-files/marker";
import { queryClient } from "@/api/query-client";
import { useSession } from "@/api/session";

/** Looks after the files that the person keeps on this device, where there are any. */
export function KeptFiles() {
  const { me } = useSession();
  const uid = me?.uid;
  useEffect(() => {
    if (uid === undefined || !keepsFiles(uid)) return;
    import("@/api/kept-files/keeper").then(
      ({ startKeeping }) => startKeeping(queryClient),
      (error: unknown) => console.warn("What is kept on this device is not looked after.", error),
    );
  }, [uid]);
  return null;
}

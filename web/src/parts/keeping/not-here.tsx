import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/browser/online";
import { StatusPlaceholder } from "@/ui/feedback/state-view";

interface Asked {
  data: unknown;
  isError: boolean;
  fetchStatus: string;
}

/** Returns true if content is not cached and cannot be fetched because the device is offline. */
export function useNotHere({ data, isError, fetchStatus }: Asked): boolean {
  const isOnline = useOnline();
  return data === undefined && (fetchStatus === "paused" || (isError && !isOnline));
}

/** Replaces content that is not cached while the device is offline. */
export function NotHere({ what }: { what: "shelf" | "album" | "course" | "note" | "playlist" }) {
  return (
    <StatusPlaceholder
      icon={<WifiOff />}
      title={`You're offline and this ${what} isn't saved on this device`}
      body="It loads when you're back online."
      role="status"
    />
  );
}

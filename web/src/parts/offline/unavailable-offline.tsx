import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/browser/online";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";

interface QueryState {
  data: unknown;
  isError: boolean;
  fetchStatus: string;
}

/** Returns true if content is not cached and cannot be fetched because the device is offline. */
export function useIsUnavailableOffline({ data, isError, fetchStatus }: QueryState): boolean {
  const isOnline = useOnline();
  return data === undefined && (fetchStatus === "paused" || (isError && !isOnline));
}

/** Replaces content that is not cached while the device is offline. */
export function UnavailableOffline({
  what,
}: {
  what: "shelf" | "album" | "course" | "note" | "playlist" | "audio note" | "account";
}) {
  return (
    <StatusPlaceholder
      icon={<WifiOff />}
      title={`You're offline and ${what === "account" ? "your" : "this"} ${what} isn't saved on this device`}
      body="It loads when you're back online."
      role="status"
    />
  );
}

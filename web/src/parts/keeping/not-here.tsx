import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/browser/online";
import { StateView } from "@/ui/feedback/state-view";

interface Asked {
  data: unknown;
  isError: boolean;
  fetchStatus: string;
}

/** Whether a list is not on this device and there is no network to fetch it. */
export function useNotHere({ data, isError, fetchStatus }: Asked): boolean {
  const isOnline = useOnline();
  return data === undefined && (fetchStatus === "paused" || (isError && !isOnline));
}

/** Stands in the place of a list that is not on this device while there is no network. */
export function NotHere({ what }: { what: "shelf" | "album" | "course" | "playlist" }) {
  return (
    <StateView
      icon={<WifiOff />}
      title={`You're offline and this ${what} isn't saved on this device`}
      body="It loads when you're back online."
      role="status"
    />
  );
}

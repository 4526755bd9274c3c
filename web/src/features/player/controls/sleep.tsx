import { MoonStar } from "lucide-react";
import { useEffect, useState } from "react";
import { player, type SleepTimer, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu, type MenuChoice } from "@/ui/overlay/menu";
import { useHasChapters } from "./chapters";

const MINUTES = [5, 10, 15, 30, 45, 60];
/** Update interval of the remaining time, in milliseconds. */
const TELL_EVERY_MS = 10_000;

/**
 * Returns the remaining minutes, rounded up. Returns `undefined` if the timer is off or waits for the end of the track.
 */
function useMinutesLeft(sleep: SleepTimer | undefined): number | undefined {
  const [nowMs, setNowMs] = useState(Date.now);
  const endsAtMs = sleep?.kind === "minutes" ? sleep.endsAtMs : undefined;
  useEffect(() => {
    if (endsAtMs === undefined) return undefined;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TELL_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return endsAtMs === undefined ? undefined : Math.max(1, Math.ceil((endsAtMs - nowMs) / 60_000));
}

/** Returns `off`, `at the end of this audio note`, `at the end of this chapter`, `after “Title”` or `12 min left`. */
function sleepText(sleep: SleepTimer | undefined, minutesLeft: number | undefined, hasChapters: boolean): string {
  if (!sleep) return "off";
  if (sleep.kind === "track") return `after “${sleep.title}”`;
  // In a track without chapters, the end of the chapter is the end of the track.
  if (sleep.kind === "chapter" && hasChapters) return "at the end of this chapter";
  return minutesLeft === undefined ? "at the end of this audio note" : `${minutesLeft} min left`;
}

interface SleepChoice {
  text: string;
  choice: MenuChoice;
  isOn: boolean;
  minutesLeft: number | undefined;
}

/** Returns the options of the timer. A running timer matches no option, because its remaining time changes. */
export function useSleepTimerOptions(): SleepChoice {
  const sleep = usePlayerSelector((state) => state.sleep);
  const minutesLeft = useMinutesLeft(sleep);
  const hasChapters = useHasChapters();
  const choice: MenuChoice = {
    name: "Sleep timer",
    value: sleep === undefined ? "off" : sleep.kind === "chapter" && !hasChapters ? "end" : sleep.kind,
    options: [
      { value: "off", label: "Off" },
      ...MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
      ...(hasChapters ? [{ value: "chapter", label: "End of this chapter" }] : []),
      { value: "end", label: "End of this audio note" },
    ],
    onChoose: (value) =>
      player.setSleepTimer(
        value === "off" ? undefined : value === "end" || value === "chapter" ? value : Number(value),
      ),
  };
  return { text: sleepText(sleep, minutesLeft, hasChapters), choice, isOn: sleep !== undefined, minutesLeft };
}

export function SleepButton() {
  const { text, choice, isOn, minutesLeft } = useSleepTimerOptions();
  return (
    <Menu
      heading={`Sleep timer: ${text}`}
      side="top"
      trigger={
        <IconButton
          label={`Sleep timer: ${text}`}
          icon={
            <>
              <MoonStar />
              {minutesLeft !== undefined && (
                <span className="sleep-left tabular-nums" aria-hidden="true">
                  {minutesLeft} min
                </span>
              )}
            </>
          }
          className={isOn ? "sleep is-on" : "sleep"}
        />
      }
      items={[choice]}
    />
  );
}

import { MoonStar } from "lucide-react";
import { useEffect, useState } from "react";
import { player, type SleepTimer, usePlayerPart } from "@/player/player";
import { IconButton } from "@/ui/icon-button";
import { Menu, type MenuChoice } from "@/ui/menu";

const MINUTES = [5, 10, 15, 30, 45, 60];
/** How often the time that is left is told anew, in milliseconds. */
const TELL_EVERY_MS = 10_000;

/** The timer's label: 'off', 'at the end of this note', '12 min left'. */
function useSleepText(sleep: SleepTimer | undefined): string {
  const [nowMs, setNowMs] = useState(Date.now);
  const endsAtMs = sleep?.kind === "minutes" ? sleep.endsAtMs : undefined;
  useEffect(() => {
    if (endsAtMs === undefined) return undefined;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TELL_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  if (!sleep) return "off";
  if (endsAtMs === undefined) return "at the end of this note";
  const minutes = Math.ceil((endsAtMs - nowMs) / 60_000);
  return minutes <= 1 ? "1 min left" : `${minutes} min left`;
}

/** The choices of the timer. What was chosen in minutes runs down, so none of them stays marked. */
export function useSleepChoice(): { text: string; choice: MenuChoice; isOn: boolean } {
  const sleep = usePlayerPart((state) => state.sleep);
  const text = useSleepText(sleep);
  const choice: MenuChoice = {
    name: "Sleep timer",
    value: sleep === undefined ? "off" : sleep.kind,
    options: [
      { value: "off", label: "Off" },
      ...MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
      { value: "end", label: "End of this note" },
    ],
    onChoose: (value) => player.sleepAfter(value === "off" ? undefined : value === "end" ? "end" : Number(value)),
  };
  return { text, choice, isOn: sleep !== undefined };
}

export function SleepButton() {
  const { text, choice, isOn } = useSleepChoice();
  return (
    <Menu
      heading={`Sleep timer: ${text}`}
      side="top"
      trigger={<IconButton label={`Sleep timer: ${text}`} icon={<MoonStar />} className={isOn ? "is-on" : ""} />}
      items={[choice]}
    />
  );
}

import { RATE_MAX, RATE_MIN } from "@/core/limits";
import { shelfTitles } from "@/lib/urls/shelves";
import { player, usePlayerSelector } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/form/checkbox";
import { Slider } from "@/ui/form/slider";
import { Popover } from "@/ui/overlay/popover";
import { usePlayerView } from "../player-view";

const PRESETS = [0.75, 1, 1.25, 1.5, 2];
const STEP = 0.05;

export function rateText(rate: number): string {
  return `${Math.round(rate * 100) / 100}×`;
}

/** Returns the next multiple of 0.25 above or below a speed. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const quarters = direction > 0 ? Math.floor(rate * 4 + 1e-6) + 1 : Math.ceil(rate * 4 - 1e-6) - 1;
  return Math.min(RATE_MAX, Math.max(RATE_MIN, quarters / 4));
}

/** Settings for playback speed, and for times at that speed. */
function SpeedPanel() {
  const rate = usePlayerSelector((state) => state.rate);
  const shelf = usePlayerSelector((state) => state.currentAudio?.shelf);
  const { areTimesAtRate, setTimesAtRate } = usePlayerView();
  return (
    <div className="speed-panel">
      <p className="tabular-nums">
        <b>{rateText(rate)}</b>
        {shelf && <span>Remembered for {shelfTitles[shelf]}</span>}
      </p>
      <Slider
        label="Speed"
        value={rate}
        min={RATE_MIN}
        max={RATE_MAX}
        step={STEP}
        valueText={(to) => `${Math.round(to * 100) / 100} times normal speed`}
        onChange={(to) => player.setRate(to)}
      />
      <div className="presets">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="sm"
            variant={rate === preset ? "tonal" : "quiet"}
            aria-pressed={rate === preset}
            aria-label={`Speed ${preset}`}
            onClick={() => player.setRate(preset)}
          >
            {rateText(preset)}
          </Button>
        ))}
      </div>
      <Checkbox
        label="Show times at this speed"
        checked={areTimesAtRate}
        onChange={(event) => setTimesAtRate(event.target.checked)}
      />
    </div>
  );
}

export function SpeedButton() {
  const rate = usePlayerSelector((state) => state.rate);
  return (
    <Popover
      label="Speed"
      side="top"
      trigger={
        <button
          type="button"
          className={rate === 1 ? "icon-btn speed tabular-nums" : "icon-btn speed tabular-nums is-on"}
          aria-label={`Speed: ${rateText(rate)}`}
          title="Speed"
        >
          {rateText(rate)}
        </button>
      }
    >
      <SpeedPanel />
    </Popover>
  );
}

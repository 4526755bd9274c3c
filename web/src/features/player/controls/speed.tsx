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

/** Returns the saved time as text, such as `3 min`. */
const savedText = (secs: number) => (secs < 60 ? `${Math.round(secs)} s` : `${Math.floor(secs / 60)} min`);

/** Settings for loudness and silences. */
function SoundSettings() {
  const isEven = usePlayerSelector((state) => state.isLoudnessEven);
  const canSetVolume = usePlayerSelector((state) => state.canSetVolume);
  const passes = usePlayerSelector((state) => state.passesSilences);
  const saved = usePlayerSelector((state) => savedText(state.savedSecs));
  return (
    <>
      <Checkbox
        label="Even out loudness"
        hint={
          canSetVolume ? "Plays loud recordings more quietly." : "Not available on this device. Use its volume buttons."
        }
        checked={isEven && canSetVolume}
        disabled={!canSetVolume}
        onChange={(event) => player.setLoudnessEven(event.target.checked)}
      />
      <Checkbox
        label="Skip silences"
        hint={`Shortens pauses of more than a second.${saved === "0 s" ? "" : ` Saved ${saved} on this device so far.`}`}
        checked={passes}
        onChange={(event) => player.setPassesSilences(event.target.checked)}
      />
    </>
  );
}

/** Settings for playback speed, for times at that speed, and for loudness and silences. */
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
      <SoundSettings />
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

import { Volume1, Volume2, VolumeX } from "lucide-react";
import { player, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Slider } from "@/ui/form/slider";
import { Popover } from "@/ui/overlay/popover";

function useVolume() {
  const volume = usePlayerSelector((state) => state.volume);
  const isMuted = usePlayerSelector((state) => state.isMuted);
  return { volume, isMuted: isMuted || volume === 0 };
}

function Icon() {
  const { volume, isMuted } = useVolume();
  if (isMuted) return <VolumeX />;
  return volume < 0.5 ? <Volume1 /> : <Volume2 />;
}

export function MuteButton() {
  const isMuted = usePlayerSelector((state) => state.isMuted);
  return <IconButton label={isMuted ? "Unmute" : "Mute"} icon={<Icon />} onClick={() => player.setMuted(!isMuted)} />;
}

/** Volume slider. Renders nothing if only the device's buttons change the volume. */
export function VolumeSlider() {
  const { volume, isMuted } = useVolume();
  const canSet = usePlayerSelector((state) => state.canSetVolume);
  if (!canSet) return null;
  return (
    <Slider
      className="volume"
      label="Volume"
      value={isMuted ? 0 : Math.round(volume * 100)}
      max={100}
      keyStep={5}
      valueText={(percent) => `${percent} percent`}
      onChange={(percent) => player.setVolume(percent / 100)}
    />
  );
}

/** Popover with mute and volume, for layouts without room for a slider. */
export function VolumePopover() {
  const canSet = usePlayerSelector((state) => state.canSetVolume);
  if (!canSet) return <MuteButton />;
  return (
    <Popover label="Volume" side="top" className="w-56" trigger={<IconButton label="Volume" icon={<Icon />} />}>
      <div className="flex items-center gap-2">
        <MuteButton />
        <VolumeSlider />
      </div>
    </Popover>
  );
}

import type { Effect } from "@/core/player";
import { toast } from "@/ui/feedback/toast";
import type { AudioElementAdapter } from "./audio/audio-element-adapter";
import type { PlaybackTelemetry } from "./playback-telemetry";

type EffectOf<Type extends Effect["type"]> = Extract<Effect, { type: Type }>;

/** Parts of the player that the core's effects change. */
export interface EffectTargets {
  audioElement: AudioElementAdapter;
  telemetry: PlaybackTelemetry;
  onPlay(): void;
  preload(effect: EffectOf<"preload">): void;
  retry(load: number): void;
  report(effect: EffectOf<"report">): void;
  onChapterEnded(): void;
}

/** Runs one effect of the core. */
export function runEffect(effect: Effect, targets: EffectTargets): void {
  const { audioElement } = targets;
  switch (effect.type) {
    case "load":
      audioElement.load(effect.load, effect.trackId, effect.startSecs, effect.rate, effect.needsNewAddress);
      break;
    case "unload":
      audioElement.unload();
      break;
    case "play":
      audioElement.play(effect.load);
      targets.onPlay();
      break;
    case "pause":
      audioElement.pause(effect.load);
      break;
    case "seek":
      audioElement.seek(effect.load, effect.positionSecs);
      break;
    case "setRate":
      audioElement.setRate(effect.rate);
      break;
    case "chapterEnded":
      targets.onChapterEnded();
      break;
    case "preload":
      targets.preload(effect);
      break;
    case "retryAfter":
      setTimeout(() => targets.retry(effect.load), effect.delayMs);
      break;
    case "report":
      targets.report(effect);
      break;
    case "warn":
      targets.telemetry.count(effect.warning, effect.tookMs);
      break;
    case "skipNotice":
      console.warn(effect.message);
      showPlaybackError("Could not play, skipping");
      break;
    case "log":
      console.error(effect.message);
  }
}

export const showPlaybackError = (text: string) => toast(text, { kind: "error", isShort: true, id: "player" });

import { BEACON_BATCH_MAX } from "@/core/limits";
import { type Metric, sendMetrics } from "@/data/audio/playback";

/** Time in milliseconds to collect measurements before sending them. */
const WAIT_MS = 30_000;

/**
 * Collects measurements and sends them in batches: after a delay, when a batch is full, and when the page is hidden.
 */
export class PlaybackTelemetry {
  #waiting: Metric[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  count(name: Metric["name"], valueMs: number): void {
    console.warn(`Slow audio: ${name} took ${Math.round(valueMs)} ms.`);
    this.#waiting.push({ name, valueMs: Math.round(valueMs) });
    if (this.#waiting.length >= BEACON_BATCH_MAX) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const metrics = this.#waiting;
    this.#waiting = [];
    if (metrics.length > 0) sendMetrics(metrics);
  }
}

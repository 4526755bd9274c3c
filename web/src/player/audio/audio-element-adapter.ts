import { loudnessGain } from "./loudness";
import { RetryBackoff } from "./retry-backoff";
import { AudioNotFound, type SignedUrlCache } from "./signed-url-cache";

/** Events of the audio element. `load` is the number of the load that an event belongs to. */
interface ElementEvents {
  onNotMounted(load: number): void;
  onReady(load: number, durationSecs: number | undefined): void;
  onPlaying(load: number): void;
  onWaiting(load: number): void;
  onProgress(load: number, positionSecs: number, durationSecs: number | undefined): void;
  onEnded(load: number): void;
  onFailed(load: number, isMedia: boolean): void;
  /** The system paused playback, for example for a call or after headphones were unplugged. */
  onPaused(): void;
  /** The system resumed playback. */
  onResumed(): void;
  /** The browser requires a user gesture before playback. */
  onPlayRejected(): void;
  /** Called just before playback starts. */
  onStarting(): void;
  /** The buffered range changed. */
  onBuffered(): void;
}

interface Load {
  number: number;
  trackId: string;
  /** Start position, applied when the metadata is known. `undefined` afterwards. */
  startSecs: number | undefined;
  /** True if the URL was requested for this load. An expired URL is then not the cause of an error. */
  isFresh: boolean;
  /** URL set on the element, or `undefined` while it has none. */
  url: string | undefined;
  isPlayingOrStarting: boolean;
  /** True while the URL is being requested. */
  isUrlRequested: boolean;
  isReady: boolean;
}

/** Numeric `MediaError` codes, because the test environment does not define `MediaError`. */
const DECODE_ERROR = 3;
const NOT_SUPPORTED_ERROR = 4;

/** Time in milliseconds without new data after which the connection counts as lost. */
const STALLED_MS = 15_000;

/**
 * Owns the only audio element. Runs the effects of the player and reports the element's events. Sets the source only
 * when playback is requested, so that nothing is downloaded before.
 */
export class AudioElementAdapter {
  readonly #element: HTMLAudioElement | undefined;
  readonly #events: ElementEvents;
  readonly #addresses: SignedUrlCache;
  readonly #patience = new RetryBackoff();
  #load: Load | undefined;
  #stall: ReturnType<typeof setTimeout> | undefined;
  /** True after the first request for playback on this page. */
  #wasWanted = false;
  #sound = { volume: 1, isMuted: false, isEven: true };

  constructor(element: HTMLAudioElement | undefined, addresses: SignedUrlCache, events: ElementEvents) {
    this.#element = element;
    this.#addresses = addresses;
    this.#events = events;
    if (element) this.#listen(element);
  }

  /** True if the track plays or is about to play. */
  get wantsSound(): boolean {
    return this.#load?.isPlayingOrStarting ?? false;
  }

  /** End of the buffered range at the playback position, in seconds from the start of the track. */
  get bufferedSecs(): number {
    const element = this.#element;
    if (!element || this.#load?.url === undefined) return 0;
    const { buffered, currentTime } = element;
    for (let at = 0; at < buffered.length; at += 1) {
      if (buffered.start(at) <= currentTime && currentTime <= buffered.end(at)) return buffered.end(at);
    }
    return currentTime;
  }

  load(number: number, trackId: string, startSecs: number, rate: number, needsNewUrl: boolean): void {
    this.#quiet();
    this.#load = {
      number,
      trackId,
      startSecs,
      isFresh: needsNewUrl,
      url: undefined,
      isPlayingOrStarting: false,
      isUrlRequested: false,
      isReady: false,
    };
    if (needsNewUrl) this.#addresses.drop(trackId);
    this.setRate(rate);
  }

  /**
   * Applies the load after a batch of effects. If playback is requested, sets the source now. Otherwise reports the
   * track as ready without downloading it.
   */
  applyLoad(): void {
    const load = this.#load;
    if (!load || load.url !== undefined) return;
    if (!this.#element) {
      this.#events.onNotMounted(load.number);
    } else if (load.isPlayingOrStarting) {
      this.#wasWanted = true;
      if (!load.isUrlRequested) this.#fill(load);
    } else if (!load.isReady) {
      load.isReady = true;
      this.#empty();
      // Prefetch the URL, so that a later press plays at once. Skip it for a track restored from the last visit, which
      // may never be played; `features/player/prefetch-on-hover.ts` requests it on hover or focus.
      if (this.#wasWanted) this.#addresses.get(load.trackId).catch(() => undefined);
      this.#events.onReady(load.number, undefined);
    }
  }

  /**
   * Permits later playback, by calling the element within the user gesture. An element with a source was already
   * called.
   */
  unlock(): void {
    if (!this.#element?.hasAttribute("src")) this.#element?.load();
  }

  unload(): void {
    this.#quiet();
    this.#load = undefined;
    this.#empty();
  }

  play(number: number): void {
    const load = this.#current(number);
    if (!load || !this.#element) return;
    load.isPlayingOrStarting = true;
    if (load.url === undefined) return;
    if (this.#addresses.isExpiring(load.trackId, load.url)) {
      // The URL expired during sleep or a long pause: request a new one now instead of waiting for an error.
      this.#addresses.drop(load.trackId);
      this.#fail(load, false);
    } else {
      this.#start(load);
    }
  }

  pause(number: number): void {
    const load = this.#current(number);
    if (!load) return;
    load.isPlayingOrStarting = false;
    clearTimeout(this.#stall);
    if (load.url !== undefined) this.#element?.pause();
  }

  seek(number: number, positionSecs: number): void {
    const load = this.#current(number);
    if (!load || !this.#element) return;
    if (load.url === undefined || load.startSecs !== undefined) load.startSecs = positionSecs;
    else this.#element.currentTime = positionSecs;
  }

  setRate(rate: number): void {
    if (!this.#element) return;
    // The element resets its rate to the default with each new source.
    this.#element.defaultPlaybackRate = rate;
    this.#element.playbackRate = rate;
    this.#element.preservesPitch = true;
  }

  /** Sets the volume from 0 to 1. With `isEven`, recordings that are louder than others are lowered. */
  setVolume(volume: number, isMuted: boolean, isEven: boolean): void {
    this.#sound = { volume, isMuted, isEven };
    this.#applySound();
  }

  #applySound(): void {
    if (!this.#element) return;
    const { volume, isMuted, isEven } = this.#sound;
    const loudness = isEven && this.#load ? this.#addresses.loudnessOf(this.#load.trackId) : undefined;
    this.#element.volume = volume * loudnessGain(loudness);
    this.#element.muted = isMuted;
  }

  /** Continues at a later position if it is buffered. Returns true if it does. */
  skipTo(number: number, positionSecs: number): boolean {
    if (!this.#element || !this.#current(number) || this.bufferedSecs < positionSecs) return false;
    this.#element.currentTime = positionSecs;
    return true;
  }

  #current(number: number): Load | undefined {
    return this.#load?.number === number ? this.#load : undefined;
  }

  #quiet(): void {
    clearTimeout(this.#stall);
    this.#patience.end();
  }

  #empty(): void {
    if (!this.#element?.hasAttribute("src")) return;
    this.#element.removeAttribute("src");
    this.#element.load();
  }

  /**
   * Sets the source. A cached URL is set synchronously, which a locked phone requires to continue with the next track.
   */
  #fill(load: Load): void {
    const known = this.#addresses.getCached(load.trackId);
    if (known !== undefined) {
      this.#open(load, known);
      return;
    }
    load.isUrlRequested = true;
    // Resetting the element within the user gesture permits playback later, when the URL has arrived.
    this.#element?.removeAttribute("src");
    this.#element?.load();
    this.#addresses.get(load.trackId).then(
      (url) => {
        load.isUrlRequested = false;
        if (this.#load === load && load.isPlayingOrStarting) this.#open(load, url);
      },
      (error: unknown) => this.#withoutAddress(load, error),
    );
  }

  #withoutAddress(load: Load, error: unknown): void {
    if (this.#load !== load) return;
    console.warn("There is no address to hear an audio note from.", error);
    if (error instanceof AudioNotFound) this.#fail(load, true);
    // Without a network, other tracks could not play either. So retry, and continue at the same position.
    else {
      this.#patience.retry(() => {
        load.isUrlRequested = false;
        if (this.#load === load) this.applyLoad();
      });
    }
  }

  #open(load: Load, url: string): void {
    const element = this.#element;
    if (!element) return;
    load.url = url;
    this.#applySound();
    element.preload = "auto";
    element.src = url;
    this.#start(load);
  }

  /** Continues at the same position with another file of the track. */
  #reopen(load: Load, url: string): void {
    load.startSecs ??= this.#element?.currentTime;
    load.url = undefined;
    if (load.isPlayingOrStarting) this.#open(load, url);
  }

  #start(load: Load): void {
    this.#events.onStarting();
    const playing = this.#element?.play();
    playing?.catch((error: unknown) => {
      // The load was replaced or paused. The `error` event reports problems of the source.
      if (this.#load !== load || !(error instanceof DOMException) || error.name === "AbortError") return;
      console.warn("Playing was refused.", error);
      if (error.name === "NotAllowedError") this.#events.onPlayRejected();
    });
    this.#watchForStall(load);
  }

  #fail(load: Load, isMedia: boolean): void {
    this.#quiet();
    load.url = undefined;
    // The player decides about retries.
    load.isPlayingOrStarting = false;
    this.#events.onFailed(load.number, isMedia);
  }

  #watchForStall(load: Load): void {
    clearTimeout(this.#stall);
    const before = this.bufferedSecs;
    this.#stall = setTimeout(() => {
      if (this.#load !== load || load.url === undefined) return;
      if (this.bufferedSecs > before) this.#watchForStall(load);
      else this.#lost(load);
    }, STALLED_MS);
  }

  /** Reports a lost connection. The player requests a new URL when a network is available. */
  #lost(load: Load): void {
    console.warn("The connection to an audio note was lost.");
    this.#fail(load, false);
  }

  #listen(element: HTMLAudioElement): void {
    /** Ignores events while the element has no source. */
    const on = (type: string, handle: (load: Load) => void) =>
      element.addEventListener(type, () => {
        if (this.#load?.url !== undefined) handle(this.#load);
      });
    const duration = () => (Number.isFinite(element.duration) ? element.duration : undefined);

    on("loadedmetadata", (load) => {
      // iPhones discard a seek before the metadata is loaded.
      if (load.startSecs) element.currentTime = load.startSecs;
      load.startSecs = undefined;
    });
    const ready = (load: Load) => {
      if (load.isReady || load.startSecs !== undefined || element.seeking) return;
      if (element.readyState < element.HAVE_FUTURE_DATA) return;
      load.isReady = true;
      this.#events.onReady(load.number, duration());
    };
    on("canplay", ready);
    on("seeked", ready);
    on("playing", (load) => {
      clearTimeout(this.#stall);
      this.#events.onPlaying(load.number);
    });
    on("waiting", (load) => {
      this.#watchForStall(load);
      this.#events.onWaiting(load.number);
    });
    on("timeupdate", (load) => {
      if (load.startSecs === undefined && !element.seeking) {
        this.#events.onProgress(load.number, element.currentTime, duration());
      }
    });
    on("progress", () => this.#events.onBuffered());
    on("ended", (load) => {
      clearTimeout(this.#stall);
      this.#events.onEnded(load.number);
    });
    on("pause", (load) => {
      if (load.isPlayingOrStarting && element.paused && !element.ended && !element.error) this.#events.onPaused();
    });
    on("play", (load) => {
      if (!load.isPlayingOrStarting && !element.paused) this.#events.onResumed();
    });
    on("error", (load) => {
      const code = element.error?.code;
      console.warn("An audio note cannot be played any further.", element.error?.message);
      // Browsers also report "not supported" if the server rejects a URL. So this error counts as a broken file only
      // for a new URL.
      const isRefused = code === NOT_SUPPORTED_ERROR;
      const isMedia = code === DECODE_ERROR || (isRefused && load.isFresh && navigator.onLine);
      const original = isMedia ? this.#addresses.fallBack(load.trackId, load.url ?? "") : undefined;
      if (original !== undefined) this.#reopen(load, original);
      else this.#fail(load, isMedia);
    });
    window.addEventListener("online", () => {
      const load = this.#load;
      // Requests that were waiting when the network was lost never finish.
      if (load?.isPlayingOrStarting && load.url !== undefined && element.readyState < element.HAVE_FUTURE_DATA)
        this.#lost(load);
    });
  }
}

import { type Addresses, AudioGone } from "./addresses";
import { Patience } from "./patience";

/** The element's events, with the number of the load that each is about. */
interface ElementEvents {
  onNotMounted(load: number): void;
  onReady(load: number, durationSecs: number | undefined): void;
  onPlaying(load: number): void;
  onWaiting(load: number): void;
  onProgress(load: number, positionSecs: number, durationSecs: number | undefined): void;
  onEnded(load: number): void;
  onFailed(load: number, isMedia: boolean): void;
  /** The system paused it: a call came in, or headphones were unplugged. */
  onPaused(): void;
  /** The system started it. */
  onResumed(): void;
  /** The browser does not let it play without a press. */
  onRefused(): void;
  /** It is about to be heard. */
  onStarting(): void;
  /** How far the sound has arrived has changed. */
  onBuffered(): void;
}

/** What the element is to play. */
interface Load {
  number: number;
  trackId: string;
  /** Where to go as soon as the length is known; nothing once it is there. */
  startSecs: number | undefined;
  /** Whether a new address was asked for just now, so that a refusal is not the address's fault. */
  isFresh: boolean;
  /** The address in the element; nothing while there is none. */
  url: string | undefined;
  wantsSound: boolean;
  /** Whether its address is being asked for. */
  isAsked: boolean;
  isReady: boolean;
}

/** `MediaError` in numbers: its name is not known everywhere where this code is tested. */
const DECODE_ERROR = 3;
const NOT_SUPPORTED_ERROR = 4;

/** A wait for data in which nothing arrives for this long is a dead connection, in milliseconds. */
const STALLED_MS = 15_000;

/**
 * The one audio element. Turns effects of the player into calls, and events of the element into inputs. A source is
 * given to the element only when it is to be heard; until then nothing is fetched.
 */
export class Driver {
  readonly #element: HTMLAudioElement | undefined;
  readonly #events: ElementEvents;
  readonly #addresses: Addresses;
  readonly #patience = new Patience();
  #load: Load | undefined;
  #stall: ReturnType<typeof setTimeout> | undefined;
  /** Whether anything was to be heard on this page. */
  #wasWanted = false;

  constructor(element: HTMLAudioElement | undefined, addresses: Addresses, events: ElementEvents) {
    this.#element = element;
    this.#addresses = addresses;
    this.#events = events;
    if (element) this.#listen(element);
  }

  /** How far the sound has arrived from where it plays, in seconds from the beginning. */
  get bufferedSecs(): number {
    const element = this.#element;
    if (!element || this.#load?.url === undefined) return 0;
    const { buffered, currentTime } = element;
    for (let at = 0; at < buffered.length; at += 1) {
      if (buffered.start(at) <= currentTime && currentTime <= buffered.end(at)) return buffered.end(at);
    }
    return currentTime;
  }

  load(number: number, trackId: string, startSecs: number, rate: number, needsNewAddress: boolean): void {
    this.#quiet();
    this.#load = {
      number,
      trackId,
      startSecs,
      isFresh: needsNewAddress,
      url: undefined,
      wantsSound: false,
      isAsked: false,
      isReady: false,
    };
    if (needsNewAddress) this.#addresses.drop(trackId);
    this.setRate(rate);
  }

  /**
   * To be called after each batch of wishes. What is to be heard gets its source now; what is not counts as ready, and
   * waits without one.
   */
  settle(): void {
    const load = this.#load;
    if (!load || load.url !== undefined) return;
    if (!this.#element) {
      this.#events.onNotMounted(load.number);
    } else if (load.wantsSound) {
      this.#wasWanted = true;
      if (!load.isAsked) this.#fill(load);
    } else if (!load.isReady) {
      load.isReady = true;
      this.#empty();
      // Its address is to be known before play is pressed, so that it plays at once. What was taken up from the last visit may
      // never be heard: for that it is asked for when somebody comes near the player (`features/player/near.ts`).
      if (this.#wasWanted) this.#addresses.get(load.trackId).catch(() => undefined);
      this.#events.onReady(load.number, undefined);
    }
  }

  unload(): void {
    this.#quiet();
    this.#load = undefined;
    this.#empty();
  }

  play(number: number): void {
    const load = this.#current(number);
    if (!load || !this.#element) return;
    load.wantsSound = true;
    if (load.url === undefined) return;
    if (this.#addresses.isDying(load.trackId, load.url)) {
      // The laptop slept, or it was paused for hours: a new address at once, instead of a failure after a wait.
      this.#addresses.drop(load.trackId);
      this.#fail(load, false);
    } else {
      this.#start(load);
    }
  }

  pause(number: number): void {
    const load = this.#current(number);
    if (!load) return;
    load.wantsSound = false;
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
    // The default is what the element falls back to with each new source.
    this.#element.defaultPlaybackRate = rate;
    this.#element.playbackRate = rate;
    this.#element.preservesPitch = true;
  }

  setVolume(volume: number, isMuted: boolean): void {
    if (!this.#element) return;
    this.#element.volume = volume;
    this.#element.muted = isMuted;
  }

  #current(number: number): Load | undefined {
    return this.#load?.number === number ? this.#load : undefined;
  }

  /** Stops everything that waits for something. */
  #quiet(): void {
    clearTimeout(this.#stall);
    this.#patience.end();
  }

  #empty(): void {
    if (!this.#element?.hasAttribute("src")) return;
    this.#element.removeAttribute("src");
    this.#element.load();
  }

  /** Gives the element its source: at once if the address is known, which is what lets a locked phone go on. */
  #fill(load: Load): void {
    const known = this.#addresses.known(load.trackId);
    if (known !== undefined) {
      this.#open(load, known);
      return;
    }
    load.isAsked = true;
    // Emptied within the press, the element may play later, when the address has come.
    this.#element?.removeAttribute("src");
    this.#element?.load();
    this.#addresses.get(load.trackId).then(
      (url) => {
        load.isAsked = false;
        if (this.#load === load && load.wantsSound) this.#open(load, url);
      },
      (error: unknown) => this.#withoutAddress(load, error),
    );
  }

  #withoutAddress(load: Load, error: unknown): void {
    if (this.#load !== load) return;
    console.warn("There is no address to hear an audio note from.", error);
    if (error instanceof AudioGone) this.#fail(load, true);
    // Without a network another track would not play either: wait, and go on at the same second.
    else {
      this.#patience.retry(() => {
        load.isAsked = false;
        if (this.#load === load) this.settle();
      });
    }
  }

  #open(load: Load, url: string): void {
    const element = this.#element;
    if (!element) return;
    load.url = url;
    element.preload = "auto";
    element.src = url;
    this.#start(load);
  }

  #start(load: Load): void {
    this.#events.onStarting();
    const playing = this.#element?.play();
    playing?.catch((error: unknown) => {
      // Replaced or paused meanwhile. What is wrong with a source is told by the event 'error'.
      if (this.#load !== load || !(error instanceof DOMException) || error.name === "AbortError") return;
      console.warn("Playing was refused.", error);
      if (error.name === "NotAllowedError") this.#events.onRefused();
    });
    this.#watchForStall(load);
  }

  #fail(load: Load, isMedia: boolean): void {
    this.#quiet();
    load.url = undefined;
    // Whether it is to be tried again, and when, is for the player to say.
    load.wantsSound = false;
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

  /** The connection is dead. A new address is asked for as soon as there is a network. */
  #lost(load: Load): void {
    console.warn("The connection to an audio note was lost.");
    this.#fail(load, false);
  }

  #listen(element: HTMLAudioElement): void {
    /** Events while the element has no source of ours are ignored. */
    const on = (type: string, handle: (load: Load) => void) =>
      element.addEventListener(type, () => {
        if (this.#load?.url !== undefined) handle(this.#load);
      });
    const duration = () => (Number.isFinite(element.duration) ? element.duration : undefined);

    on("loadedmetadata", (load) => {
      // Before this an iPhone forgets where it was sent to.
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
      if (load.wantsSound && element.paused && !element.ended && !element.error) this.#events.onPaused();
    });
    on("play", (load) => {
      if (!load.wantsSound && !element.paused) this.#events.onResumed();
    });
    on("error", (load) => {
      const code = element.error?.code;
      console.warn("An audio note cannot be played any further.", element.error?.message);
      // Browsers report 'not supported' also for a refused address, so it counts only for a new address.
      const isRefused = code === NOT_SUPPORTED_ERROR;
      this.#fail(load, code === DECODE_ERROR || (isRefused && load.isFresh && navigator.onLine));
    });
    window.addEventListener("online", () => {
      const load = this.#load;
      // What was waiting when the network went would wait for a connection that nobody answers any more.
      if (load?.wantsSound && load.url !== undefined && element.readyState < element.HAVE_FUTURE_DATA) this.#lost(load);
    });
  }
}

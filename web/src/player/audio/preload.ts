import type { SignedUrlCache } from "./signed-url-cache";

/** Delay in milliseconds before preloading starts, so that the requested track loads first. */
const BEHIND_MS = 250;

/** Value of the element's `preload` attribute. */
type Depth = "auto" | "metadata";

/** Ids of tracks to preload, and the list to which they belong. */
interface TracksToLoad {
  /** Tracks to preload completely. */
  full: readonly string[];
  /** Tracks of which only the metadata is preloaded. */
  metadata: readonly string[];
  /** Version of the list of tracks. */
  list: number;
  /** Current track. Its own element loads it. */
  current: string | undefined;
}

/** Preloads tracks with audio elements that only download. The player's element then reads from the browser cache. */
export class Preloader {
  readonly #elements = new Map<string, HTMLAudioElement>();
  readonly #addresses: SignedUrlCache;
  readonly #create: () => HTMLAudioElement;
  /** Tracks whose data has not started to load, with the version of their list. */
  #waiting: { timer: ReturnType<typeof setTimeout>; list: number; ids: readonly string[] } | undefined;

  constructor(addresses: SignedUrlCache, create: () => HTMLAudioElement = () => new Audio()) {
    this.#addresses = addresses;
    this.#create = create;
  }

  /**
   * Preloads these tracks and stops all others, except waiting tracks of the same list. Requests URLs at once, data
   * after a delay.
   */
  preload({ full, metadata, list, current }: TracksToLoad): void {
    const depths = new Map<string, Depth>();
    // If playback starts right after a list was set, the tracks of that list are still waiting: load them too.
    const late = this.#waiting?.list === list ? this.#waiting.ids.filter((id) => id !== current) : [];
    for (const id of [...late, ...metadata]) depths.set(id, "metadata");
    for (const id of full) depths.set(id, "auto");
    for (const id of this.#elements.keys()) if (!depths.has(id)) this.#stop(id);
    for (const id of depths.keys()) this.#addresses.get(id).catch(logged);
    clearTimeout(this.#waiting?.timer);
    const timer = setTimeout(() => {
      this.#waiting = undefined;
      for (const [id, depth] of depths) void this.#fetch(id, depth);
    }, BEHIND_MS);
    this.#waiting = { timer, list, ids: [...depths.keys()] };
  }

  clear(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
    for (const id of [...this.#elements.keys()]) this.#stop(id);
  }

  async #fetch(id: string, depth: Depth): Promise<void> {
    const held = this.#elements.get(id);
    if (held) {
      held.preload = depth;
      return;
    }
    const element = this.#create();
    element.muted = true;
    element.preload = depth;
    this.#elements.set(id, element);
    try {
      const url = await this.#addresses.get(id);
      // The track may have been replaced during the request.
      if (this.#elements.get(id) === element) element.src = url;
    } catch {
      this.#elements.delete(id); // The first request logged the error.
    }
  }

  #stop(id: string): void {
    const element = this.#elements.get(id);
    this.#elements.delete(id);
    if (!element) return;
    element.removeAttribute("src");
    element.load();
  }
}

function logged(error: unknown): void {
  console.warn("An audio note could not be prepared.", error);
}

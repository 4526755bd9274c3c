import type { Addresses } from "./addresses";

/** The track that was just asked for comes first: others begin to load this much later, in milliseconds. */
const BEHIND_MS = 250;

/** How much the browser fetches ahead. */
type Depth = "auto" | "metadata";

/** What is to be prepared, by ids. */
interface Wanted {
  /** With their sound. */
  full: readonly string[];
  /** With length and format only. */
  metadata: readonly string[];
  /** Changes with the list that they are of. */
  list: number;
  /** The one that plays needs no other element. */
  current: string | undefined;
}

/** Elements that only fetch: what they read is in the browser's cache when the one that plays asks for it. */
export class Preloader {
  readonly #elements = new Map<string, HTMLAudioElement>();
  readonly #addresses: Addresses;
  readonly #create: () => HTMLAudioElement;
  /** What has not begun to load, and of which list it is. */
  #waiting: { timer: ReturnType<typeof setTimeout>; list: number; ids: readonly string[] } | undefined;

  constructor(addresses: Addresses, create: () => HTMLAudioElement = () => new Audio()) {
    this.#addresses = addresses;
    this.#create = create;
  }

  /**
   * Has these tracks prepared and no others but those of the same list that still wait: their addresses at once, their
   * metadata or sound a little later.
   */
  prepare({ full, metadata, list, current }: Wanted): void {
    const depths = new Map<string, Depth>();
    // Whoever presses play at once also gets what was wanted for the new list.
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

  /** Stops fetching. */
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
      // Meanwhile something else may be wanted.
      if (this.#elements.get(id) === element) element.src = url;
    } catch {
      this.#elements.delete(id); // Logged where the address was asked for first.
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

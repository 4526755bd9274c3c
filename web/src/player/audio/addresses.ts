import { unreachable } from "@/api/problem";
import { ADDRESSES_MAX } from "@/core/limits";
import { type AudioAddress, audioAddresses } from "@/data/audio/playback";

/** An address that dies sooner than this is not used any more, in milliseconds. */
const MIN_LIFE_MS = 60_000;

/** So many recordings are heard at most while an address lives: no question needs to be for more that only come later. */
const SOON_MAX = 8;

/** The audio note does not exist any more: another address would not help. */
export class AudioGone extends Error {
  override readonly name = "AudioGone";
}

/** Who knows addresses: those of these ids and of what is heard `soon`, and which of them are gone. */
type Ask = (
  ids: readonly string[],
  soon: readonly string[],
) => Promise<{
  items: readonly Pick<AudioAddress, "id" | "url" | "expiresAt">[];
  missing: readonly string[];
}>;

interface Held {
  url: string;
  expiresAtMs: number;
}

interface Wanted {
  promise: Promise<string>;
  resolve: (url: string) => void;
  reject: (error: unknown) => void;
}

function wanted(): Wanted {
  let [resolve, reject]: [Wanted["resolve"], Wanted["reject"]] = [() => undefined, () => undefined];
  const promise = new Promise<string>((succeed, fail) => {
    resolve = succeed;
    reject = fail;
  });
  // That nobody waits for it any more is not an error.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/**
 * Addresses that audio can be heard from. They are asked for ahead of time and kept until they are about to die, so
 * that the next track can begin without a request. Questions of the same moment travel together, and with them those about
 * what comes next in the queue, which would be asked one by one as the tracks go on.
 */
export class Addresses {
  readonly #held = new Map<string, Held>();
  readonly #wanted = new Map<string, Wanted>();
  /** Wanted, and not asked for yet. */
  #waiting: string[] = [];
  readonly #soon: () => readonly string[];
  readonly #ask: Ask;

  /** `soon` tells the ids that come next in the queue. */
  constructor(soon: () => readonly string[] = () => [], ask: Ask = audioAddresses) {
    this.#soon = soon;
    this.#ask = ask;
  }

  /** The address, if one is held that lives for a while. */
  known(id: string): string | undefined {
    const held = this.#held.get(id);
    return held && held.expiresAtMs - Date.now() > MIN_LIFE_MS ? held.url : undefined;
  }

  /** Whether `url` is about to die, or is not held at all. */
  isDying(id: string, url: string): boolean {
    return this.known(id) !== url;
  }

  /** The address, from the server if need be. Rejects with `AudioGone`, or with the reason why there was no answer. */
  get(id: string): Promise<string> {
    const known = this.known(id);
    if (known !== undefined) return Promise.resolve(known);
    const already = this.#wanted.get(id);
    if (already) return already.promise;
    const want = wanted();
    this.#wanted.set(id, want);
    if (this.#waiting.push(id) === 1) queueMicrotask(() => this.#askNow());
    return want.promise;
  }

  /** Forgets an address that did not work. */
  drop(id: string): void {
    this.#held.delete(id);
  }

  /** Forgets everything: the person has signed out. */
  clear(): void {
    this.#held.clear();
  }

  #askNow(): void {
    const ids = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < ids.length; at += ADDRESSES_MAX) {
      const some = ids.slice(at, at + ADDRESSES_MAX);
      void this.#askFor(some, this.#alsoSoon(ADDRESSES_MAX - some.length));
    }
  }

  /** What comes soon and is neither held nor asked for: at most `room` of it, wanted from now on. */
  #alsoSoon(room: number): string[] {
    const ids = this.#soon()
      .slice(0, SOON_MAX)
      .filter((id) => this.known(id) === undefined && !this.#wanted.has(id))
      .slice(0, room);
    for (const id of ids) this.#wanted.set(id, wanted());
    return ids;
  }

  async #askFor(wantedNow: readonly string[], soon: readonly string[]): Promise<void> {
    const ids = [...wantedNow, ...soon];
    try {
      const { items, missing } = await this.#ask(wantedNow, soon);
      for (const item of items) this.#keep(item);
      for (const id of missing) this.#settle(id, (want) => want.reject(new AudioGone("This audio note is gone.")));
      // Neither kept here nor known to be gone: nobody could be asked.
      for (const id of ids) this.#settle(id, (want) => want.reject(unreachable()));
    } catch (error) {
      for (const id of ids) this.#settle(id, (want) => want.reject(error));
    }
  }

  #keep({ id, url, expiresAt }: Pick<AudioAddress, "id" | "url" | "expiresAt">): void {
    this.#held.set(id, { url, expiresAtMs: Date.parse(expiresAt) });
    this.#settle(id, (want) => want.resolve(url));
  }

  #settle(id: string, how: (want: Wanted) => void): void {
    const want = this.#wanted.get(id);
    if (!want) return;
    this.#wanted.delete(id);
    how(want);
  }
}

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/** Number of characters that encode the rank of an item among items of the same time: 15 bits. */
const PLACE_CHARS = 3;

function encode(value: number, chars: number): string {
  let text = "";
  let rest = value;
  for (let place = 0; place < chars; place += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Creates a ULID: 48 bits of time in milliseconds and 80 random bits, in 26 characters that sort by time. */
export function newUlid(nowMs: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARS));
  return encode(nowMs, TIME_CHARS) + Array.from(random, (byte) => ALPHABET.charAt(byte % 32)).join("");
}

/** Creates the ULID of one of several items of the same time. An item with a higher index sorts before the others. */
export function ulidAtIndex(nowMs: number, place: number): string {
  const id = newUlid(nowMs);
  const encoded = encode(32 ** PLACE_CHARS - 1 - place, PLACE_CHARS);
  return id.slice(0, TIME_CHARS) + encoded + id.slice(TIME_CHARS + PLACE_CHARS);
}

/** Returns true if `text` has the shape of a ULID. This distinguishes a note id from a course code in a path. */
export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

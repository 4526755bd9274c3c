/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/** Creates a ULID: 48 bits of time in milliseconds and 80 random bits, in 26 characters that sort by time. */
export function newUlid(nowMs: number = Date.now()): string {
  let time = "";
  let rest = nowMs;
  for (let place = 0; place < TIME_CHARS; place += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARS));
  return time + Array.from(random, (byte) => ALPHABET.charAt(byte % 32)).join("");
}

/** Returns true if `text` has the shape of a ULID. This distinguishes a note id from a course code in a path. */
export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

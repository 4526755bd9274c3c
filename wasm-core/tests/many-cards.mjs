// A large study log of one student, for the test of the compiled scheduler and for measurements.

const ACTS = ["again", "hard", "good", "easy"];
export const DAY_MS = 24 * 60 * 60 * 1000;
export const NOON_MS = 1_767_614_400_000;

/** Returns twenty thousand cards with ten answers each, over three years. */
export function manyCards() {
  let seed = 7;
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const ids = Array.from(
    { length: 20_000 },
    () => `01JD8Z5V7R${Array.from({ length: 16 }, () => letters[Math.floor(random() * 32)]).join("")}`,
  );
  const events = ids.flatMap((cardId, number) => {
    let day = Math.floor(random() * 500);
    return Array.from({ length: 10 }, (_, round) => {
      const whenMs = NOON_MS + day * DAY_MS + Math.floor(random() * 10 * 60 * 60 * 1000);
      day += Math.ceil(random() * 2 ** (round + 1));
      const action = ACTS[random() < 0.1 ? 0 : random() < 0.15 ? 1 : random() < 0.9 ? 2 : 3];
      const tookMs = Math.floor(random() * 20_000);
      return {
        sequence: number * 10 + round,
        cardId,
        whenMs,
        zoneMinutes: 0,
        action,
        tookMs,
      };
    });
  });
  return { ids, events };
}

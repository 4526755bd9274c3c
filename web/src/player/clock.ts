/** Monotonic clock of the player, in milliseconds. */
export const clock = () => performance.now();

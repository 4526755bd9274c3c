/** True on Apple devices, which use ⌘ in place of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** True on Apple devices, which use ⌘ instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

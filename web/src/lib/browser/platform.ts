/** Whether the keys of this device are named as Apple names them: ⌘ does what Ctrl does elsewhere. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

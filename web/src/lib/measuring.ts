/** What some browsers tell of a person's wishes. */
interface Wishes {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
  connection?: { saveData?: boolean };
}

/** Whether pages may be counted and measured in this browser: not where somebody wishes not to be, or saves data. */
export function mayMeasure(navigator: object = globalThis.navigator): boolean {
  const { globalPrivacyControl, doNotTrack, connection } = navigator as Wishes;
  return !globalPrivacyControl && doNotTrack !== "1" && !connection?.saveData;
}

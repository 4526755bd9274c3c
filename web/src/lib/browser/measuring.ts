/** What some browsers tell of a person's wishes. */
interface Wishes {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
  connection?: { saveData?: boolean };
}

/** Whether usage may be measured in this browser: not with Do Not Track or Save-Data. */
export function mayMeasure(navigator: object = globalThis.navigator): boolean {
  const { globalPrivacyControl, doNotTrack, connection } = navigator as Wishes;
  return !globalPrivacyControl && doNotTrack !== "1" && !connection?.saveData;
}

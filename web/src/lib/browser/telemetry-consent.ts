interface Wishes {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
  connection?: { saveData?: boolean };
}

/** Returns false with Global Privacy Control, Do Not Track or Save-Data. */
export function isTelemetryAllowed(navigator: object = globalThis.navigator): boolean {
  const { globalPrivacyControl, doNotTrack, connection } = navigator as Wishes;
  return !globalPrivacyControl && doNotTrack !== "1" && !connection?.saveData;
}

/** What some browsers tell of the connection. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

/** Tells now, and whenever it changes, whether data is to be saved: by wish, or because it is a phone's. */
export function watchDataSaving(tell: (isOn: boolean) => void): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!connection) return;
  const say = () => tell(connection.saveData === true || connection.type === "cellular");
  say();
  connection.addEventListener("change", say);
}

/** What some browsers tell of the connection. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

const connectionOf = () => (navigator as Navigator & { connection?: Connection }).connection;

/** Whether the person wishes that nothing is fetched which they have not asked for. What cannot be told is no. */
export const wishesToSaveData = (): boolean => connectionOf()?.saveData === true;

/** Tells now, and whenever it changes, whether data is to be saved: by wish, or because it is a phone's. */
export function watchDataSaving(tell: (isOn: boolean) => void): void {
  const connection = connectionOf();
  if (!connection) return;
  const say = () => tell(connection.saveData === true || connection.type === "cellular");
  say();
  connection.addEventListener("change", say);
}

/** Network Information API, which only some browsers have. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

const connectionOf = () => (navigator as Navigator & { connection?: Connection }).connection;

/** True if the user enabled Save-Data. False if the browser does not report it. */
export const prefersSaveData = (): boolean => connectionOf()?.saveData === true;

/** Calls `onChange` now and after each change, with `isOn` true for Save-Data or a cellular connection. */
export function watchSaveData(onChange: (isOn: boolean) => void): void {
  const connection = connectionOf();
  if (!connection) return;
  const say = () => onChange(connection.saveData === true || connection.type === "cellular");
  say();
  connection.addEventListener("change", say);
}

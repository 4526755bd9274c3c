/** What the page tells its worker when somebody keeps notes: that the reader must open without a network. */
export interface KeepReader {
  kind: "keep the reader";
}

/** Has the page's worker keep the code of the reader, where there is a worker. */
export function keepReader(): void {
  const message: KeepReader = { kind: "keep the reader" };
  navigator.serviceWorker?.controller?.postMessage(message);
}

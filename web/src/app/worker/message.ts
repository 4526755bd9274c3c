/** What a page tells a worker that waits: no page of another release is open. */
export interface TakeOver {
  kind: "take over";
  /** The scripts that the page was started with, each named after the hash of its content. */
  scripts: readonly string[];
}

/** Message that tells a waiting worker to activate, because no page of another release is open. */
export interface SkipWaitingMessage {
  kind: "take over";
  /** Scripts that the page was started with; their names contain content hashes. */
  scripts: readonly string[];
}

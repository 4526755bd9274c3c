import type { SendOptions } from "./kind";
import { type Change, type ChangeResult, kindOf } from "./kinds";

/** Sends one change. Every request is idempotent. An aborted request may have reached the server. */
export const send = (change: Change, how: SendOptions): Promise<ChangeResult> => kindOf(change).send(change, how);

/** Sends changes of one serial queue in one request, if their kind can. Returns their responses in order. */
export async function sendBatch(changes: readonly Change[], signal: AbortSignal): Promise<ChangeResult[]> {
  const [first] = changes;
  return (first && (await kindOf(first).batch?.send(changes, signal))) ?? [];
}

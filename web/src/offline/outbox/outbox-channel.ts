import type { ApiProblem } from "@/api/problem";
import { createChannel } from "@/lib/browser/broadcast";
import type { ChangeResult, Entry } from "./kinds/kinds";

/** Serializable part of an `ApiProblem`. */
type Rejection = Pick<ApiProblem, "code" | "status" | "detail"> & {
  fields: ApiProblem["fields"][number][];
  traceId?: string;
};

/** Message about a user's outbox, between tabs and the service worker. */
export type Message =
  | { type: "changed"; uid: string }
  | { type: "sent"; uid: string; entry: Entry; result: ChangeResult }
  | { type: "rejected"; uid: string; entry: Entry; rejection: Rejection };

export const outboxChannel = createChannel<Message>("note-ninja outbox results");

export function toRejection({ code, status, detail, fields, traceId }: ApiProblem): Rejection {
  return { code, status, detail, fields: [...fields], ...(traceId !== undefined && { traceId }) };
}

import type { ApiProblem } from "@/api/problem";
import { channel } from "@/lib/browser/broadcast";
import type { Answer, Entry } from "./kinds/table";

/** Serializable part of an `ApiProblem`. */
type Refusal = Pick<ApiProblem, "code" | "status" | "detail"> & {
  fields: ApiProblem["fields"][number][];
  traceId?: string;
};

/** Message about a user's outbox, between tabs and the service worker. */
export type Message =
  | { type: "changed"; uid: string }
  | { type: "sent"; uid: string; entry: Entry; answer: Answer }
  | { type: "rejected"; uid: string; entry: Entry; refusal: Refusal };

export const outboxChannel = channel<Message>("note-ninja outbox");

export function refusalOf({ code, status, detail, fields, traceId }: ApiProblem): Refusal {
  return { code, status, detail, fields: [...fields], ...(traceId !== undefined && { traceId }) };
}

import type { ApiProblem } from "@/api/problem";
import { channel } from "@/lib/browser/broadcast";
import type { Entry } from "./kinds/changes";
import type { Answer } from "./kinds/send";

/** Why a change was refused, as it is told from tab to tab. */
type Refusal = Pick<ApiProblem, "code" | "status" | "detail"> & { fields: ApiProblem["fields"][number][] };

/** What tabs tell each other about the outbox of a person. */
export type Message =
  | { is: "changed"; uid: string }
  | { is: "sent"; uid: string; entry: Entry; answer: Answer }
  | { is: "refused"; uid: string; entry: Entry; refusal: Refusal };

/** What tabs and the page's worker tell each other about the outbox of a person. */
export const otherTabs = channel<Message>("note-ninja outbox");

export function refusalOf({ code, status, detail, fields }: ApiProblem): Refusal {
  return { code, status, detail, fields: [...fields] };
}

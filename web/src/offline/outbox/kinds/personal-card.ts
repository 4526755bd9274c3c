import { api, keepalive, unwrap } from "@/api/client";
import type { PersonalCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import { withoutGaps } from "@/core/gap-text";
import { paths } from "@/lib/urls/paths";
import { isNeverSent, mergeFields } from "./coalesce";
import type { ChangeKind } from "./kind";
import { quote } from "./shared";

type Schemas = components["schemas"];
type SavedOrRemoved = Schemas["SavedPersonalCard"] | Schemas["RemovedPersonalCard"];

/**
 * New state of a personal card. If `card` is undefined, the card is deleted. An edit replaces the whole text, and a
 * removal deletes it, so both name the version on which they are based. `imageAlt` describes an image that may be
 * uploaded later.
 */
export interface PersonalCardChange {
  kind: "personalCard";
  course: string;
  id: string;
  card?: PersonalCard | undefined;
  imageAlt?: string | undefined;
  version?: number | undefined;
}

const edited = mergeFields<PersonalCardChange>({
  isRemoval: ({ card }) => !card,
  basedOn: (edit, { version }) => ({ ...edit, version }),
});

const firstLine = (text: string) => withoutGaps(text).trim().split("\n")[0] ?? "";

export const personalCard: ChangeKind<PersonalCardChange, SavedOrRemoved> = {
  id: ({ id }) => id,
  merge(change, open) {
    const merged = edited(change, open);
    const [first] = open;
    if (change.card || !first) return merged;
    // The removal of an edited card is based on the version before the edits. If an edit was sent, the card may have a
    // newer version, so the removal names none.
    const version = open.every(isNeverSent) ? first.change.version : undefined;
    return { ...merged, merged: { ...change, version } };
  },
  send: (change, { signal }) => sendCard(change, signal),
  confirmed: (_change, result) => ({
    rewrite: (other) => ({ ...other, version: "card" in result ? result.card.version : undefined }),
  }),
  // The student saw the conflict and decided for this text, so it replaces any version.
  retryChange: (change) => ({ ...change, version: undefined }),
  describe: ({ card }) =>
    card ? `save your study card ${quote(firstLine(card.title))}` : "remove one of your study cards",
  countNouns: ["personal study card", "personal study cards"],
  path: ({ course }) => paths.personalCards(course),
};

async function sendCard(change: PersonalCardChange, signal: AbortSignal): Promise<SavedOrRemoved> {
  const { course, id, card, imageAlt, version } = change;
  const fact = { params: { path: { code: course, cardId: id } }, ...keepalive, signal };
  const path = "/api/me/cards/{code}/{cardId}";
  if (!card) {
    const query = version === undefined ? {} : { version };
    return unwrap(api.DELETE(path, { ...fact, params: { ...fact.params, query } }));
  }
  const { title, content, chapterId, source } = card;
  const body = {
    title,
    content,
    ...(imageAlt !== undefined && { imageAlt }),
    ...(chapterId !== undefined && { chapterId }),
    ...(source !== undefined && { source }),
    ...(version !== undefined && { version }),
  };
  try {
    return await unwrap(api.PUT(path, { ...fact, body }));
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.code === "not_found";
    // Another device deleted the card: create it again with the new text.
    if (isGone && version !== undefined) return sendCard({ ...change, version: undefined }, signal);
    throw error;
  }
}

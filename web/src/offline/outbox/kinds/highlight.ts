import { api, keepalive, unwrap } from "@/api/client";
import type { Highlight, HighlightBase } from "@/api/models";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { mergeFields } from "./coalesce";
import type { ChangeKind } from "./kind";
import { baseField, quote } from "./shared";

/**
 * New state of a highlight. If `highlight` is undefined, the highlight is deleted. `before` is the state on which an
 * edit is based; new highlights have none. The server changes only the fields that differ from it.
 */
export interface HighlightChange {
  kind: "highlight";
  noteId: string;
  id: string;
  highlight?: Highlight | undefined;
  before?: HighlightBase | undefined;
}

/** The response is `undefined` after a removal. */
export const highlight: ChangeKind<HighlightChange, components["schemas"]["SavedHighlight"] | undefined> = {
  id: ({ id }) => id,
  merge: mergeFields({
    isRemoval: (edit) => !edit.highlight,
    isRestorable: true,
    basedOn: (edit, { before }) => ({ ...edit, before }),
  }),
  async send({ noteId, id, highlight, before }, { signal }) {
    const fact = { params: { path: { noteId, id } }, ...keepalive, signal };
    const path = "/api/me/highlights/{noteId}/{id}";
    if (highlight) return unwrap(api.PUT(path, { ...fact, body: { ...highlight.mark, ...baseField(before) } }));
    await unwrap(api.DELETE(path, fact));
    return undefined;
  },
  retryChange: (change, isGone) => (isGone ? { ...change, before: undefined } : change),
  describe: ({ highlight }) => (highlight ? `save a highlight in ${quote(highlight.title)}` : "remove a highlight"),
  countNouns: ["highlight", "highlights"],
  path: ({ noteId }) => paths.note(noteId),
};

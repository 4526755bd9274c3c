import { api, keepalive, unwrap } from "@/api/client";
import type { Bookmark } from "@/api/models";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { mergeFields } from "./coalesce";
import type { ChangeKind } from "./kind";
import { baseField, quote } from "./shared";

/**
 * New state of a bookmark. If `bookmark` is undefined, the bookmark is deleted. `before` is the remark on which an edit
 * is based; new bookmarks have none.
 */
export interface BookmarkChange {
  kind: "bookmark";
  audioId: string;
  id: string;
  bookmark?: Bookmark | undefined;
  before?: string | undefined;
}

/** The response is `undefined` after a removal. */
export const bookmark: ChangeKind<BookmarkChange, components["schemas"]["SavedBookmark"] | undefined> = {
  id: ({ id }) => id,
  merge: mergeFields({
    isRemoval: (edit) => !edit.bookmark,
    isRestorable: true,
    basedOn: (edit, { before }) => ({ ...edit, before }),
  }),
  async send({ audioId, id, bookmark, before }, { signal }) {
    const params = { path: { audioId, id } };
    const path = "/api/me/bookmarks/{audioId}/{id}";
    if (bookmark) {
      const { positionMs, remark } = bookmark;
      return unwrap(
        api.PUT(path, { params, body: { positionMs, remark, ...baseField(before) }, ...keepalive, signal }),
      );
    }
    await unwrap(api.DELETE(path, { params, ...keepalive, signal }));
    return undefined;
  },
  retryChange: (change, isGone) => (isGone ? { ...change, before: undefined } : change),
  describe: ({ bookmark }) => (bookmark ? `save a bookmark in ${quote(bookmark.title)}` : "remove a bookmark"),
  countNouns: ["bookmark", "bookmarks"],
  path: ({ audioId }) => paths.recording(audioId),
};

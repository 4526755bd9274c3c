import { api, keepalive, unwrap } from "@/api/client";
import type { SavedNote } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { mergeToggle } from "./coalesce";
import type { ChangeKind } from "./kind";
import { ignoreMissing, quote } from "./shared";

/** `note` is shown in My Notes until the server has confirmed the saved note. */
export interface SaveNote {
  kind: "saveNote";
  on: boolean;
  noteId: string;
  note?: SavedNote | undefined;
}

/** `isNew`: the note was not in the collection before. `saved` is `undefined` after a removal. */
interface Saved {
  saved: SavedNote | undefined;
  isNew: boolean;
}

export const saveNote: ChangeKind<SaveNote, Saved> = {
  id: ({ noteId }) => noteId,
  merge: mergeToggle,
  async send({ on, noteId }, { signal }) {
    const fact = { params: { path: { noteId } }, ...keepalive, signal };
    if (!on) {
      await ignoreMissing(unwrap(api.DELETE("/api/me/notes/{noteId}", fact)));
      return { saved: undefined, isNew: false };
    }
    const call = api.PUT("/api/me/notes/{noteId}", fact);
    const saved = await unwrap(call);
    return { saved, isNew: (await call).response.status === 201 };
  },
  isRetried: ({ on }, { code }) => on && code === "unavailable",
  describe({ on, note }) {
    if (!on) return "remove a note from My Notes";
    return note ? `add ${quote(note.title)} to My Notes` : "add a note to My Notes";
  },
  countNouns: ["change of My Notes", "changes of My Notes"],
  path: ({ noteId }) => paths.note(noteId),
};

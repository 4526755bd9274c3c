import "./bookmarks.css";
import { Link2, Pencil, Play, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Bookmark } from "@/api/models";
import { problemText } from "@/api/problem";
import { useDurations } from "@/core/durations";
import { BOOKMARK_REMARK_MAX_CHARS } from "@/core/limits";
import { editBookmark, putBookmark, removeBookmark } from "@/data/bookmarks/bookmarks";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { shareLink } from "../sharing/share-link";

const failed = (what: string) => (error: unknown) =>
  toast(`${what} ${problemText(error)}`, { kind: "error", id: "bookmark" });

interface BookmarkListProps {
  bookmarks: readonly Bookmark[];
  /** Plays the recording from a bookmark. Absent if the recording cannot be played. */
  onPlay?: ((bookmark: Bookmark) => void) | undefined;
  /** Heading of the list. It has the focus after the last bookmark was removed. */
  headingId: string;
}

/** Bookmarks of one recording, which can be played, edited and removed. */
export function BookmarkList({ bookmarks, onPlay, headingId }: BookmarkListProps) {
  const list = useRef<HTMLUListElement>(null);

  function remove(bookmark: Bookmark, index: number) {
    const rest = list.current?.querySelectorAll<HTMLButtonElement>(".bookmark-remove");
    const next = rest?.[index + 1] ?? rest?.[index - 1];
    (next ?? document.getElementById(headingId))?.focus();
    removeBookmark(bookmark).catch(failed("The bookmark was not removed."));
    toast("Bookmark removed.", {
      id: "bookmark",
      action: {
        label: "Undo",
        onClick: () => void putBookmark(bookmark).catch(failed("The bookmark was not restored.")),
      },
    });
  }

  return (
    <ul ref={list} className="bookmarks" aria-labelledby={headingId}>
      {bookmarks.map((bookmark, index) => (
        <Row key={bookmark.id} bookmark={bookmark} onPlay={onPlay} onRemove={() => remove(bookmark, index)} />
      ))}
    </ul>
  );
}

interface RowProps {
  bookmark: Bookmark;
  onPlay: BookmarkListProps["onPlay"];
  onRemove: () => void;
}

function Row({ bookmark, onPlay, onRemove }: RowProps) {
  const { clock, spoken } = useDurations();
  const [seen, setSeen] = useState<Bookmark>();
  const edit = useRef<HTMLButtonElement>(null);
  const secs = bookmark.positionMs / 1000;
  const wasEditing = useRef(false);
  const isEditing = seen !== undefined;
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <li className="card bookmark">
      <Button
        size="sm"
        className="tabular-nums"
        icon={<Play />}
        disabled={!onPlay}
        aria-label={`Play from ${spoken(secs)}`}
        onClick={() => onPlay?.(bookmark)}
      >
        {clock(secs)}
      </Button>
      {seen ? (
        <RemarkForm bookmark={seen} onClose={() => setSeen(undefined)} />
      ) : (
        bookmark.remark && <p className="bookmark-remark">{bookmark.remark}</p>
      )}
      <div className="bookmark-actions" hidden={isEditing}>
        <IconButton
          ref={edit}
          size="sm"
          label={bookmark.remark ? "Edit the comment" : "Add a comment"}
          icon={<Pencil />}
          onClick={() => setSeen(bookmark)}
        />
        <IconButton
          size="sm"
          label={`Share a link to ${spoken(secs)}`}
          icon={<Link2 />}
          onClick={() => void shareLink(paths.recordingAt(bookmark.audioId, secs), bookmark.title)}
        />
        <IconButton
          size="sm"
          danger
          className="bookmark-remove"
          label={`Remove the bookmark at ${spoken(secs)}`}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function RemarkForm({ bookmark, onClose }: { bookmark: Bookmark; onClose: () => void }) {
  const [text, setText] = useState(bookmark.remark);
  const field = useRef<HTMLTextAreaElement>(null);
  useUnsavedChanges(text !== bookmark.remark);
  useEffect(() => field.current?.focus(), []);
  function save(event: FormEvent) {
    event.preventDefault();
    const remark = text.trim();
    if (remark !== bookmark.remark) {
      editBookmark(bookmark, remark).catch(failed("The comment was not saved."));
    }
    onClose();
  }
  return (
    <form className="bookmark-form" onSubmit={save}>
      <textarea
        ref={field}
        className="input"
        rows={2}
        aria-label="Comment"
        // Merged remarks of two devices may exceed the limit and must stay editable.
        maxLength={Math.max(BOOKMARK_REMARK_MAX_CHARS, bookmark.remark.length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      <div className="actions">
        <Button variant="tonal" size="sm" type="submit">
          Save
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

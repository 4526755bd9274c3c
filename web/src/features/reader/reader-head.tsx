import { Link } from "react-router";
import type { ReadableNote } from "@/api/models";
import { cn } from "@/lib/text/cn";
import { formatDay } from "@/lib/text/format";
import { albums } from "@/lib/urls/albums";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { BackButton } from "@/ui/layout/back-button";

/** Title of a note with its course or album and the way back, for the reader's bar. */
export function ReaderHead({ note }: { note: ReadableNote }) {
  const collection = note.album ? albums[note.album].href : note.course && paths.noteIn(note.course, note.id);
  return (
    <header className="reader-head">
      <BackButton fallback={collection} />
      <div className="reader-name">
        <h1 title={note.title}>{note.title}</h1>
        <p className={cn("hint tabular-nums reader-about", note.fileUntil && "whole")}>
          {collection && (
            <Link to={collection}>{note.album ? albums[note.album].title : displayCode(note.course ?? "")}</Link>
          )}
          {note.noteType && ` · ${note.noteType}`}
          {note.fileUntil && ` · Deleted; you can read your copy until ${formatDay(note.fileUntil)}`}
        </p>
      </div>
    </header>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { CardSource } from "@/api/models";
import { CARD_CONTENT_MAX_CHARS } from "@/core/limits";
import { useOnline } from "@/lib/browser/online";
import { displayCode } from "@/lib/urls/subjects";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Dialog } from "@/ui/overlay/dialog";
import { CardEditor } from "../editor/card-editor";
import { useChapterOptions } from "./chapter-choice";
import { lastChapters } from "./last-chapters";
import { literal } from "./literal";
import { NO_PICTURE_OFFLINE, personalCardRepository } from "./personal-card-repository";
import "../cards.css";

interface MakeCardDialogProps {
  code: string;
  quote: string;
  /** Passage that contains the quote. */
  source: CardSource;
  onClose: () => void;
  /** Restores the focus and the selection in the note. */
  focusSelection: () => void;
}

/** Dialog that makes a personal card with selected text of a note as its back. */
export default function MakeCardDialog({ code, quote, source, onClose, focusSelection }: MakeCardDialogProps) {
  const queries = useQueryClient();
  const { choice, isReady } = useChapterOptions(code);
  const isOnline = useOnline();
  const writer = useMemo(() => personalCardRepository(queries, code, source), [queries, code, source]);
  const chapter = choice.some(({ value }) => value === lastChapters.get(code)) ? lastChapters.get(code) : "";
  const content = literal(quote).slice(0, CARD_CONTENT_MAX_CHARS);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form renders after the dialog opened, so it must take the focus itself.
    if (isReady) editor.current?.querySelector("textarea")?.focus();
  }, [isReady]);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      setReturnFocus={focusSelection}
      title="Make a card"
      description={`For ${displayCode(code)}. Only you can see it. It will come up in your reviews.`}
    >
      {isReady ? (
        <div ref={editor}>
          <CardEditor
            place={`own:${code}:of:${source.noteId}:${quote.slice(0, 60)}`}
            begin={{ content, chapter: chapter ?? "" }}
            writer={writer}
            chapters={choice}
            noPicture={isOnline ? undefined : NO_PICTURE_OFFLINE}
            addLabel="Add to my cards"
            onDone={(chosen) => {
              lastChapters.set(code, chosen);
              onClose();
            }}
            onCancel={onClose}
          />
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

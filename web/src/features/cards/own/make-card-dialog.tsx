import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { CARD_CONTENT_MAX_CHARS } from "@/core/limits";
import { displayCode } from "@/lib/addresses/subjects";
import { useOnline } from "@/lib/browser/online";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Dialog } from "@/ui/overlay/dialog";
import { CardEditor } from "../editor/card-editor";
import { useChapterChoice } from "./chapter-choice";
import { NO_PICTURE_OFFLINE, ownWriter } from "./own-writer";
import "../cards.css";

/** The chapter that the last card of a course went to, while the app is open: who makes several need not choose it again. */
const lastChapters = new Map<string, string>();

interface MakeCardDialogProps {
  /** The course of the note. */
  code: string;
  /** The words that were selected. */
  quote: string;
  /** Where they stand, which names what is typed. */
  place: string;
  onClose: () => void;
  /** Brings the focus back to the words. */
  focusWords: () => void;
}

/** What is not Markdown: words of a note mean themselves. */
const literal = (text: string) => text.replace(/[\\`*_{}[\]<>#|$~]/g, "\\$&");

/** Makes a study card of the student's own from words in a note: they stand on its back, for a question to be asked. */
export default function MakeCardDialog({ code, quote, place, onClose, focusWords }: MakeCardDialogProps) {
  const queries = useQueryClient();
  const { choice, isReady } = useChapterChoice(code);
  const isOnline = useOnline();
  const writer = useMemo(() => ownWriter(queries, code), [queries, code]);
  const chapter = choice.some(({ value }) => value === lastChapters.get(code)) ? lastChapters.get(code) : "";
  const content = literal(quote).slice(0, CARD_CONTENT_MAX_CHARS);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      focusInstead={focusWords}
      title="Make a card"
      description={`For ${displayCode(code)}. Only you see it, and it comes in your reviews.`}
    >
      {isReady ? (
        <CardEditor
          place={`own:${code}:of:${place}:${quote.slice(0, 60)}`}
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
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

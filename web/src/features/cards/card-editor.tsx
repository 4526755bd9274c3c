import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { StudyCard, StudyChapter } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { useSession } from "@/api/session";
import { createCard, editCard, removeCardImage, showChapter } from "@/api/study";
import { CARD_CONTENT_MAX_CHARS, CARD_IMAGE_ALT_MAX_CHARS, CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { paths } from "@/lib/paths";
import { newUlid } from "@/lib/ulid";
import { useUnsaved } from "@/lib/unsaved";
import type { FileProgress } from "@/parts/uploading/upload-file";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { TextArea, TextField } from "@/ui/text-field";
import { toast } from "@/ui/toast";
import { type Typed, useDraft } from "./draft";
import { type ChosenPicture, PictureField } from "./picture-field";
import { Preview } from "./preview";
import { FAILED, sendPicture } from "./send-picture";

const noPicture: ChosenPicture = { kind: "none" };

/** A card that is on the server by now, though perhaps without its picture. */
interface Saved {
  id: string;
  version: number;
}

/** What can be typed about a card, with what it is to begin with. */
function fieldsOf(card: StudyCard | undefined): Typed {
  return { title: card?.title ?? "", content: card?.content ?? "", imageAlt: card?.image?.alt ?? "", order: "" };
}

interface CardEditorProps {
  code: string;
  deck: StudyChapter;
  /** The card that is edited; without one, a card is added. */
  card?: StudyCard | undefined;
}

/** The form in which a card is written, with the card beside it as students will see it. */
export function CardEditor({ code, deck, card }: CardEditorProps) {
  const { chapter, cards } = deck;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { me } = useSession();
  const draft = useDraft(me?.uid ?? "", `${chapter.id}:${card?.id ?? "new"}`);
  const [isRestored, setRestored] = useState(draft.before !== undefined);
  const [fields, setFields] = useState(() => draft.before?.typed ?? fieldsOf(card));
  const [picture, setPicture] = useState<ChosenPicture>(() =>
    card?.image ? { kind: "kept", picture: card.image } : noPicture,
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<FileProgress>();
  const sending = useRef<AbortController>(undefined);
  // Sent again after a failure, it must not make a second card.
  const [newId, setNewId] = useState(newUlid);
  const [saved, setSaved] = useState<Saved | undefined>(card);
  const [begun, setBegun] = useState(0);
  const shown = useDeferredValue(fields);
  const isTyped = !isSame(fields, fieldsOf(card));
  const [isKept, setKept] = useState(true);
  const hasNewPicture = picture.kind === "new";
  const markSaved = useUnsaved(isTyped || hasNewPicture, {
    survivesReload: isKept && !hasNewPicture,
    onDiscard: draft.drop,
  });

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    // Only now can the fields be focused again.
    if (begun > 0) form.current?.querySelector("textarea")?.focus();
  }, [begun]);
  useFocusOnError(form, errors);

  function set(change: Partial<Typed>) {
    const typed = { ...fields, ...change };
    setFields(typed);
    if (isSame(typed, fieldsOf(card))) draft.drop();
    else setKept(draft.write({ typed, version: card?.version }));
  }
  function startOver() {
    draft.drop();
    setFields(fieldsOf(card));
    setRestored(false);
  }

  /** Writes the text, then the picture; what has been done is not done again when it is tried once more. */
  async function save(signal: AbortSignal): Promise<void> {
    const { order, ...typed } = fields;
    const text = { ...typed, imageAlt: picture.kind === "none" ? "" : typed.imageAlt };
    const place = order.trim() === "" ? undefined : Number(order);
    const id = saved?.id ?? newId;
    let now = saved
      ? await editCard(code, chapter.id, id, saved.version, text)
      : await createCard(code, chapter.id, id, text, place);
    const written = now.cards.find((each) => each.id === id);
    setSaved({ id, version: written?.version ?? 1 });
    showChapter(queries, code, chapter.id, now);
    if (picture.kind === "new") {
      await sendPicture({ code, chapterId: chapter.id, cardId: id }, picture.file, setProgress, signal);
      showChapter(queries, code, chapter.id);
    } else if (picture.kind === "none" && written?.image) {
      now = await removeCardImage(code, chapter.id, id);
      showChapter(queries, code, chapter.id, now);
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const another = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === "another";
    const wrong = wrongOrder(fields.order, cards.length + 1);
    setErrors(wrong ? { order: wrong } : {});
    setProblem(undefined);
    if (wrong || isBusy) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    try {
      await save(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("A study card was not saved.", error);
      setBusy(false);
      setProgress(undefined);
      refuse(error);
      return;
    }
    setBusy(false);
    setProgress(undefined);
    draft.drop();
    markSaved();
    toast(card ? "Card saved" : "Card added");
    if (another) begin();
    else navigate(paths.chapter(code, chapter.id));
  }

  function refuse(error: unknown) {
    if (!(error instanceof ApiProblem)) {
      setProblem(`${FAILED} ${error instanceof Error ? error.message : ""} The text of the card is saved.`);
    } else if (error.fields.length > 0) {
      setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
    } else if (error.code === "conflict") {
      setProblem("Somebody else changed this card. Load the page again to see how it is now; your text is still here.");
    } else {
      setProblem(problemText(error));
    }
  }

  /** The next card, on an empty form. */
  function begin() {
    setFields(fieldsOf(undefined));
    setRestored(false);
    setPicture(noPicture);
    setNewId(newUlid());
    setSaved(undefined);
    setBegun((before) => before + 1);
  }

  return (
    <div className="card-editor">
      <form ref={form} className="card panel grid gap-4" onSubmit={submit} noValidate aria-busy={isBusy || undefined}>
        {isRestored && (
          <Banner
            action={
              <Button size="sm" disabled={isBusy} onClick={startOver}>
                Start over
              </Button>
            }
          >
            {draft.before?.version === card?.version
              ? "What you typed before is back. It is not saved yet."
              : "What you typed before is back, but somebody else changed this card meanwhile. Saving replaces their text."}
          </Banner>
        )}
        <TextArea
          label="Front"
          hint="The question. Markdown, and formulas between dollar signs: $e^{i\pi}$. Write \$ for a dollar."
          rows={3}
          required
          maxLength={CARD_TITLE_MAX_CHARS}
          disabled={isBusy}
          value={fields.title}
          error={errors.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextArea
          label="Back"
          hint="The answer. Two dollar signs on each side put a formula on a line of its own."
          rows={8}
          required
          maxLength={CARD_CONTENT_MAX_CHARS}
          disabled={isBusy}
          value={fields.content}
          error={errors.content}
          onChange={(event) => set({ content: event.target.value })}
        />
        <PictureField picture={picture} onPicture={setPicture} disabled={isBusy} />
        {picture.kind !== "none" && (
          <TextField
            label="What the picture shows"
            hint="Read to those who cannot see it."
            optional
            maxLength={CARD_IMAGE_ALT_MAX_CHARS}
            disabled={isBusy}
            value={fields.imageAlt}
            error={errors.imageAlt}
            onChange={(event) => set({ imageAlt: event.target.value })}
          />
        )}
        {!card && (
          <TextField
            label="Order"
            hint={`Its place among the cards, from 1 to ${cards.length + 1}. Left empty, it comes last.`}
            optional
            inputMode="numeric"
            className="num"
            autoComplete="off"
            disabled={isBusy || saved !== undefined}
            value={fields.order}
            error={errors.order}
            onChange={(event) => set({ order: event.target.value })}
          />
        )}
        {problem && <Banner kind="bad">{problem}</Banner>}
        {isBusy && picture.kind === "new" && <ProgressBar label="Upload of the picture" value={progress} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" busy={isBusy} busyLabel="Saving...">
            {card ? "Save" : "Add Study Card"}
          </Button>
          {!card && (
            <Button type="submit" value="another" disabled={isBusy}>
              Add and write another
            </Button>
          )}
          <Button variant="quiet" disabled={isBusy} onClick={() => navigate(paths.chapter(code, chapter.id))}>
            Cancel
          </Button>
        </div>
      </form>
      <Preview
        title={shown.title}
        content={shown.content}
        picture={picture}
        alt={shown.imageAlt}
        place={card?.order ?? (Number(shown.order) || cards.length + 1)}
        total={card ? cards.length : cards.length + 1}
      />
    </div>
  );
}

function isSame(one: Typed, other: Typed): boolean {
  return (["title", "content", "imageAlt", "order"] as const).every((name) => one[name] === other[name]);
}

function wrongOrder(order: string, last: number): string | undefined {
  const typed = order.trim();
  const place = /^\d+$/.test(typed) ? Number(typed) : 0;
  return typed === "" || (place >= 1 && place <= last) ? undefined : `Enter a whole number from 1 to ${last}.`;
}

/** The first field that was refused gets the focus. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: Record<string, string>) {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}

import { type FormEvent, type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { ApiProblem } from "@/api/problem";
import { mayHaveGaps } from "@/core/gaps";
import { CARD_CONTENT_MAX_CHARS, CARD_IMAGE_ALT_MAX_CHARS } from "@/core/limits";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { newUlid } from "@/lib/text/ulid";
import { ProblemMessage } from "@/parts/forms/problem";
import { PICTURE_FAILED } from "@/parts/uploading/sending/picture";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/select-field";
import { TextArea, TextField } from "@/ui/form/text-field";
import { useGaps } from "../text/use-gaps";
import { type TypedCard, useDraft } from "./card-draft";
import type { CardRepository, EditableCard } from "./card-repository";
import { FrontField } from "./front-field";
import { type ChosenPicture, PictureField } from "./picture-field";
import { Preview } from "./preview";

const noPicture: ChosenPicture = { kind: "none" };

/** A card whose text is saved. Its image may not be uploaded yet. */
interface Saved {
  id: string;
  version: number;
  /** Front. */
  title: string;
}

function fieldsOf(card: EditableCard | undefined, begin: Partial<TypedCard>): TypedCard {
  const { title = "", content = "", image, chapterId: chapter = "" } = card ?? {};
  return { title, content, imageAlt: image?.alt ?? "", order: "", chapter, ...(!card && begin) };
}

interface CardEditorProps {
  /** Storage key of the draft. */
  place: string;
  /** Card to edit; `undefined` adds a card. */
  card?: EditableCard | undefined;
  begin?: Partial<TypedCard>;
  writer: CardRepository;
  /** Number of cards in the chapter; `undefined` if the cards have no order. */
  total?: number;
  chapters?: readonly { value: string; label: string }[];
  /** Message in place of the image field, while no image can be added. */
  noPicture?: string | undefined;
  addLabel: string;
  onDone: (chapter: string) => void;
  onCancel: () => void;
}

const NOTHING: Partial<TypedCard> = {};

/** Form to write a card, with a preview. */
export function CardEditor(props: CardEditorProps) {
  const { place, card, begin: first = NOTHING, writer, total, chapters, addLabel, onDone, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const { me } = useSession();
  const draft = useDraft(me?.uid ?? "", place);
  const [isRestored, setRestored] = useState(draft.stored !== undefined);
  const [start, setStart] = useState(() => fieldsOf(card, first));
  const [fields, setFields] = useState(() => draft.stored?.typed ?? start);
  const [picture, setPicture] = useState<ChosenPicture>(() =>
    card?.image ? { kind: "kept", picture: card.image } : noPicture,
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<ReactNode>();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<FileProgress>();
  const sending = useRef<AbortController>(undefined);
  // Keep one id, so that a retry after a failure does not create a second card.
  const [newId, setNewId] = useState(newUlid);
  const [saved, setSaved] = useState<Saved | undefined>(card);
  // The image that this form shows, not a newer one. The image of a new card can only be from this editor.
  const [seenImage] = useState(() => card && (card.image?.url ?? ""));
  const [begun, setBegun] = useState(0);
  const shown = useDeferredValue(fields);
  const gaps = useGaps(mayHaveGaps(fields.title));
  const hasGaps = gaps !== undefined && gaps.gapNumbers(fields.title).length > 0;
  const isTyped = !isSame(fields, start);
  const [isDraftSaved, setDraftSaved] = useState(true);
  const hasNewPicture = picture.kind === "new";
  const markSaved = useUnsavedChanges(isTyped || hasNewPicture, {
    survivesReload: isDraftSaved && !hasNewPicture,
    onDiscard: draft.drop,
  });

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    // The fields were disabled while saving and could not receive the focus earlier.
    if (begun > 0) form.current?.querySelector("textarea")?.focus();
  }, [begun]);
  useFocusOnError(form, errors);

  function set(change: Partial<TypedCard>) {
    const typed = { ...fields, ...change };
    setFields(typed);
    if (isSame(typed, start)) draft.drop();
    else setDraftSaved(draft.write({ typed, version: card?.version }));
  }
  function startOver() {
    draft.drop();
    setFields(start);
    setRestored(false);
  }

  /** Saves the text, then the image. A retry repeats only the steps that failed. */
  async function save(signal: AbortSignal, onWritten: () => void): Promise<void> {
    const { order, chapter, ...typed } = fields;
    const text = { ...typed, imageAlt: picture.kind === "none" ? "" : typed.imageAlt };
    const id = saved?.id ?? newId;
    const written = await writer.write({
      id,
      version: saved?.version,
      fields: text,
      order: order.trim() === "" ? undefined : Number(order),
      chapterId: chapter,
    });
    setSaved({ id, version: written.version, title: text.title });
    onWritten();
    if (picture.kind === "new") await writer.uploadPicture(id, picture.file, setProgress, signal, seenImage);
    // An image that was added elsewhere stays.
    else if (picture.kind === "none" && written.hasImage && seenImage !== "") await writer.removePicture(id, seenImage);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const another = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === "another";
    const wrong = total === undefined ? undefined : wrongOrder(fields.order, total + 1);
    setErrors(wrong ? { order: wrong } : {});
    setProblem(undefined);
    if (wrong || isBusy) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    let isWritten = false;
    try {
      await save(controller.signal, () => {
        isWritten = true;
      });
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("A study card was not saved.", error);
      setBusy(false);
      setProgress(undefined);
      refuse(error, isWritten);
      return;
    }
    setBusy(false);
    setProgress(undefined);
    draft.drop();
    markSaved();
    toast(card ? "Card saved" : "Card added");
    if (another) begin();
    else onDone(fields.chapter);
  }

  function refuse(error: unknown, isWritten: boolean) {
    if (isWritten && !(error instanceof ApiProblem)) {
      setProblem(`${PICTURE_FAILED} ${error instanceof Error ? error.message : ""} The text of the card is saved.`);
    } else if (error instanceof ApiProblem && error.fields.length > 0) {
      setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
    } else if (error instanceof ApiProblem && error.code === "conflict") {
      setProblem(writer.conflict);
    } else {
      setProblem(<ProblemMessage error={error} />);
    }
  }

  /** Resets the form for another card. */
  function begin() {
    const empty = { ...fieldsOf(undefined, NOTHING), chapter: fields.chapter };
    setStart(empty);
    setFields(empty);
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
            {draft.stored?.version === card?.version
              ? "Your unsaved text was restored. It is not saved yet."
              : writer.changedMeanwhile}
          </Banner>
        )}
        <FrontField
          disabled={isBusy}
          value={fields.title}
          saved={saved?.title ?? ""}
          error={errors.title}
          onText={(title) => set({ title })}
        />
        <TextArea
          label="Back"
          hint={
            hasGaps
              ? "Shown below the answer of each gap."
              : "The answer. Two dollar signs on each side put a formula on a line of its own."
          }
          rows={8}
          required={!hasGaps}
          optional={hasGaps}
          maxLength={CARD_CONTENT_MAX_CHARS}
          disabled={isBusy}
          value={fields.content}
          error={errors.content}
          onChange={(event) => set({ content: event.target.value })}
        />
        {chapters && (
          <SelectField
            label="Chapter"
            options={chapters}
            disabled={isBusy}
            value={fields.chapter}
            onChange={(event) => set({ chapter: event.target.value })}
          />
        )}
        {props.noPicture && picture.kind !== "new" ? (
          <p className="hint">{props.noPicture}</p>
        ) : (
          <PictureField picture={picture} onPicture={setPicture} disabled={isBusy} />
        )}
        {picture.kind !== "none" && (
          <TextField
            label="What the picture shows"
            hint="Read aloud to people who can't see the picture."
            optional
            maxLength={CARD_IMAGE_ALT_MAX_CHARS}
            disabled={isBusy}
            value={fields.imageAlt}
            error={errors.imageAlt}
            onChange={(event) => set({ imageAlt: event.target.value })}
          />
        )}
        {!card && total !== undefined && (
          <TextField
            label="Order"
            hint={`Its place among the cards, from 1 to ${total + 1}. Leave empty to add it last.`}
            optional
            inputMode="numeric"
            className="tabular-nums"
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
            {card ? "Save" : addLabel}
          </Button>
          {!card && (
            <Button type="submit" value="another" disabled={isBusy}>
              Add and write another
            </Button>
          )}
          <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      <Preview
        gaps={gaps}
        title={shown.title}
        content={shown.content}
        picture={picture}
        alt={shown.imageAlt}
        place={card?.order ?? (Number(shown.order) || (total ?? 0) + 1)}
        total={card ? (total ?? 1) : (total ?? 0) + 1}
      />
    </div>
  );
}

function isSame(one: TypedCard, other: TypedCard): boolean {
  return (["title", "content", "imageAlt", "order", "chapter"] as const).every((name) => one[name] === other[name]);
}

function wrongOrder(order: string, last: number): string | undefined {
  const typed = order.trim();
  const place = /^\d+$/.test(typed) ? Number(typed) : 0;
  return typed === "" || (place >= 1 && place <= last) ? undefined : `Enter a whole number from 1 to ${last}.`;
}

/** Focuses the first invalid field. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: Record<string, string>) {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}

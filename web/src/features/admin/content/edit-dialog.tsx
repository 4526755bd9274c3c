import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AlbumId, ShelfId } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import {
  CHAPTER_DEFAULT,
  DESCRIPTION_MAX_CHARS,
  NOTE_TYPE_DEFAULT,
  NOTE_TYPES,
  SUBJECT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "@/core/limits";
import { loadRules } from "@/core/wasm";
import {
  type ContentDetail,
  type ContentEntry,
  contentDetailQuery,
  useEditContent,
  useReorderAudio,
} from "@/data/admin/admin";
import { shelfQuery } from "@/data/audio/audio";
import { createAlbumPictureUpload, createAudioPictureUpload } from "@/data/uploads/uploads";
import { shelfTitles } from "@/lib/urls/shelves";
import { ProblemMessage } from "@/parts/forms/problem";
import { useAppForm } from "@/parts/forms/use-app-form";
import { hasSameTexts, useEditConflict } from "@/parts/forms/use-edit-conflict";
import { VersionedFormFooter } from "@/parts/forms/versioned-form-footer";
import { PictureField } from "@/parts/uploading/form/picture-field";
import { SubjectField } from "@/parts/uploading/form/subject-field";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { SelectField, type SelectFieldProps } from "@/ui/form/select-field";
import { TextArea, TextField } from "@/ui/form/text-field";
import { LoadEditDialog } from "../editing-dialog";
import { kindTitles } from "../labels";
import { usePictureUpload } from "../use-picture";

interface EditDialogProps {
  entry: ContentEntry;
  onClose: () => void;
}

/** Dialog to edit an item. Merges changes that another administrator saves while it is open. */
export function EditDialog({ entry, onClose }: EditDialogProps) {
  const detail = useQuery({ ...contentDetailQuery(entry), refetchOnWindowFocus: false });
  return (
    <LoadEditDialog
      title={`Edit “${entry.title}”`}
      description={
        entry.kind === "audio"
          ? `${kindTitles.audio}.`
          : `${kindTitles[entry.kind]}. The change also shows in students’ My Notes.`
      }
      detail={detail}
      onClose={onClose}
    >
      {(opened, reload) => <EditForm opened={opened} onClose={onClose} onReload={reload} />}
    </LoadEditDialog>
  );
}

/** Form values. A field is `undefined` if this kind of item does not have it. */
interface Values {
  title: string;
  description: string;
  noteType?: string;
  chapter?: string;
  subject?: string;
  shelf?: string;
  /** Id of the recording before this one, or `FIRST`; empty if no position was chosen. */
  place?: string;
}

const FIRST = "first";

const titleOfShelf = (id: string) => shelfTitles[id as ShelfId];
const shelves = Object.entries(shelfTitles).map(([value, label]) => ({ value, label }));

const isNote = ({ kind }: ContentDetail) => kind === "note";

function valuesOf(detail: ContentDetail): Values {
  const { title, description, noteType, chapter, subject } = detail;
  return {
    title,
    description,
    ...(isNote(detail) && { noteType: noteType ?? NOTE_TYPE_DEFAULT, chapter: String(chapter ?? CHAPTER_DEFAULT) }),
    ...(subject !== undefined && { subject }),
    // The place of a recording is its shelf.
    ...(detail.kind === "audio" && { shelf: detail.place, place: "" }),
  };
}

async function checkValues(detail: ContentDetail, { title, description, noteType = "", chapter, subject }: Values) {
  const core = await loadRules();
  // `NaN` makes the validation reject an empty number.
  const number = chapter === undefined ? {} : { chapter: chapter.trim() === "" ? Number.NaN : Number(chapter) };
  return [
    ...core.validateNoteDraft({ title, description, noteType, ...number }),
    ...(detail.subject === undefined ? [] : core.validateSubject(subject ?? "")),
  ];
}

interface EditFormProps {
  opened: ContentDetail;
  onClose: () => void;
  /** Fetches the latest version. */
  onReload: () => Promise<ContentDetail>;
}

function EditForm({ opened, onClose, onReload }: EditFormProps) {
  // The version that the form is based on.
  const [detail, setDetail] = useState(opened);
  // Typed subject, for which courses are suggested.
  const [subject, setSubject] = useState(detail.subject ?? "");
  const [shelf, setShelf] = useState(detail.place);
  const edit = useEditContent(detail);
  const place = useReorderAudio(detail.id);
  const [placeError, setPlaceError] = useState<{ error: unknown }>();
  // The place of an album note is its album.
  const note = { album: detail.place as AlbumId, noteId: detail.id };
  const picture = usePictureUpload(detail.imageUrl ?? "", (file, signal) =>
    detail.kind === "audio"
      ? createAudioPictureUpload(detail.id, file, signal)
      : createAlbumPictureUpload(note, file, signal),
  );
  const { form, field, busy, problem, getValues, setValue } = useAppForm({
    defaultValues: valuesOf(opened),
    check: async (values) => checkValues(detail, values),
    submit: async (values) => {
      const { chapter, place: after, ...texts } = values;
      setPlaceError(undefined);
      // Upload the image first: if that fails, the version has not changed yet.
      if (!(await picture.send())) return false;
      let saved: ContentDetail;
      try {
        saved = await edit.mutateAsync({
          ...texts,
          ...(chapter !== undefined && { chapter: Number(chapter) }),
          version: detail.version,
        });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 409)) throw error;
        const latest = await onReload();
        if (!hasSameTexts(valuesOf(latest), { ...values, ...(after !== undefined && { place: "" }) })) {
          conflict.merge(valuesOf(detail), valuesOf(latest), getValues());
          setDetail(latest);
          return false;
        }
        saved = latest;
      }
      if (after) {
        try {
          // If this form has moved the recording to another shelf, the position that the administrator saw no longer
          // applies.
          const { position: from = "" } = saved.place === detail.place ? detail : saved;
          await place.mutateAsync({ after: after === FIRST ? undefined : after, from });
        } catch (error) {
          setDetail(saved);
          setValue("place", "");
          setPlaceError({ error });
          return true;
        }
      }
      toast("Saved.");
      onClose();
      return true;
    },
  });
  const conflict = useEditConflict<Values>((name, text) => {
    setValue(name, text, { shouldDirty: true });
    if (name === "subject") setSubject(text);
    if (name === "shelf") changeShelf(text);
  });

  function changeShelf(next: string) {
    setShelf(next);
    // The chosen position belongs to the previous shelf, so clear it.
    setValue("place", "");
  }

  const subjectField = field("subject");
  const shelfField = field("shelf");
  const { ref } = form;
  useEffect(() => {
    // The form renders after the dialog opened, so it must take the focus itself.
    ref.current?.querySelector("input")?.focus();
  }, [ref]);
  const placeProblem = placeError && (
    <span>
      Everything else is saved. The place could not be changed. <ProblemMessage error={placeError.error} />
    </span>
  );
  return (
    <form {...form} className="mt-4 grid gap-4">
      <TextField label="Title" maxLength={TITLE_MAX_CHARS} {...conflict.hint("title")} {...field("title")} />
      {isNote(detail) && (
        <div className="edit-two">
          <SelectField label="Type" options={NOTE_TYPES} {...conflict.hint("noteType")} {...field("noteType")} />
          <TextField
            label="Chapter"
            inputMode="numeric"
            className="tabular-nums"
            {...conflict.hint("chapter")}
            {...field("chapter")}
          />
        </div>
      )}
      {detail.kind === "audio" && (
        <div className="edit-two equal">
          <SelectField
            label="Shelf"
            options={shelves}
            {...conflict.hint("shelf", titleOfShelf)}
            {...shelfField}
            onChange={(event) => {
              changeShelf(event.target.value);
              void shelfField.onChange(event);
            }}
          />
          <PlaceField id={detail.id} shelf={shelf as ShelfId} isMoved={shelf !== detail.place} {...field("place")} />
        </div>
      )}
      {detail.subject !== undefined && (
        <SubjectField
          {...subjectField}
          {...conflict.hint("subject")}
          maxLength={SUBJECT_MAX_CHARS}
          value={subject}
          onChange={(event) => {
            setSubject(event.target.value);
            void subjectField.onChange(event);
          }}
        />
      )}
      <TextArea
        label="Description"
        optional
        rows={5}
        maxLength={DESCRIPTION_MAX_CHARS}
        {...conflict.hint("description")}
        {...field("description")}
      />
      {!isNote(detail) && (
        <PictureField picture={picture.chosen} current={detail.imageUrl} disabled={busy} onPicture={picture.choose} />
      )}
      {picture.problem && <Banner kind="bad">{picture.problem}</Banner>}
      <VersionedFormFooter isMerged={conflict.isMerged} problem={problem ?? placeProblem} busy={busy} />
    </form>
  );
}

type PlaceFieldProps = Omit<SelectFieldProps, "label" | "options"> & {
  id: string;
  shelf: ShelfId;
  /** True if the recording is on another shelf now. */
  isMoved: boolean;
};

/** Field that selects a position on a shelf: after one of the recordings that are listed first. */
function PlaceField({ id, shelf, isMoved, error, ...rest }: PlaceFieldProps) {
  const list = useInfiniteQuery(shelfQuery(shelf));
  const listed = list.data?.pages.flatMap((page) => page.audio.items) ?? [];
  const others = listed.filter((audio) => audio.id !== id);
  const options = [
    { value: FIRST, label: "First on the shelf" },
    ...others.map((audio) => ({ value: audio.id, label: `After “${audio.title}”` })),
  ];
  return (
    <SelectField
      label="Place"
      placeholder={isMoved ? "By upload date" : "Keep the current place"}
      options={options}
      hint={
        list.isPending
          ? "Loading..."
          : list.hasNextPage && `Only the first ${listed.length} audio notes of this shelf are offered.`
      }
      error={error ?? (list.isLoadingError && "The audio notes of this shelf could not be loaded.")}
      {...rest}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { AlbumId } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { loadCore } from "@/core/engine";
import {
  CHAPTER_DEFAULT,
  DESCRIPTION_MAX_CHARS,
  NOTE_TYPE_DEFAULT,
  NOTE_TYPES,
  SUBJECT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "@/core/limits";
import { type ContentDetail, type ContentEntry, contentDetailQuery, useEditContent } from "@/data/admin/admin";
import { declareAlbumPicture } from "@/data/uploads/uploads";
import { useAppForm } from "@/parts/forms/use-app-form";
import { PictureField } from "@/parts/uploading/form/picture-field";
import { SubjectField } from "@/parts/uploading/form/subject-field";
import { Banner } from "@/ui/feedback/banner";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/select-field";
import { TextArea, TextField } from "@/ui/form/text-field";
import { Dialog } from "@/ui/overlay/dialog";
import { EditFormEnd } from "../edit-form-end";
import { kindTitles } from "../labels";
import { usePicture } from "../use-picture";

interface EditDialogProps {
  entry: ContentEntry;
  onClose: () => void;
}

/** Dialog to edit an item. After a version conflict, the administrator must load the newest version first. */
export function EditDialog({ entry, onClose }: EditDialogProps) {
  const detail = useQuery({ ...contentDetailQuery(entry), refetchOnWindowFocus: false });
  // A refetch must not replace the version that is being edited.
  const [shown, setShown] = useState<ContentDetail>();
  if (shown === undefined && detail.data !== undefined) setShown(detail.data);
  return (
    <Frame entry={entry} onClose={onClose}>
      {shown ? (
        <EditForm
          key={shown.version}
          detail={shown}
          onClose={onClose}
          onReload={async () => setShown((await detail.refetch({ throwOnError: true })).data)}
        />
      ) : detail.isError ? (
        <LoadError as="banner" className="mt-4" onRetry={detail.refetch}>
          {problemText(detail.error)}
        </LoadError>
      ) : (
        <div className="mt-4" role="status" aria-label="Loading...">
          <SkeletonText lines={4} />
        </div>
      )}
    </Frame>
  );
}

function Frame({ entry, onClose, children }: EditDialogProps & { children: ReactNode }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Edit “${entry.title}”`}
      description={
        entry.kind === "audio"
          ? `${kindTitles.audio}.`
          : `${kindTitles[entry.kind]}. Copies in students’ My Notes do not change.`
      }
    >
      {children}
    </Dialog>
  );
}

/** Form values. A field is `undefined` if this kind of item does not have it. */
interface Values {
  title: string;
  description: string;
  noteType?: string;
  chapter?: string;
  subject?: string;
}

const isNote = ({ kind }: ContentDetail) => kind === "note";

function valuesOf(detail: ContentDetail): Values {
  const { title, description, noteType, chapter, subject } = detail;
  return {
    title,
    description,
    ...(isNote(detail) && { noteType: noteType ?? NOTE_TYPE_DEFAULT, chapter: String(chapter ?? CHAPTER_DEFAULT) }),
    ...(subject !== undefined && { subject }),
  };
}

async function checkValues(detail: ContentDetail, { title, description, noteType = "", chapter, subject }: Values) {
  const core = await loadCore();
  // `NaN` makes the validation reject an empty number.
  const number = chapter === undefined ? {} : { chapter: chapter.trim() === "" ? Number.NaN : Number(chapter) };
  return [
    ...core.validateNoteDraft({ title, description, noteType, ...number }),
    ...(detail.subject === undefined ? [] : core.validateSubject(subject ?? "")),
  ];
}

interface EditFormProps {
  detail: ContentDetail;
  onClose: () => void;
  onReload: () => Promise<void>;
}

function EditForm({ detail, onClose, onReload }: EditFormProps) {
  const [isOutdated, setOutdated] = useState(false);
  // Typed subject, for which courses are suggested.
  const [subject, setSubject] = useState(detail.subject ?? "");
  const edit = useEditContent(detail);
  // The place of an album note is its album.
  const note = { album: detail.place as AlbumId, noteId: detail.id };
  const picture = usePicture((file, signal) => declareAlbumPicture(note, file, signal));
  const { form, field, busy, problem } = useAppForm({
    defaultValues: valuesOf(detail),
    check: async (values) => checkValues(detail, values),
    submit: async ({ chapter, ...values }) => {
      // Upload the image first: if that fails, the version has not changed yet.
      if (!(await picture.send())) return;
      try {
        await edit.mutateAsync({
          ...values,
          ...(chapter !== undefined && { chapter: Number(chapter) }),
          version: detail.version,
        });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 409)) throw error;
        setOutdated(true);
        return;
      }
      toast("Saved.");
      onClose();
    },
  });
  const subjectField = field("subject");
  const { ref } = form;
  useEffect(() => {
    // The form renders after the dialog opened, so it must take the focus itself.
    ref.current?.querySelector("input")?.focus();
  }, [ref]);
  return (
    <form {...form} className="mt-4 grid gap-4">
      <TextField label="Title" maxLength={TITLE_MAX_CHARS} {...field("title")} />
      {isNote(detail) && (
        <div className="edit-two">
          <SelectField label="Type" options={NOTE_TYPES} {...field("noteType")} />
          <TextField label="Chapter" inputMode="numeric" className="num" {...field("chapter")} />
        </div>
      )}
      {detail.subject !== undefined && (
        <SubjectField
          {...subjectField}
          maxLength={SUBJECT_MAX_CHARS}
          value={subject}
          onChange={(event) => {
            setSubject(event.target.value);
            void subjectField.onChange(event);
          }}
        />
      )}
      <TextArea label="Description" optional rows={5} maxLength={DESCRIPTION_MAX_CHARS} {...field("description")} />
      {detail.kind === "albumNote" && (
        <PictureField picture={picture.chosen} current={detail.imageUrl} disabled={busy} onPicture={picture.choose} />
      )}
      {picture.problem && <Banner kind="bad">{picture.problem}</Banner>}
      <EditFormEnd isOutdated={isOutdated} onReload={onReload} problem={problem} busy={busy} />
    </form>
  );
}

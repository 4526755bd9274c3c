import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ContentDetail, type ContentEntry, contentDetailQuery, useEditContent } from "@/api/admin";
import type { AlbumId } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { useAppForm } from "@/api/use-app-form";
import { loadCore } from "@/core/engine";
import {
  CHAPTER_DEFAULT,
  DESCRIPTION_MAX_CHARS,
  NOTE_TYPE_DEFAULT,
  NOTE_TYPES,
  SUBJECT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "@/core/limits";
import { useUnsaved } from "@/lib/unsaved";
import { sendAlbumPicture } from "@/parts/uploading/album-picture";
import { UploadError } from "@/parts/uploading/errors";
import { PictureField } from "@/parts/uploading/picture-field";
import { SubjectField } from "@/parts/uploading/subject-field";
import { Banner } from "@/ui/banner";
import { Dialog } from "@/ui/dialog";
import { LoadError } from "@/ui/load-error";
import { SelectField } from "@/ui/select-field";
import { SkeletonText } from "@/ui/skeleton";
import { TextArea, TextField } from "@/ui/text-field";
import { toast } from "@/ui/toast";
import { EditFormEnd } from "./edit-form-end";
import { kindTitles } from "./labels";

interface EditDialogProps {
  entry: ContentEntry;
  onClose: () => void;
}

/** Edits all that uploading asked, in the newest version. When somebody else was quicker, theirs is loaded first. */
export function EditDialog({ entry, onClose }: EditDialogProps) {
  const detail = useQuery({ ...contentDetailQuery(entry), refetchOnWindowFocus: false });
  // What is edited stays as it is under the fields, whatever is asked for meanwhile.
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
      description={`${kindTitles[entry.kind]}. Copies in people’s My Notes keep what they say now.`}
    >
      {children}
    </Dialog>
  );
}

/** What stands in the form. A field that things of this kind do not have is not there. */
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
  // An empty number is none, and none is refused.
  const number = chapter === undefined ? {} : { chapter: chapter.trim() === "" ? Number.NaN : Number(chapter) };
  return [
    ...core.validateNoteDraft({ title, description, noteType, ...number }),
    ...(detail.subject === undefined ? [] : core.validateSubject(subject ?? "")),
  ];
}

/** Another picture for an album note; nobody has to choose one. */
function usePicture({ place, id }: ContentDetail) {
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useUnsaved(chosen !== undefined);
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);

  return {
    chosen,
    problem,
    choose(picture: File | undefined) {
      setProblem(undefined);
      setChosen(picture);
    },
    /** Sends the chosen picture, if there is one. Whether the note has it now. */
    async send(): Promise<boolean> {
      if (!chosen) return true;
      setProblem(undefined);
      const controller = new AbortController();
      stop.current = controller;
      try {
        // An album note stands in the album that the register names.
        await sendAlbumPicture({ album: place as AlbumId, noteId: id }, chosen, controller.signal);
      } catch (error) {
        if (controller.signal.aborted) return false;
        setProblem(`Nothing was saved. ${error instanceof UploadError ? error.message : problemText(error)}`);
        return false;
      }
      setChosen(undefined);
      return true;
    },
  };
}

interface EditFormProps {
  detail: ContentDetail;
  onClose: () => void;
  onReload: () => Promise<void>;
}

function EditForm({ detail, onClose, onReload }: EditFormProps) {
  const [isOutdated, setOutdated] = useState(false);
  // Courses are suggested for what is typed.
  const [subject, setSubject] = useState(detail.subject ?? "");
  const edit = useEditContent(detail);
  const picture = usePicture(detail);
  const { form, field, busy, problem } = useAppForm({
    defaultValues: valuesOf(detail),
    check: async (values) => checkValues(detail, values),
    submit: async ({ chapter, ...values }) => {
      // First: should it fail, the version is still the one that was edited.
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
    // The form comes after the dialog has opened, so the focus waits outside of it.
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

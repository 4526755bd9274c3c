import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiProblem } from "@/api/problem";
import { DESCRIPTION_MAX_CHARS, TITLE_MAX_CHARS } from "@/core/limits";
import { loadRules } from "@/core/wasm";
import {
  type ManagedCourse,
  managedCourseQuery,
  removeCoursePicture,
  useCreateCourse,
  useEditCourse,
} from "@/data/courses/managed-courses";
import { createCoursePictureUpload } from "@/data/uploads/uploads";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { displayCode } from "@/lib/urls/subjects";
import { useAppForm } from "@/parts/forms/use-app-form";
import { hasSameTexts, useEditConflict } from "@/parts/forms/use-edit-conflict";
import { VersionedFormFooter } from "@/parts/forms/versioned-form-footer";
import { PictureField } from "@/parts/uploading/form/picture-field";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { TextArea, TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { LoadEditDialog } from "../editing-dialog";
import { usePictureUpload } from "../use-picture";
import type { ManagedCourseRow } from "./use-course-search";

const CODE_MAX_CHARS = 20;

interface CreateCourseDialogProps {
  courseCode: string;
  title: string;
  onClose: () => void;
}

export function CreateCourseDialog({ courseCode, title, onClose }: CreateCourseDialogProps) {
  const create = useCreateCourse();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { courseCode: displayCode(courseCode), title, description: "" },
    check: async (values) => (await loadRules()).validateCourse(values),
    submit: async (values) => {
      const made = await create.mutateAsync(values);
      toast(`${displayCode(made.courseCode)} was created. Students can find it in about 30 seconds.`);
      onClose();
    },
  });
  return (
    <Dialog open wide onOpenChange={(open) => !open && !busy && onClose()} title="New course">
      <form {...form} className="mt-4 grid gap-4">
        <TextField
          label="Course code"
          hint="Letters and a number, for example CS 246."
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={CODE_MAX_CHARS}
          {...field("courseCode")}
        />
        <TextField label="Title" maxLength={TITLE_MAX_CHARS} {...field("title")} />
        <TextArea label="Description" optional rows={5} maxLength={DESCRIPTION_MAX_CHARS} {...field("description")} />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel="Creating...">
            Create course
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Dialog to edit a course. Changes that another administrator saves are merged into the form. */
export function EditCourseDialog({ course, onClose }: { course: ManagedCourseRow; onClose: () => void }) {
  const detail = useQuery({ ...managedCourseQuery(course.courseCode), refetchOnWindowFocus: false });
  return (
    <LoadEditDialog
      title={`Edit ${displayCode(course.courseCode)}`}
      description="The code can't be changed. To use another code, create a new course and merge this one into it."
      detail={detail}
      onClose={onClose}
    >
      {(opened, reload) => <EditForm opened={opened} onClose={onClose} onReload={reload} />}
    </LoadEditDialog>
  );
}

interface EditFormProps {
  opened: ManagedCourse;
  onClose: () => void;
  /** Fetches the latest version. */
  onReload: () => Promise<ManagedCourse>;
}

const valuesOf = ({ title, description }: ManagedCourse) => ({ title, description });

function EditForm({ opened, onClose, onReload }: EditFormProps) {
  // The version that the form is based on.
  const [course, setCourse] = useState(opened);
  const { courseCode, version } = course;
  const edit = useEditCourse(courseCode);
  const picture = usePictureUpload(course.imageUrl ?? "", (file, signal) =>
    createCoursePictureUpload(courseCode, file, signal),
  );
  const [isPictureRemoved, setPictureRemoved] = useState(false);
  useUnsavedChanges(isPictureRemoved);
  const { form, field, busy, problem, getValues, setValue } = useAppForm({
    defaultValues: valuesOf(opened),
    check: async (values) => (await loadRules()).validateCourse({ ...values, courseCode }),
    submit: async (values) => {
      // Upload the image first: if that fails, the version has not changed yet.
      if (!(await picture.send())) return false;
      if (isPictureRemoved) await removeCoursePicture(courseCode, picture.replaces());
      try {
        await edit.mutateAsync({ ...values, version });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 409 && error.fields.length === 0)) throw error;
        const latest = await onReload();
        if (!hasSameTexts(valuesOf(latest), values)) {
          conflict.merge(valuesOf(course), valuesOf(latest), getValues());
          setCourse(latest);
          setPictureRemoved(false);
          return false;
        }
      }
      toast("Saved.");
      onClose();
      return true;
    },
  });
  const conflict = useEditConflict<ReturnType<typeof valuesOf>>((name, text) =>
    setValue(name, text, { shouldDirty: true }),
  );
  const { ref } = form;
  useEffect(() => {
    // The form renders after the dialog opened, so it must take the focus itself.
    ref.current?.querySelector("input")?.focus();
  }, [ref]);
  return (
    <form {...form} className="mt-4 grid gap-4">
      <TextField label="Title" maxLength={TITLE_MAX_CHARS} {...conflict.hint("title")} {...field("title")} />
      <TextArea
        label="Description"
        optional
        rows={5}
        maxLength={DESCRIPTION_MAX_CHARS}
        {...conflict.hint("description")}
        {...field("description")}
      />
      <PictureField
        picture={picture.chosen}
        current={isPictureRemoved ? undefined : course.imageUrl}
        disabled={busy}
        onPicture={(chosen) => {
          picture.choose(chosen);
          setPictureRemoved(false);
        }}
        onRemove={() => setPictureRemoved(true)}
      />
      {picture.problem && <Banner kind="bad">{picture.problem}</Banner>}
      <VersionedFormFooter isMerged={conflict.isMerged} problem={problem} busy={busy} />
    </form>
  );
}

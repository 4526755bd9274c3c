import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import type { Chapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { CHAPTER_DESCRIPTION_MAX_CHARS, CHAPTER_MAX, TITLE_MAX_CHARS } from "@/core/limits";
import { createChapter, editChapter, refreshChapters } from "@/data/cards/chapters";
import { newUlid } from "@/lib/text/ulid";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { TextArea, TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";

interface ChapterDialogProps {
  code: string;
  /** Chapter to edit; `undefined` adds a chapter. */
  chapter: Chapter | undefined;
  nextNumber: number;
  onClose: () => void;
}

export default function ChapterDialog({ code, chapter, nextNumber, onClose }: ChapterDialogProps) {
  const queries = useQueryClient();
  const formId = useId();
  // Keep one id, so that a retry after a failure does not create a second chapter.
  const id = useRef(newUlid());
  const { busy, problem, form, field } = useAppForm({
    defaultValues: {
      number: String(chapter?.number ?? Math.min(nextNumber, CHAPTER_MAX)),
      title: chapter?.title ?? "",
      description: chapter?.description ?? "",
    },
    check: async ({ number }) => {
      const isNumber = /^\s*[1-9]\d{0,2}\s*$/.test(number);
      const message = `Enter a whole number from 1 to ${CHAPTER_MAX}.`;
      return isNumber ? [] : [{ field: "number", code: "invalid", message }];
    },
    submit: async ({ number, ...text }) => {
      const fields = { ...text, number: Number(number) };
      try {
        if (chapter) await editChapter(code, chapter.id, chapter.version, fields);
        else await createChapter(code, id.current, fields);
      } catch (error) {
        // Reload the chapters, so that the dialog shows the other administrator's change when it opens again.
        if (error instanceof ApiProblem && error.code === "conflict") void refreshChapters(queries, code);
        throw error;
      }
      await refreshChapters(queries, code);
      toast(chapter ? "Chapter saved" : "Chapter added");
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={chapter ? `Edit Chapter ${chapter.number}` : "Add chapter"}
      description="Notes show the number and title of their chapter."
      actions={
        <>
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" form={formId} busy={busy} busyLabel="Saving...">
            {chapter ? "Save" : "Add chapter"}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="grid gap-4 my-4">
        <TextField
          label="Number"
          inputMode="numeric"
          className="tabular-nums"
          autoComplete="off"
          required
          {...field("number")}
        />
        <TextField label="Title" autoComplete="off" required maxLength={TITLE_MAX_CHARS} {...field("title")} />
        <TextArea
          label="Description"
          optional
          rows={3}
          maxLength={CHAPTER_DESCRIPTION_MAX_CHARS}
          {...field("description")}
        />
        {problem && <Banner kind="bad">{problem}</Banner>}
      </form>
    </Dialog>
  );
}

import { FileText } from "lucide-react";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { loadCore } from "@/core/engine";
import { NOTE_TYPES } from "@/core/limits";
import { type Chosen, ChosenFile } from "@/parts/uploading/chosen-file";
import { isBusy, titleFromFileName } from "@/parts/uploading/queue";
import type { ChosenUpload } from "@/parts/uploading/store";
import { UploadList } from "@/parts/uploading/upload-list";
import { UploadPanel } from "@/parts/uploading/upload-panel";
import { useOutcome } from "@/parts/uploading/use-outcome";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { DropZone } from "@/ui/drop-zone";
import { SelectField } from "@/ui/select-field";
import { TextField } from "@/ui/text-field";
import { type NoteFields, noteTexts, PDF, uploadsOf } from "./store";

type Fields = Pick<NoteFields, "title" | "description" | "noteType"> & { chapter: string };
const emptyFields: Fields = { title: "", description: "", noteType: "", chapter: "1" };

let lastKey = 0;

/** Why `file` cannot be a note, if it cannot. */
async function refusalOf(file: File): Promise<string | undefined> {
  // Some systems know no type for a file; then its name decides, and the server looks inside anyway.
  const type = file.type || (/\.pdf$/i.test(file.name) ? PDF : "");
  return (await loadCore()).validateNoteFile(file.name, type, file.size)[0]?.message;
}

/** For administrators: puts PDFs into a course, several at once. */
export function UploadForm({ courseCode }: { courseCode: string }) {
  const uploads = uploadsOf(courseCode);
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [fields, setFields] = useState<Fields>(emptyFields);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const busy = isBusy(queue);
  const outcome = useOutcome(queue, noteTexts, () => {
    setFields(emptyFields);
    setChosen([]);
  });
  const accepted = chosen.filter((each) => !each.refusal);
  const isSeveral = accepted.length > 1;

  function set(change: Partial<Fields>) {
    setFields((before) => ({ ...before, ...change }));
    setErrors({});
  }
  async function choose(files: File[]) {
    const looked = await Promise.all(
      files.map(async (file): Promise<Chosen> => {
        lastKey += 1;
        return { key: lastKey, file, title: titleFromFileName(file.name), refusal: await refusalOf(file) };
      }),
    );
    setChosen((before) => [...before, ...looked]);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const titled = accepted.map(({ file, title }) => ({ file, title: (isSeveral ? title : fields.title).trim() }));
    // Without a PDF or a title the button does nothing.
    if (busy || titled.length === 0 || titled.some(({ title }) => title === "")) return;
    const core = await loadCore();
    const chapter = Number(fields.chapter || "1");
    const notes: ChosenUpload<NoteFields>[] = titled.map(({ file, title }) => ({
      file,
      fields: { ...fields, title, chapter },
    }));
    const failing = notes.flatMap((note) => core.validateNoteDraft(note.fields));
    setErrors(Object.fromEntries(failing.map(({ field, message }) => [field, message])));
    if (failing.length > 0) return;
    for (const { id, phase } of queue) if (phase.kind === "ready") uploads.remove(id);
    uploads.add(notes);
    // From here the list of uploads stands for the files; the fields stay until all has gone well.
    setChosen([]);
  }

  return (
    <UploadPanel
      title="Upload PDF Note"
      isBusy={busy}
      onSubmit={submit}
      fields={
        <>
          <TextField
            label="Title"
            value={isSeveral ? "" : fields.title}
            placeholder={isSeveral ? "Each file has its own title" : undefined}
            error={errors.title}
            disabled={busy || isSeveral}
            onChange={(event) => set({ title: event.target.value })}
          />
          <div className="two">
            <SelectField
              label="Type"
              options={NOTE_TYPES}
              placeholder="Other"
              value={fields.noteType}
              error={errors.noteType}
              disabled={busy}
              onChange={(event) => set({ noteType: event.target.value })}
            />
            <TextField
              label="Chapter"
              inputMode="numeric"
              className="num"
              value={fields.chapter}
              error={errors.chapter}
              disabled={busy}
              onChange={(event) => set({ chapter: event.target.value })}
            />
          </div>
          <TextField
            label="Description"
            optional
            value={fields.description}
            error={errors.description}
            disabled={busy}
            onChange={(event) => set({ description: event.target.value })}
          />
          <Button variant="primary" type="submit" block busy={busy} busyLabel="Uploading...">
            {isSeveral ? `Upload ${accepted.length} notes` : "Upload"}
          </Button>
          {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
        </>
      }
    >
      <DropZone accept=".pdf,application/pdf" disabled={busy} onFiles={(files) => void choose(files)} />
      {chosen.length > 0 && (
        <ul aria-label="Chosen files">
          {chosen.map((each) => (
            <ChosenFile
              key={each.key}
              chosen={each}
              icon={<FileText />}
              hasOwnTitle={isSeveral && !each.refusal}
              onTitle={(title) =>
                setChosen((all) => all.map((other) => (other.key === each.key ? { ...other, title } : other)))
              }
              onRemove={() => setChosen((all) => all.filter((other) => other.key !== each.key))}
            />
          ))}
        </ul>
      )}
      <UploadList
        queue={queue}
        texts={noteTexts}
        icon={<FileText />}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        onLink={uploads.link}
        contentKind="note"
      />
    </UploadPanel>
  );
}

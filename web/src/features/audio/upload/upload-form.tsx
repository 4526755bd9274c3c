import { FileAudio } from "lucide-react";
import { type FormEvent, useCallback, useState, useSyncExternalStore } from "react";
import type { ShelfId } from "@/api/models";
import { loadCore } from "@/core/engine";
import { type Chosen, ChosenFile } from "@/parts/uploading/chosen-file";
import { isBusy, titleFromFileName } from "@/parts/uploading/queue";
import { SubjectField } from "@/parts/uploading/subject-field";
import { UploadList } from "@/parts/uploading/upload-list";
import { UploadPanel } from "@/parts/uploading/upload-panel";
import { useOutcome } from "@/parts/uploading/use-outcome";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { DropZone } from "@/ui/drop-zone";
import { TextField } from "@/ui/text-field";
import { type AudioFields, audioTexts, uploadsTo } from "./store";
import { taggedTitle } from "./tagged-title";

const emptyFields: AudioFields = { title: "", subject: "", description: "" };

let lastKey = 0;

/** Looks at a file as far as the browser can: what it is called, and why it cannot be sent. */
async function look(file: File): Promise<Chosen> {
  lastKey += 1;
  const key = lastKey;
  const refusal = (await loadCore()).validateAudioFile(file.name, file.type, file.size)[0]?.message;
  const title = (refusal === undefined && (await taggedTitle(file))) || titleFromFileName(file.name);
  return { key, file, title, refusal };
}

/** For administrators: puts recordings on a shelf, several at once. */
export function UploadForm({ shelf }: { shelf: ShelfId }) {
  const uploads = uploadsTo(shelf);
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [fields, setFields] = useState(emptyFields);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [looking, setLooking] = useState(0);
  const busy = isBusy(queue);
  const onSuccess = useCallback(() => setFields(emptyFields), []);
  const outcome = useOutcome(queue, audioTexts, onSuccess);
  const accepted = chosen.filter((each) => !each.refusal);
  const isSeveral = accepted.length > 1;

  function set(change: Partial<AudioFields>) {
    setFields((before) => ({ ...before, ...change }));
    setErrors({});
    setProblem(undefined);
  }
  async function choose(files: File[]) {
    setProblem(undefined);
    setLooking((before) => before + 1);
    const looked = await Promise.all(files.map(look)).finally(() => setLooking((before) => before - 1));
    setChosen((before) => [...before, ...looked]);
    const only = looked.filter((each) => !each.refusal);
    // The title of a single file can be read off it; what was typed stays.
    if (only.length === 1 && accepted.length === 0) {
      setFields((before) => (before.title.trim() ? before : { ...before, title: only[0]?.title ?? "" }));
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || looking > 0) return;
    const core = await loadCore();
    const drafts = accepted.map(({ file, title }) => ({ file, fields: isSeveral ? { ...fields, title } : fields }));
    const forms = drafts.length > 0 ? drafts.map((draft) => draft.fields) : [fields];
    const failing = forms.flatMap((form) => core.validateAudioDraft({ ...form, shelf }));
    const noFile = drafts.length === 0 ? core.validateAudioFile("", "", 0) : [];
    setProblem([...failing, ...noFile].find(({ code }) => code === "required")?.message);
    setErrors(
      Object.fromEntries(
        failing.map(({ field, code, message }) => [field, code === "required" ? "This is required." : message]),
      ),
    );
    if (drafts.length === 0 || failing.length > 0) return;
    for (const { id, phase } of queue) if (phase.kind === "ready") uploads.remove(id);
    uploads.add(drafts);
    // From here the list of uploads stands for the files; the fields stay until all has gone well.
    setChosen([]);
  }
  function retitle(key: number, title: string) {
    setChosen((all) => all.map((other) => (other.key === key ? { ...other, title } : other)));
  }

  return (
    <UploadPanel
      title="Upload Audio Note"
      isBusy={busy}
      onSubmit={submit}
      fields={
        <>
          <TextField
            label="Title"
            value={isSeveral ? "" : fields.title}
            placeholder={isSeveral ? "Each file has its own title" : undefined}
            error={isSeveral ? undefined : errors.title}
            disabled={busy || isSeveral}
            onChange={(event) => set({ title: event.target.value })}
          />
          <SubjectField
            value={fields.subject}
            error={errors.subject}
            disabled={busy}
            onChange={(event) => set({ subject: event.target.value })}
          />
          <TextField
            label="Description"
            optional
            value={fields.description}
            error={errors.description}
            disabled={busy}
            onChange={(event) => set({ description: event.target.value })}
          />
          <Button
            variant="primary"
            type="submit"
            block
            busy={busy || looking > 0}
            busyLabel={busy ? "Uploading..." : "Reading..."}
          >
            {isSeveral ? `Upload ${accepted.length} audio notes` : "Upload"}
          </Button>
          {problem ? (
            <Banner kind="bad">{problem}</Banner>
          ) : (
            outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>
          )}
        </>
      }
    >
      <DropZone
        label="Drop audio files here or"
        accept="audio/*,.mp3,.m4a,.aac,.ogg,.oga,.opus,.wav,.flac"
        disabled={busy}
        onFiles={(files) => void choose(files)}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen files">
          {chosen.map((each) => (
            <ChosenFile
              key={each.key}
              chosen={each}
              icon={<FileAudio />}
              hasOwnTitle={isSeveral && !each.refusal}
              onTitle={(title) => retitle(each.key, title)}
              onRemove={() => setChosen((all) => all.filter((other) => other.key !== each.key))}
            />
          ))}
        </ul>
      )}
      <UploadList
        queue={queue}
        texts={audioTexts}
        icon={<FileAudio />}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        onLink={uploads.link}
        contentKind="audio"
      />
    </UploadPanel>
  );
}

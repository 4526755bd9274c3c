import { FileText } from "lucide-react";
import { type FormEvent, useCallback, useState, useSyncExternalStore } from "react";
import type { AlbumId } from "@/api/models";
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
import { PictureField } from "./picture-field";
import { type AlbumFields, albumTexts, PDF, uploadsTo } from "./store";

const emptyFields: AlbumFields = { subject: "", title: "", description: "" };

let lastKey = 0;

/** Looks at a file as far as the browser can: what it is called, and why it cannot be sent. */
async function look(file: File): Promise<Chosen> {
  lastKey += 1;
  const key = lastKey;
  // Some systems know no type for a file; then its name decides, and the server looks inside anyway.
  const type = file.type || (/\.pdf$/i.test(file.name) ? PDF : "");
  const refusal = (await loadCore()).validateAlbumFile(file.name, type, file.size)[0]?.message;
  return { key, file, title: titleFromFileName(file.name), refusal };
}

/** For administrators: puts PDFs into an album, several at once, with a picture if they have one. */
export function UploadForm({ album }: { album: AlbumId }) {
  const uploads = uploadsTo(album);
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [fields, setFields] = useState(emptyFields);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const busy = isBusy(queue);
  const outcome = useOutcome(
    queue,
    albumTexts,
    useCallback(() => setFields(emptyFields), []),
  );
  const accepted = chosen.filter((each) => !each.refusal);
  const isSeveral = accepted.length > 1;

  function set(change: Partial<AlbumFields>) {
    setFields((before) => ({ ...before, ...change }));
    setErrors({});
    setProblem(undefined);
  }
  async function choose(files: File[]) {
    const looked = await Promise.all(files.map(look));
    setProblem(undefined);
    setChosen((before) => [...before, ...looked]);
    const only = looked.filter((each) => !each.refusal);
    // The title of a single file can be read off its name; what was typed stays.
    if (only.length === 1 && accepted.length === 0) {
      setFields((before) => (before.title.trim() ? before : { ...before, title: only[0]?.title ?? "" }));
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const core = await loadCore();
    const drafts = accepted.map(({ file, title }) => ({ file, fields: isSeveral ? { ...fields, title } : fields }));
    const forms = drafts.length > 0 ? drafts.map((draft) => draft.fields) : [fields];
    const failing = forms.flatMap(({ subject, title, description }) =>
      core.validateAlbumDraft(album, subject, title, description),
    );
    const noFile = drafts.length === 0 ? core.validateAlbumFile("", "", 0) : [];
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
      title="Upload PDF Note"
      isBusy={busy}
      onSubmit={submit}
      fields={
        <>
          <SubjectField
            value={fields.subject}
            error={errors.subject}
            disabled={busy}
            onChange={(event) => set({ subject: event.target.value })}
          />
          <TextField
            label="Title"
            value={isSeveral ? "" : fields.title}
            placeholder={isSeveral ? "Each file has its own title" : undefined}
            error={isSeveral ? undefined : errors.title}
            disabled={busy || isSeveral}
            onChange={(event) => set({ title: event.target.value })}
          />
          <TextField
            label="Description"
            optional
            value={fields.description}
            error={errors.description}
            disabled={busy}
            onChange={(event) => set({ description: event.target.value })}
          />
          <PictureField
            picture={fields.picture}
            isForSeveral={isSeveral}
            disabled={busy}
            onPicture={(picture) => set({ picture })}
          />
          <Button variant="primary" type="submit" block busy={busy} busyLabel="Uploading...">
            {isSeveral ? `Upload ${accepted.length} notes` : "Upload"}
          </Button>
          {problem ? (
            <Banner kind="bad">{problem}</Banner>
          ) : (
            outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>
          )}
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
              onTitle={(title) => retitle(each.key, title)}
              onRemove={() => setChosen((all) => all.filter((other) => other.key !== each.key))}
            />
          ))}
        </ul>
      )}
      <UploadList
        queue={queue}
        texts={albumTexts}
        icon={<FileText />}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        onLink={uploads.link}
        contentKind="albumNote"
      />
    </UploadPanel>
  );
}

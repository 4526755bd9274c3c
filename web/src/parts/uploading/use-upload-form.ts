import { type FormEvent, useCallback, useState, useSyncExternalStore } from "react";
import { type CoreModule, type FieldError, loadCore } from "@/core/engine";
import { useUnsaved } from "@/lib/unsaved";
import type { Chosen } from "./chosen-file";
import { isBusy, titleFromFileName, type UploadQueue } from "./queue";
import type { UploadTexts } from "./run";
import type { Uploads } from "./store";
import { useOutcome } from "./use-outcome";

/** What the browser knows of a file before it is read. */
export type FileFacts = Pick<File, "name" | "type" | "size">;

/** What every upload form asks for. */
export interface Described {
  title: string;
  description: string;
}

/** The rules of one upload form: `Typed` is what stands in its fields, `Fields` what is sent with each file. */
export interface UploadRules<Typed extends Described, Fields = Typed> {
  emptyFields: Typed;
  texts: UploadTexts;
  /** What is wrong with a file; one without a name is a missing file. */
  checkFile: (core: CoreModule, file: FileFacts) => FieldError[];
  checkFields: (core: CoreModule, fields: Fields) => FieldError[];
  toFields: (typed: Typed) => Fields;
  /** The title in a file itself. Without one, the file's name makes the title. */
  titleIn?: (file: File) => Promise<string | undefined>;
  /** Whether the title of a single file is filled in, unless something was typed. */
  fillsInTitle: boolean;
  /** Whether submitting without a file or a title says so; otherwise it does nothing. */
  reportsMissing: boolean;
}

/** The state of an upload form, and what can be done with it. */
export interface UploadFormState<Typed extends Described> {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  chosen: readonly Chosen[];
  choose: (files: File[]) => Promise<void>;
  retitle: (key: number, title: string) => void;
  drop: (key: number) => void;
  /** How many of the chosen files can be sent. With several, each has its own title. */
  acceptedCount: number;
  isSeveral: boolean;
  queue: UploadQueue;
  /** Uploads are under way: fields cannot be edited. */
  busy: boolean;
  /** Chosen files are still being read. */
  isReading: boolean;
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>;
  /** What is wrong with the form as a whole, or how the last uploads went. */
  message: { kind: "ok" | "bad"; text: string } | undefined;
  submit: (event: FormEvent) => Promise<void>;
}

const NO_FILE: FileFacts = { name: "", type: "", size: 0 };

let lastKey = 0;

/** Checks a file as far as the browser can, and gives it a title. */
async function look(file: File, { checkFile, titleIn }: Pick<UploadRules<Described>, "checkFile" | "titleIn">) {
  lastKey += 1;
  const key = lastKey;
  const refusal = checkFile(await loadCore(), file)[0]?.message;
  const title = (refusal === undefined && (await titleIn?.(file))) || titleFromFileName(file.name);
  return { key, file, title, refusal } satisfies Chosen;
}

/** The message for each field. The title of several files is typed beside the files, so its field is not 'required'. */
function errorsOf(failing: readonly FieldError[], isSeveral: boolean): Record<string, string> {
  return Object.fromEntries(
    failing
      .filter(({ field, code }) => !(isSeveral && field === "title" && code === "required"))
      .map(({ field, code, message }) => [field, code === "required" ? "This is required." : message]),
  );
}

/** An upload form: choose files, describe them, send them to `uploads`. */
export function useUploadForm<Typed extends Described, Fields>(
  uploads: Uploads<Fields>,
  rules: UploadRules<Typed, Fields>,
): UploadFormState<Typed> {
  const { emptyFields, texts, checkFile, checkFields, toFields, fillsInTitle, reportsMissing } = rules;
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [typed, setTyped] = useState(emptyFields);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(0);
  const busy = isBusy(queue);
  const outcome = useOutcome(
    queue,
    texts,
    useCallback(() => setTyped(emptyFields), [emptyFields]),
  );
  const [isTyped, markTyped] = useState(false);
  // What was sent is in the list of uploads, which outlives this page.
  useUnsaved(chosen.length > 0 || isTyped);
  const accepted = chosen.filter((each) => !each.refusal);
  const isSeveral = accepted.length > 1;

  async function choose(files: File[]) {
    setProblem(undefined);
    setReading((before) => before + 1);
    const looked = await Promise.all(files.map((file) => look(file, rules))).finally(() =>
      setReading((before) => before - 1),
    );
    setChosen((before) => [...before, ...looked]);
    const [only, ...others] = looked.filter((each) => !each.refusal);
    if (fillsInTitle && only && others.length === 0 && accepted.length === 0) {
      setTyped((before) => (before.title.trim() ? before : { ...before, title: only.title }));
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || reading > 0) return;
    const drafts = accepted.map(({ file, title }) => ({ file, fields: isSeveral ? { ...typed, title } : typed }));
    const lacksTitle = drafts.some(({ fields }) => fields.title.trim() === "");
    if (!reportsMissing && (drafts.length === 0 || lacksTitle)) return;
    const core = await loadCore();
    const ready = drafts.map(({ file, fields }) => ({ file, fields: toFields(fields) }));
    const checked = ready.length > 0 ? ready.map(({ fields }) => fields) : [toFields(typed)];
    const failing = checked.flatMap((fields) => checkFields(core, fields));
    const noFile = ready.length === 0 ? checkFile(core, NO_FILE) : [];
    setProblem([...failing, ...noFile].find(({ code }) => code === "required")?.message);
    setErrors(errorsOf(failing, isSeveral));
    if (ready.length === 0 || failing.length > 0) return;
    for (const { id, phase } of queue) if (phase.kind === "ready") uploads.remove(id);
    uploads.add(ready);
    markTyped(false);
    // From here the list of uploads stands for the files; the fields stay until all of them are published.
    setChosen([]);
  }

  return {
    typed,
    set: (change) => {
      setTyped((before) => ({ ...before, ...change }));
      markTyped(true);
      setErrors({});
      setProblem(undefined);
    },
    chosen,
    choose,
    retitle: (key, title) => setChosen((all) => all.map((each) => (each.key === key ? { ...each, title } : each))),
    drop: (key) => setChosen((all) => all.filter((each) => each.key !== key)),
    acceptedCount: accepted.length,
    isSeveral,
    queue,
    busy,
    isReading: reading > 0,
    errors,
    message: problem === undefined ? outcome : { kind: "bad", text: problem },
    submit,
  };
}

import { type FormEvent, useCallback, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { unreachable } from "@/api/problem";
import { type CoreModule, type FieldError, loadCore } from "@/core/engine";
import { failingBy } from "@/core/rules";
import { useUnsaved } from "@/lib/browser/unsaved";
import type { Outcome } from "../sending/outcome";
import { isBusy, titleFromFileName, type UploadQueue } from "../sending/queue";
import type { UploadTexts } from "../sending/run";
import type { Uploads } from "../sending/store";
import { useOutcome } from "../sending/use-outcome";
import {
  acceptedOf,
  afterChoosing,
  afterDescribing,
  afterDropping,
  type Chosen,
  type Described,
  type Draft,
  describedFiles,
} from "./chosen";

/** What the browser knows of a file before it is read. */
export type FileFacts = Pick<File, "name" | "type" | "size">;

/** The rules of one upload form: `Typed` is what stands in its fields, `Fields` what is sent with each file. */
export interface UploadRules<Typed extends Described, Fields = Typed> {
  emptyFields: Typed;
  texts: UploadTexts;
  /** What several files become: 'notes'. */
  noun: string;
  /** What a file that is missing is asked for with. */
  missingFile: string;
  /** What is wrong with a file; one without a name is a missing file. */
  checkFile: (core: CoreModule, file: FileFacts) => FieldError[];
  checkFields: (core: CoreModule, fields: Fields) => FieldError[];
  toFields: (typed: Typed) => Fields;
  /** The title in a file itself. Without one, the file's name makes the title. */
  titleIn?: (file: File) => Promise<string | undefined>;
}

/** What is wrong, by the name of the field. */
type Errors = Record<string, string>;

/** The state of an upload form, and what can be done with it. */
export interface UploadFormState<Typed extends Described> {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  chosen: readonly Chosen<Typed>[];
  choose: (files: File[]) => Promise<void>;
  /** Types something for one of several files alone. */
  describe: (key: number, change: { title?: string; own?: Partial<Typed> }) => void;
  drop: (key: number) => void;
  /** How many of the chosen files can be sent. With several, each has its own title. */
  acceptedCount: number;
  isSeveral: boolean;
  queue: UploadQueue;
  /** Uploads are under way: fields cannot be edited. */
  busy: boolean;
  /** Chosen files are still being read. */
  isReading: boolean;
  /** What is wrong with what is typed for all files. */
  errors: Errors;
  /** What is wrong with what is typed for one of several files, by its key. */
  fileErrors: ReadonlyMap<number, Errors>;
  /** Said where files are chosen, when there is none. */
  fileError: string | undefined;
  /** What is wrong with the form as a whole, or how the last uploads went. */
  message: Outcome | undefined;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

const NO_FILE: FileFacts = { name: "", type: "", size: 0 };

/** What is to be put right before anything is sent. */
interface Failing {
  errors: Errors;
  fileErrors: ReadonlyMap<number, Errors>;
  fileError?: string | undefined;
  /** The sentence about everything that is missing. */
  problem?: string | undefined;
}

const NOTHING_FAILS: Failing = { errors: {}, fileErrors: new Map() };

/** Where the first thing is that has to be put right. */
const TO_PUT_RIGHT = "[aria-invalid=true], [data-missing]";

let lastKey = 0;

/** Checks a file as far as the browser can, and gives it a title. */
async function look<Typed extends Described, Fields>(
  file: File,
  { checkFile, titleIn }: Pick<UploadRules<Typed, Fields>, "checkFile" | "titleIn">,
): Promise<Chosen<Typed>> {
  lastKey += 1;
  const key = lastKey;
  const refusal = (await failingBy((core) => checkFile(core, file)))[0]?.message;
  // A title that cannot be read is no reason against the file.
  const found = refusal === undefined ? await titleIn?.(file).catch(() => undefined) : undefined;
  const title = found || titleFromFileName(file.name);
  return { key, file, title, own: {}, refusal };
}

const messageOf = ({ code, message }: FieldError) => (code === "required" ? "This is required." : message);

/** What is wrong with a draft: beside the file where something is typed for it alone, else in the field for all. */
function failingOf<Typed extends Described, Fields>(
  core: CoreModule,
  draft: Draft<Typed>,
  { checkFields, checkFile, toFields, missingFile }: UploadRules<Typed, Fields>,
): Failing | undefined {
  const files = describedFiles(draft);
  const errors: Errors = {};
  const fileErrors = new Map<number, Errors>();
  const said: FieldError[] = [];
  const note = (failing: readonly FieldError[], own: Errors | undefined, isOwn: (field: string) => boolean) => {
    said.push(...failing);
    for (const each of failing) (own && isOwn(each.field) ? own : errors)[each.field] = messageOf(each);
  };
  if (files.length === 0) note(checkFields(core, toFields(draft.typed)), undefined, () => false);
  for (const { key, typed } of files) {
    const own: Errors | undefined = files.length > 1 ? {} : undefined;
    const typedAlone = draft.chosen.find((each) => each.key === key)?.own ?? {};
    note(checkFields(core, toFields(typed)), own, (field) => field === "title" || field in typedAlone);
    if (own && Object.keys(own).length > 0) fileErrors.set(key, own);
  }
  const noFile = files.length === 0 ? checkFile(core, NO_FILE) : [];
  if (said.length === 0 && noFile.length === 0) return undefined;
  return {
    errors,
    fileErrors,
    fileError: files.length === 0 ? missingFile : undefined,
    problem: [...said, ...noFile].find(({ code }) => code === "required")?.message,
  };
}

/** An upload form: choose files, describe them, send them to `uploads`. */
export function useUploadForm<Typed extends Described, Fields>(
  uploads: Uploads<Fields>,
  rules: UploadRules<Typed, Fields>,
): UploadFormState<Typed> {
  const { emptyFields, texts, noun, toFields } = rules;
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [draft, setDraft] = useState<Draft<Typed>>({ typed: emptyFields, chosen: [], suggested: "" });
  const [failing, setFailing] = useState(NOTHING_FAILS);
  const [reading, setReading] = useState(0);
  const busy = isBusy(queue);
  const [isTyped, markTyped] = useState(false);
  const clear = useCallback(() => {
    // A file can be decided about later, while the next ones are described.
    if (!isTyped) setDraft((before) => ({ ...before, typed: emptyFields, suggested: "" }));
  }, [isTyped, emptyFields]);
  const outcome = useOutcome(queue, texts, noun, clear);
  const { typed, chosen } = draft;
  // What was sent is in the list of uploads, which outlives this page.
  useUnsaved(chosen.length > 0 || isTyped);
  const acceptedCount = acceptedOf(chosen).length;

  function change(next: (before: Draft<Typed>) => Draft<Typed>) {
    setDraft(next);
    setFailing(NOTHING_FAILS);
  }
  async function choose(files: File[]) {
    setReading((before) => before + 1);
    const looked = await Promise.all(files.map((file) => look<Typed, Fields>(file, rules))).finally(() =>
      setReading((before) => before - 1),
    );
    change((before) => afterChoosing(before, looked));
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || reading > 0) return;
    const form = event.currentTarget;
    const core = await loadCore().catch(() => undefined);
    const wrong = core ? failingOf(core, draft, rules) : { ...NOTHING_FAILS, problem: unreachable().detail };
    flushSync(() => setFailing(wrong ?? NOTHING_FAILS));
    if (wrong) {
      form.querySelector<HTMLElement>(TO_PUT_RIGHT)?.focus();
      return;
    }
    for (const { id, phase } of queue) if (phase.kind === "ready") uploads.remove(id);
    uploads.add(describedFiles(draft).map((each) => ({ file: each.file, fields: toFields(each.typed) })));
    markTyped(false);
    // From here the list of uploads stands for the files; the fields stay until all of them are published.
    setDraft((before) => ({ ...before, chosen: [] }));
  }

  const { errors, fileErrors, fileError, problem } = failing;
  return {
    typed,
    set: (some) => {
      change((before) => ({ ...before, typed: { ...before.typed, ...some } }));
      markTyped(true);
    },
    chosen,
    choose,
    describe: (key, some) => change((before) => afterDescribing(before, key, some)),
    drop: (key) => change((before) => afterDropping(before, key)),
    acceptedCount,
    isSeveral: acceptedCount > 1,
    queue,
    busy,
    isReading: reading > 0,
    errors,
    fileErrors,
    fileError,
    message: problem === undefined ? outcome : { kind: "bad", text: problem },
    submit,
  };
}

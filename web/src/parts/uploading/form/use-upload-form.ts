import { type FormEvent, useCallback, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { unreachableProblem } from "@/api/problem";
import { validateWithRules } from "@/core/validation";
import { type FieldError, loadRules, type RulesModule } from "@/core/wasm";
import { pathInFolder } from "@/lib/browser/dropped-files";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { ulidAtIndex } from "@/lib/text/ulid";
import { hasUnfinishedUploads, titleFromFileName, type UploadQueue } from "../sending/queue";
import type { UploadTexts } from "../sending/run";
import type { Uploads } from "../sending/store";
import type { UploadSummary } from "../sending/upload-summary";
import { useUploadSummary } from "../sending/use-upload-summary";
import {
  acceptedFiles,
  addFiles,
  emptyDraft,
  type FileTags,
  filesWithMetadata,
  inPublicationOrder,
  removeFile,
  type SelectedFile,
  setFileMetadata,
  setSharedFields,
  sortByTrackNumber,
  type UploadFormDraft,
  type UploadMetadata,
} from "./selected-files";

/** File metadata that is available without reading the file. */
export type SelectedFileInfo = Pick<File, "name" | "type" | "size">;

/** Rules of an upload form. `Typed` are its form values; `Fields` are sent with each file. */
export interface UploadRules<Typed extends UploadMetadata, Fields = Typed> {
  initialFields: Typed;
  texts: UploadTexts;
  /** Plural noun of the items: `notes`. */
  noun: string;
  /** Message if no file was chosen. */
  missingFile: string;
  /** Validates a file. An empty file name means that no file was chosen. */
  checkFile: (core: RulesModule, file: SelectedFileInfo) => FieldError[];
  checkFields: (core: RulesModule, fields: Fields) => FieldError[];
  toFields: (typed: Typed) => Fields;
  /** Reads the tags of a file. If they have no title, the title is derived from the file name. */
  readTags?: (file: File) => Promise<FileTags>;
  /** Derives values from the folders of a dropped file: values for its own fields, or why it does not belong here. */
  readPlace?: ((path: string) => Promise<FilePlace<Typed>>) | undefined;
  /** Adds the rank of the file among several files, as a ULID: the collection lists items with later ULIDs first. */
  withOrder?: (fields: Fields, order: string) => Fields;
}

export type FilePlace<Typed> = Pick<SelectedFile<Typed>, "fileFields" | "rejection">;

type Errors = Record<string, string>;

export interface UploadFormState<Typed extends UploadMetadata> {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  chosen: readonly SelectedFile<Typed>[];
  addFiles: (files: File[]) => Promise<void>;
  setFileMetadata: (key: number, change: { title?: string; own?: Partial<Typed> }) => void;
  removeFile: (key: number) => void;
  /** Number of chosen files that can be uploaded. With several, each file has its own title. */
  acceptedCount: number;
  hasSeveralFiles: boolean;
  queue: UploadQueue;
  /** True while uploads are running. The fields are then disabled. */
  busy: boolean;
  isReading: boolean;
  errors: Errors;
  fileErrors: ReadonlyMap<number, Errors>;
  fileError: string | undefined;
  /** Message about the whole form, or the result of the last uploads. */
  message: UploadSummary | undefined;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

const NO_FILE: SelectedFileInfo = { name: "", type: "", size: 0 };

interface Failing {
  errors: Errors;
  fileErrors: ReadonlyMap<number, Errors>;
  fileError?: string | undefined;
  problem?: string | undefined;
}

const NOTHING_FAILS: Failing = { errors: {}, fileErrors: new Map() };

/** Selector of invalid fields; the first match gets the focus. */
const TO_PUT_RIGHT = "[aria-invalid=true], [data-missing]";

let lastKey = 0;

/** Validates a file in the browser and suggests a title. */
async function look<Typed extends UploadMetadata, Fields>(
  file: File,
  { checkFile, readTags, readPlace }: Pick<UploadRules<Typed, Fields>, "checkFile" | "readTags" | "readPlace">,
): Promise<SelectedFile<Typed>> {
  lastKey += 1;
  const key = lastKey;
  const rejection = (await validateWithRules((core) => checkFile(core, file)))[0]?.message;
  // Tags that cannot be read are not an error.
  const tags = rejection === undefined ? await readTags?.(file).catch(() => undefined) : undefined;
  const title = tags?.title || titleFromFileName(file.name);
  const path = pathInFolder(file);
  const place = rejection === undefined && path !== file.name ? await readPlace?.(path) : undefined;
  return { key, file, title, track: tags?.track, fileFields: {}, rejection, ...place };
}

const messageOf = ({ code, message }: FieldError) => (code === "required" ? "This is required." : message);

/** Validates a draft. Errors in values of a single file appear beside the file, all others at the shared field. */
function failingOf<Typed extends UploadMetadata, Fields>(
  core: RulesModule,
  draft: UploadFormDraft<Typed>,
  { checkFields, checkFile, toFields, missingFile }: UploadRules<Typed, Fields>,
): Failing | undefined {
  const files = filesWithMetadata(draft);
  const errors: Errors = {};
  const fileErrors = new Map<number, Errors>();
  const rejections: FieldError[] = [];
  const note = (failing: readonly FieldError[], own: Errors | undefined, isOwn: (field: string) => boolean) => {
    rejections.push(...failing);
    for (const each of failing) (own && isOwn(each.field) ? own : errors)[each.field] = messageOf(each);
  };
  if (files.length === 0) note(checkFields(core, toFields(draft.sharedFields)), undefined, () => false);
  for (const { key, typed } of files) {
    const own: Errors | undefined = files.length > 1 ? {} : undefined;
    const typedAlone = draft.selectedFiles.find((each) => each.key === key)?.fileFields ?? {};
    note(checkFields(core, toFields(typed)), own, (field) => field === "title" || field in typedAlone);
    if (own && Object.keys(own).length > 0) fileErrors.set(key, own);
  }
  const noFile = files.length === 0 ? checkFile(core, NO_FILE) : [];
  if (rejections.length === 0 && noFile.length === 0) return undefined;
  return {
    errors,
    fileErrors,
    fileError: files.length === 0 ? missingFile : undefined,
    problem: [...rejections, ...noFile].find(({ code }) => code === "required")?.message,
  };
}

/** Returns the files to send. If there are several and the server stores a rank, each file gets one. */
function filesToSend<Typed extends UploadMetadata, Fields>(
  draft: UploadFormDraft<Typed>,
  { toFields, withOrder }: Pick<UploadRules<Typed, Fields>, "toFields" | "withOrder">,
): { file: File; fields: Fields }[] {
  const files = filesWithMetadata(draft);
  if (!withOrder || files.length < 2) return files.map(({ file, typed }) => ({ file, fields: toFields(typed) }));
  const nowMs = Date.now();
  return sortByTrackNumber(files).map(({ file, typed }, place) => ({
    file,
    fields: withOrder(toFields(typed), ulidAtIndex(nowMs, place)),
  }));
}

/** Returns the state of an upload form that sends its files to `uploads`. */
export function useUploadForm<Typed extends UploadMetadata, Fields>(
  uploads: Uploads<Fields>,
  rules: UploadRules<Typed, Fields>,
): UploadFormState<Typed> {
  const { initialFields, texts, noun } = rules;
  const queue = useSyncExternalStore(uploads.watch, uploads.queue);
  const [draft, setDraft] = useState(() => emptyDraft(initialFields));
  const [failing, setFailing] = useState(NOTHING_FAILS);
  const [reading, setReading] = useState(0);
  const busy = hasUnfinishedUploads(queue);
  const [isTyped, markTyped] = useState(false);
  const clear = useCallback(() => {
    // Uploads that wait for a decision can finish later, while the user fills in the form again.
    if (!isTyped) setDraft((before) => (before.selectedFiles.length > 0 ? before : emptyDraft(initialFields)));
  }, [isTyped, initialFields]);
  const outcome = useUploadSummary(queue, texts, noun, clear);
  const { sharedFields, selectedFiles } = draft;
  // Submitted files are in the upload list, which outlives this page.
  useUnsavedChanges(selectedFiles.length > 0 || isTyped);
  const acceptedCount = acceptedFiles(selectedFiles).length;

  function change(next: (before: UploadFormDraft<Typed>) => UploadFormDraft<Typed>) {
    setDraft(next);
    setFailing(NOTHING_FAILS);
  }
  async function addChosenFiles(files: File[]) {
    setReading((before) => before + 1);
    const checkedFiles = await Promise.all(files.map((file) => look<Typed, Fields>(file, rules))).finally(() =>
      setReading((before) => before - 1),
    );
    change((before) => addFiles(before, checkedFiles));
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || reading > 0) return;
    const form = event.currentTarget;
    const core = await loadRules().catch(() => undefined);
    const wrong = core ? failingOf(core, draft, rules) : { ...NOTHING_FAILS, problem: unreachableProblem().detail };
    flushSync(() => setFailing(wrong ?? NOTHING_FAILS));
    if (wrong) {
      form.querySelector<HTMLElement>(TO_PUT_RIGHT)?.focus();
      return;
    }
    for (const { id, phase } of queue) if (phase.kind === "ready") uploads.remove(id);
    uploads.add(filesToSend(draft, rules));
    markTyped(false);
    // The upload list shows the files from here on. The fields stay until all files are published.
    setDraft((before) => ({ ...before, selectedFiles: [] }));
  }

  const { errors, fileErrors, fileError, problem } = failing;
  return {
    typed: sharedFields,
    set: (some) => {
      change((before) => setSharedFields(before, some));
      markTyped(true);
    },
    // If the rules define no order, the files are shown and sent in the order in which they were chosen.
    chosen: rules.withOrder ? inPublicationOrder(selectedFiles) : selectedFiles,
    addFiles: addChosenFiles,
    setFileMetadata: (key, some) => change((before) => setFileMetadata(before, key, some)),
    removeFile: (key) => change((before) => removeFile(before, key)),
    acceptedCount,
    hasSeveralFiles: acceptedCount > 1,
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

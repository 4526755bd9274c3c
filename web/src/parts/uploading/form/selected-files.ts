/**
 * State of an upload form: shared fields, and the chosen files with their own fields. The title of a single file is in
 * the shared title field; several files have their own title fields in the list.
 */

export interface UploadMetadata {
  title: string;
  description: string;
}

/** Metadata from the tags of a file. */
export interface FileTags {
  title?: string | undefined;
  /** Number that sorts the file among others of its album. */
  track?: number | undefined;
}

export interface SelectedFile<Typed = unknown> extends Pick<FileTags, "track"> {
  key: number;
  file: File;
  /** Title of the file if there are several; suggested until the user edits it. */
  title: string;
  /** Values of this file that override the shared ones. */
  fileFields: Partial<Typed>;
  /** Message that explains why the file cannot be uploaded. */
  rejection?: string | undefined;
}

export interface UploadFormDraft<Typed extends UploadMetadata> {
  sharedFields: Typed;
  selectedFiles: readonly SelectedFile<Typed>[];
  /** Suggested title of a single file. An unedited suggestion does not count as user input. */
  suggested: string;
  /** Shared fields that the user has set. */
  typedFields: ReadonlySet<keyof Typed>;
}

export const emptyDraft = <Typed extends UploadMetadata>(sharedFields: Typed): UploadFormDraft<Typed> => ({
  sharedFields,
  selectedFiles: [],
  suggested: "",
  typedFields: new Set(),
});

/** Sets shared fields, as the user typed them. An emptied field counts as not set. */
export function setSharedFields<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  change: Partial<Typed>,
): UploadFormDraft<Typed> {
  const typedFields = new Set(draft.typedFields);
  for (const field of Object.keys(change) as (keyof Typed)[]) {
    if (change[field] === "" || change[field] === undefined) typedFields.delete(field);
    else typedFields.add(field);
  }
  return { ...draft, sharedFields: { ...draft.sharedFields, ...change }, typedFields };
}

export function acceptedFiles<Typed>(chosen: readonly SelectedFile<Typed>[]): SelectedFile<Typed>[] {
  return chosen.filter(({ rejection }) => rejection === undefined);
}

/** Returns true if the user edited the title of the single file. */
function isTyped<Typed extends UploadMetadata>({ sharedFields, suggested }: UploadFormDraft<Typed>): boolean {
  return sharedFields.title.trim() !== "" && sharedFields.title !== suggested;
}

function titled<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  title: string,
  suggested: string,
): UploadFormDraft<Typed> {
  return { ...draft, sharedFields: { ...draft.sharedFields, title }, suggested };
}

/**
 * Returns the values that the shared fields take from a single file. If the file was just added, the values from its
 * folder do not replace what the user typed. If it remained after others were removed, its own values are used.
 */
function fieldsToShow<Typed extends UploadMetadata>(
  { sharedFields, typedFields }: UploadFormDraft<Typed>,
  { fileFields }: SelectedFile<Typed>,
  countBefore: number,
): Partial<Typed> {
  if (countBefore > 1) return fileFields;
  return { ...fileFields, ...shownValues(sharedFields, fileFields, (field) => typedFields.has(field)) };
}

/** Returns the shared values of those fields for which the file has a value. */
function shownValues<Typed>(
  sharedFields: Typed,
  fileFields: Partial<Typed>,
  isWanted: (field: keyof Typed) => boolean = () => true,
): Partial<Typed> {
  const shown: Partial<Typed> = {};
  for (const field of Object.keys(fileFields) as (keyof Typed)[]) {
    if (isWanted(field)) shown[field] = sharedFields[field];
  }
  return shown;
}

/**
 * Replaces the files. When the number of files changes from 1 to several or back, moves the title between the shared
 * field and the file.
 */
function withFiles<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  chosen: readonly SelectedFile<Typed>[],
): UploadFormDraft<Typed> {
  const before = acceptedFiles(draft.selectedFiles);
  const now = acceptedFiles(chosen);
  const [first] = now;
  const next = { ...draft, selectedFiles: chosen };
  if (!first) return isTyped(draft) ? next : titled(next, "", "");
  if (now.length === 1) {
    const sharedFields = { ...next.sharedFields, ...fieldsToShow(draft, first, before.length) };
    const single = { ...next, sharedFields };
    return isTyped(draft) ? single : titled(single, first.title, first.title);
  }
  if (before.length !== 1) return next;
  const title = isTyped(draft) ? draft.sharedFields.title : first.title;
  // Until now, the shared fields showed the values of the single file, so the file takes them.
  const moved = chosen.map((each) =>
    each.key === before[0]?.key
      ? { ...each, title, fileFields: shownValues(draft.sharedFields, each.fileFields) }
      : each,
  );
  return titled({ ...next, selectedFiles: moved }, "", "");
}

export function addFiles<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  checkedFiles: readonly SelectedFile<Typed>[],
): UploadFormDraft<Typed> {
  return withFiles(draft, [...draft.selectedFiles, ...checkedFiles]);
}

export function removeFile<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  key: number,
): UploadFormDraft<Typed> {
  return withFiles(
    draft,
    draft.selectedFiles.filter((each) => each.key !== key),
  );
}

export function setFileMetadata<Typed extends UploadMetadata>(
  draft: UploadFormDraft<Typed>,
  key: number,
  change: { title?: string; own?: Partial<Typed> },
): UploadFormDraft<Typed> {
  const described = (each: SelectedFile<Typed>) => ({
    ...each,
    title: change.title ?? each.title,
    fileFields: { ...each.fileFields, ...change.own },
  });
  return { ...draft, selectedFiles: draft.selectedFiles.map((each) => (each.key === key ? described(each) : each)) };
}

export function filesWithMetadata<Typed extends UploadMetadata>({
  sharedFields,
  selectedFiles,
}: UploadFormDraft<Typed>): (Pick<SelectedFile, "key" | "file" | "track"> & { typed: Typed })[] {
  const accepted = acceptedFiles(selectedFiles);
  const isSeveral = accepted.length > 1;
  return accepted.map(({ key, file, track, title, fileFields }) => ({
    key,
    file,
    track,
    typed: isSeveral ? { ...sharedFields, ...fileFields, title } : sharedFields,
  }));
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Sorts files by their track numbers if all have one, else by their names. */
export function sortByTrackNumber<Item extends Pick<SelectedFile, "file" | "track">>(files: readonly Item[]): Item[] {
  const haveTracks = files.every(({ track }) => track !== undefined);
  const byTrack = (one: Item, other: Item) => (haveTracks ? (one.track ?? 0) - (other.track ?? 0) : 0);
  return [...files].sort((one, other) => byTrack(one, other) || names.compare(one.file.name, other.file.name));
}

/** Returns chosen files in the order in which they are published, with rejected files at the end. */
export function inPublicationOrder<Typed>(chosen: readonly SelectedFile<Typed>[]): SelectedFile<Typed>[] {
  return [...sortByTrackNumber(acceptedFiles(chosen)), ...chosen.filter(({ rejection }) => rejection !== undefined)];
}

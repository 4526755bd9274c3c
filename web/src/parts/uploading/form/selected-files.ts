/**
 * State of an upload form: shared fields and the chosen files with their own fields. The title of a single file is in
 * the shared title field; the titles of several files are beside them.
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
  /** Title if there are several files; suggested until the user edits it. */
  title: string;
  /** Values of this file that override the shared ones. */
  own: Partial<Typed>;
  /** Message that explains why the file cannot be uploaded. */
  rejection?: string | undefined;
}

export interface Draft<Typed extends UploadMetadata> {
  typed: Typed;
  chosen: readonly SelectedFile<Typed>[];
  /** Suggested title of a single file. An unedited suggestion does not count as user input. */
  suggested: string;
}

export function acceptedOf<Typed>(chosen: readonly SelectedFile<Typed>[]): SelectedFile<Typed>[] {
  return chosen.filter(({ rejection }) => rejection === undefined);
}

/** Returns true if the user edited the title of the single file. */
function isTyped({ typed, suggested }: Draft<UploadMetadata>): boolean {
  return typed.title.trim() !== "" && typed.title !== suggested;
}

function titled<Typed extends UploadMetadata>(draft: Draft<Typed>, title: string, suggested: string): Draft<Typed> {
  return { ...draft, typed: { ...draft.typed, title }, suggested };
}

/** Replaces the files. Moves the title between the shared field and the file when their number passes 1. */
function withFiles<Typed extends UploadMetadata>(
  draft: Draft<Typed>,
  chosen: readonly SelectedFile<Typed>[],
): Draft<Typed> {
  const before = acceptedOf(draft.chosen);
  const now = acceptedOf(chosen);
  const [first] = now;
  const next = { ...draft, chosen };
  if (!first) return isTyped(draft) ? next : titled(next, "", "");
  if (now.length === 1) return isTyped(draft) ? next : titled(next, first.title, first.title);
  if (before.length !== 1) return next;
  const title = isTyped(draft) ? draft.typed.title : first.title;
  const moved = chosen.map((each) => (each.key === before[0]?.key ? { ...each, title } : each));
  return titled({ ...next, chosen: moved }, "", "");
}

export function addFiles<Typed extends UploadMetadata>(
  draft: Draft<Typed>,
  looked: readonly SelectedFile<Typed>[],
): Draft<Typed> {
  return withFiles(draft, [...draft.chosen, ...looked]);
}

export function removeFile<Typed extends UploadMetadata>(draft: Draft<Typed>, key: number): Draft<Typed> {
  return withFiles(
    draft,
    draft.chosen.filter((each) => each.key !== key),
  );
}

export function setFileMetadata<Typed extends UploadMetadata>(
  draft: Draft<Typed>,
  key: number,
  change: { title?: string; own?: Partial<Typed> },
): Draft<Typed> {
  const described = (each: SelectedFile<Typed>) => ({
    ...each,
    title: change.title ?? each.title,
    own: { ...each.own, ...change.own },
  });
  return { ...draft, chosen: draft.chosen.map((each) => (each.key === key ? described(each) : each)) };
}

export function filesWithMetadata<Typed extends UploadMetadata>({
  typed,
  chosen,
}: Draft<Typed>): (Pick<SelectedFile, "key" | "file" | "track"> & { typed: Typed })[] {
  const accepted = acceptedOf(chosen);
  const isSeveral = accepted.length > 1;
  return accepted.map(({ key, file, track, title, own }) => ({
    key,
    file,
    track,
    typed: isSeveral ? { ...typed, ...own, title } : typed,
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
  return [...sortByTrackNumber(acceptedOf(chosen)), ...chosen.filter(({ rejection }) => rejection !== undefined)];
}

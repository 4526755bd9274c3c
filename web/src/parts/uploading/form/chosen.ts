/**
 * What stands in an upload form: what is typed for all files, and the chosen files with what each has of its own. The
 * title of a single file is in the title field, those of several are beside the files, and none is lost on the way.
 */

/** What every upload form asks for. */
export interface Described {
  title: string;
  description: string;
}

/** A chosen file. */
export interface Chosen<Typed = unknown> {
  key: number;
  file: File;
  /** Its title when there are several: suggested, until somebody types another one. */
  title: string;
  /** What was typed for this file alone; the rest is as it is for all. */
  own: Partial<Typed>;
  /** Why it cannot be sent, in a sentence. */
  refusal?: string | undefined;
}

/** What stands in the form. */
export interface Draft<Typed extends Described> {
  typed: Typed;
  chosen: readonly Chosen<Typed>[];
  /** The title that was suggested for a single file: nobody typed it, so nobody misses it. */
  suggested: string;
}

/** The chosen files that can be sent. */
export function acceptedOf<Typed>(chosen: readonly Chosen<Typed>[]): Chosen<Typed>[] {
  return chosen.filter(({ refusal }) => refusal === undefined);
}

/** Whether somebody typed a title for the single file. */
function isTyped({ typed, suggested }: Draft<Described>): boolean {
  return typed.title.trim() !== "" && typed.title !== suggested;
}

function titled<Typed extends Described>(draft: Draft<Typed>, title: string, suggested: string): Draft<Typed> {
  return { ...draft, typed: { ...draft.typed, title }, suggested };
}

/** The form with other files: the title goes to where it is typed for as many as there are now. */
function withFiles<Typed extends Described>(draft: Draft<Typed>, chosen: readonly Chosen<Typed>[]): Draft<Typed> {
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

/** The form after more files were chosen and looked at. */
export function afterChoosing<Typed extends Described>(
  draft: Draft<Typed>,
  looked: readonly Chosen<Typed>[],
): Draft<Typed> {
  return withFiles(draft, [...draft.chosen, ...looked]);
}

/** The form without a file. */
export function afterDropping<Typed extends Described>(draft: Draft<Typed>, key: number): Draft<Typed> {
  return withFiles(
    draft,
    draft.chosen.filter((each) => each.key !== key),
  );
}

/** The form after something was typed for one of several files. */
export function afterDescribing<Typed extends Described>(
  draft: Draft<Typed>,
  key: number,
  change: { title?: string; own?: Partial<Typed> },
): Draft<Typed> {
  const described = (each: Chosen<Typed>) => ({
    ...each,
    title: change.title ?? each.title,
    own: { ...each.own, ...change.own },
  });
  return { ...draft, chosen: draft.chosen.map((each) => (each.key === key ? described(each) : each)) };
}

/** What is said of each file that can be sent. */
export function describedFiles<Typed extends Described>({
  typed,
  chosen,
}: Draft<Typed>): { key: number; file: File; typed: Typed }[] {
  const accepted = acceptedOf(chosen);
  const isSeveral = accepted.length > 1;
  return accepted.map(({ key, file, title, own }) => ({
    key,
    file,
    typed: isSeveral ? { ...typed, ...own, title } : typed,
  }));
}

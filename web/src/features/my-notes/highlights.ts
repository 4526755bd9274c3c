import type { Highlight } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";

export interface HighlightedNote {
  noteId: string;
  title: string;
  course: string | undefined;
  highlights: Highlight[];
}

/** Groups highlights by note, sorted by course and title. Keeps those that contain all words of `filter`. */
export function groupByNote(highlights: readonly Highlight[], filter = ""): HighlightedNote[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const notes = new Map<string, HighlightedNote>();
  for (const highlight of highlights) {
    const { noteId, title, course, mark } = highlight;
    const text = [title, course, course && displayCode(course), mark.quote, mark.remark].join(" ").toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const note = notes.get(noteId) ?? { noteId, title, course, highlights: [] };
    note.highlights.push(highlight);
    notes.set(noteId, note);
  }
  const marked = [...notes.values()];
  for (const note of marked) {
    note.highlights.sort((a, b) => a.mark.page - b.mark.page || a.id.localeCompare(b.id));
  }
  const text = ({ course, title }: HighlightedNote) => `${course ?? "\uffff"} ${title}`;
  return marked.sort((a, b) => text(a).localeCompare(text(b), "en", { numeric: true }));
}

const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&").replace(/\s*\n\s*/g, " ");

/** Exports the highlights as Markdown, with links to their pages at `origin`. */
export function toMarkdown(notes: readonly HighlightedNote[], origin: string): string {
  const lines = ["# My highlights"];
  for (const { noteId, title, course, highlights } of notes) {
    lines.push("", `## ${course ? `${displayCode(course)}: ` : ""}${escaped(title)}`);
    for (const { id, mark } of highlights) {
      lines.push("", `> ${escaped(mark.quote)}`, "");
      if (mark.remark) lines.push(...mark.remark.split("\n").map(escaped), "");
      lines.push(`[Page ${mark.page}](${origin}${paths.highlight(noteId, mark.page, id)})`);
    }
  }
  return `${lines.join("\n")}\n`;
}

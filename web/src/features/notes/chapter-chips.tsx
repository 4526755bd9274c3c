interface ChapterChipsProps {
  /** Chapter numbers, in order. */
  chapters: readonly number[];
  /** The one whose notes are shown; none shows all. */
  chosen: number | undefined;
  onChoose: (chapter: number | undefined) => void;
}

/** A row of chapters to choose one from, when there is a choice. */
export function ChapterChips({ chapters, chosen, onChoose }: ChapterChipsProps) {
  if (chapters.length < 2 && chosen === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form; these act at once.
    <div className="chips" role="group" aria-label="Chapters">
      {[undefined, ...chapters].map((chapter) => (
        <button
          key={chapter ?? "all"}
          type="button"
          className="chip"
          aria-pressed={chapter === chosen}
          onClick={() => onChoose(chapter)}
        >
          {chapter === undefined ? "All" : `Chapter ${chapter}`}
        </button>
      ))}
    </div>
  );
}

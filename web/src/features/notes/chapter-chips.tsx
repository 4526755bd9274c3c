interface ChapterChipsProps {
  chapters: readonly number[];
  /** Selected chapter; `undefined` for all. */
  chosen: number | undefined;
  onChoose: (chapter: number | undefined) => void;
}

/** Row of chapter filters. Renders nothing if there is no choice. */
export function ChapterChips({ chapters, chosen, onChoose }: ChapterChipsProps) {
  if (chapters.length < 2 && chosen === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these controls take effect at once.
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

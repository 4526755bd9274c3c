import { Trash2 } from "lucide-react";
import { useId } from "react";
import type { Highlight } from "@/api/models";
import { IconButton } from "@/ui/controls/icon-button";
import { HIGHLIGHT_COLOURS } from "./highlight-layer";
import { RemarkField } from "./remark";
import type { HighlightActions } from "./use-highlights";

interface HighlightsPanelProps {
  highlights: HighlightActions;
  /** Id of the highlight whose remark field gets the focus. */
  selectedId: string | undefined;
  onGo: (highlight: Highlight) => void;
}

export function HighlightsPanel({ highlights, selectedId, onGo }: HighlightsPanelProps) {
  const { anchored, unanchored } = highlights;
  const lostId = useId();
  return (
    <aside className="reader-side reader-notes" aria-label="Highlights">
      {anchored.length === 0 && unanchored.length === 0 && (
        <p className="hint">
          Select words on a page, then choose a colour below them or press 1 to 4. With the keyboard: use Find, press
          Escape to select the match, then Shift+arrow keys to extend it.
        </p>
      )}
      <ul>
        {anchored.map((highlight) => (
          <Entry
            key={highlight.id}
            highlight={highlight}
            marking={highlights}
            isChosen={highlight.id === selectedId}
            onGo={() => onGo(highlight)}
          />
        ))}
      </ul>
      {unanchored.length > 0 && (
        <section aria-labelledby={lostId}>
          <h2 className="reader-lost" id={lostId}>
            From an earlier version
          </h2>
          <ul>
            {unanchored.map((highlight) => (
              <Entry key={highlight.id} highlight={highlight} marking={highlights} isChosen={false} />
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

interface EntryProps {
  highlight: Highlight;
  marking: HighlightActions;
  isChosen: boolean;
  /** `undefined` if the quote is not in the current file. */
  onGo?: () => void;
}

function Entry({ highlight, marking, isChosen, onGo }: EntryProps) {
  const { quote, page, colour } = highlight.mark;
  return (
    <li className={`reader-note ${colour}`}>
      {onGo ? (
        <button type="button" className="reader-quote" onClick={onGo} aria-label={`Page ${page}: ${quote}`}>
          {quote}
        </button>
      ) : (
        <blockquote className="reader-quote">{quote}</blockquote>
      )}
      <RemarkField highlight={highlight} marking={marking} isChosen={isChosen} />
      <div className="reader-note-end">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend. */}
        <div role="group" aria-label="Colour" className="reader-colours">
          {HIGHLIGHT_COLOURS.map((each) => (
            <button
              key={each}
              type="button"
              className={`reader-colour ${each}`}
              aria-label={each}
              aria-pressed={each === colour}
              onClick={() => void marking.change(highlight, { colour: each })}
            />
          ))}
        </div>
        <span className="hint tabular-nums">Page {page}</span>
        <IconButton
          label="Remove highlight"
          size="sm"
          danger
          icon={<Trash2 />}
          onClick={() => marking.remove(highlight)}
        />
      </div>
    </li>
  );
}

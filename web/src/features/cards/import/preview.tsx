import { Image as ImageIcon } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import type { CardTable } from "@/core/cards";
import { countLines, ImportErrors } from "@/parts/import-errors";
import { CardText } from "../text/card-text";
import { RichText } from "../text/rich-text";
import { countWithNoun, rowsOf } from "./rows";

/** Maximum number of cards in the preview. */
const SHOWN = 20;

interface PreviewProps {
  table: CardTable;
  /** Unit of the line numbers: lines of a text, or cards of a deck. */
  unit?: "line" | "card";
  /** Actions. They are above the cards, because the list may be long. */
  children?: ReactNode;
}

/** Preview of the cards to import, and the rejected ones with the reason of each. */
export function Preview({ table, unit = "line", children }: PreviewProps) {
  const { bad, moreBad } = useDeferredValue(table);
  const rows = rowsOf(useDeferredValue(table));
  const left = countLines(bad) + moreBad;
  return (
    <>
      <p role="status">
        <strong>{countWithNoun(rows.length, "card")}</strong> to import
        {left > 0 && `, ${countWithNoun(left, unit)} left out`}.
      </p>
      <ImportErrors lines={bad} more={moreBad} unit={unit === "line" ? "Line" : "Card"} />
      {children}
      {rows.length > 0 && (
        <ol className="import-rows">
          {rows.slice(0, SHOWN).map(({ line, title, content, picture }) => (
            <li key={line} className="import-row">
              <span className="tabular-nums">{line}</span>
              <div className="rich front">
                <CardText text={title} side="answer" />
                {picture && (
                  <span className="import-picture">
                    <ImageIcon aria-hidden="true" /> with a picture
                  </span>
                )}
              </div>
              <div className="rich">
                <RichText text={content} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {rows.length > SHOWN && <p className="import-more">and {countWithNoun(rows.length - SHOWN, "card")} more</p>}
    </>
  );
}

import { Image as ImageIcon } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import type { CardTable } from "@/core/cards";
import { BadLines, countLines } from "@/parts/bad-lines";
import { RichText } from "../text/rich-text";
import { counted, rowsOf } from "./rows";

/** How many of the cards are shown before they are imported. */
const SHOWN = 20;

interface PreviewProps {
  table: CardTable;
  /** What the numbers count: lines of a text, or cards of a file. */
  unit?: "line" | "card";
  /** What can be done about it: above the cards, of which there can be many. */
  children?: ReactNode;
}

/** The cards as they are going to be, and what is left out with the reason of each. */
export function Preview({ table, unit = "line", children }: PreviewProps) {
  const { bad, moreBad } = useDeferredValue(table);
  const rows = rowsOf(useDeferredValue(table));
  const left = countLines(bad) + moreBad;
  return (
    <>
      <p role="status">
        <strong>{counted(rows.length, "card")}</strong> to import
        {left > 0 && `, ${counted(left, unit)} left out`}.
      </p>
      <BadLines lines={bad} more={moreBad} unit={unit === "line" ? "Line" : "Card"} />
      {children}
      {rows.length > 0 && (
        <ol className="import-rows">
          {rows.slice(0, SHOWN).map(({ line, title, content, picture }) => (
            <li key={line} className="import-row">
              <span className="num">{line}</span>
              <div className="rich front">
                <RichText text={title} />
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
      {rows.length > SHOWN && <p className="import-more">and {counted(rows.length - SHOWN, "card")} more</p>}
    </>
  );
}

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/controls/icon-button";
import type { FindState } from "../note-view";

interface FindBarProps {
  query: string;
  result: FindState;
  onQuery: (words: string) => void;
  onNext: (isBackwards: boolean) => void;
  onClose: () => void;
}

function countText({ current, total, isPending, page }: FindState, words: string): string {
  if (!words) return "";
  if (page !== undefined) return total > 1 ? `Maybe on page ${page} (${current} of ${total})` : `Maybe on page ${page}`;
  if (total > 0) return `${current} of ${total}`;
  return isPending ? "Searching…" : "Not found";
}

/**
 * Search bar of the document. Enter moves to the next match, Shift+Enter to the previous one, Escape closes the bar.
 */
export function FindBar({ query, result, onQuery, onNext, onClose }: FindBarProps) {
  const [text, setText] = useState(query);
  return (
    <search className="reader-find">
      <input
        className="input"
        type="search"
        aria-label="Find in this note"
        // biome-ignore lint/a11y/noAutofocus: the bar appears because the user wants to type here.
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onQuery(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") onNext(event.shiftKey);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
      />
      <span className="tabular-nums reader-count" role="status">
        {countText(result, query)}
      </span>
      <IconButton label="Previous match" icon={<ChevronUp />} disabled={!result.total} onClick={() => onNext(true)} />
      <IconButton label="Next match" icon={<ChevronDown />} disabled={!result.total} onClick={() => onNext(false)} />
      <IconButton label="Close search" icon={<X />} onClick={onClose} />
    </search>
  );
}

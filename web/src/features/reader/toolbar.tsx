import { Download, ListTree, Maximize, Minus, Plus, Printer, RotateCw, Search, StretchHorizontal } from "lucide-react";
import { useState } from "react";
import type { ReadableNote } from "@/api/models";
import { readingNow, recordDownload } from "@/api/notes";
import { problemText } from "@/api/problem";
import { IconButton } from "@/ui/icon-button";
import { toast } from "@/ui/toast";
import type { ReaderView } from "./view";

interface ToolbarProps {
  note: ReadableNote;
  /** Absent until the file is open. */
  view: ReaderView | undefined;
  page: number;
  pages: number;
  /** How large the paper is shown. */
  percent: number;
  hasContents: boolean;
  onContents: () => void;
  onFind: () => void;
  onFullScreen: () => void;
}

/** Opens the file in a new tab, which the press itself must open: later the browser would block it. */
async function openFile(noteId: string): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const { url } = await readingNow(noteId);
    if (tab) tab.location.href = url;
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    toast(`The file could not be opened. ${problemText(error)}`, { kind: "error" });
  }
}

/** What can be done with the pages: all of it is also in reach of the keyboard. */
export function Toolbar(props: ToolbarProps) {
  const { note, view, page, pages, percent, hasContents, onContents, onFind, onFullScreen } = props;
  const isOff = !view;
  return (
    <div className="reader-bar" role="toolbar" aria-label="Pages">
      <IconButton
        label="Contents"
        icon={<ListTree />}
        disabled={isOff}
        aria-pressed={hasContents}
        onClick={onContents}
      />
      <PageField key={page} page={page} pages={pages} onGo={(wanted) => view?.goTo(wanted)} />
      <span className="reader-gap" />
      <IconButton label="Zoom out" icon={<Minus />} disabled={isOff} onClick={() => view?.zoom(-1)} />
      <span className="num reader-zoom" role="status" aria-label="Zoom">
        {percent} %
      </span>
      <IconButton label="Zoom in" icon={<Plus />} disabled={isOff} onClick={() => view?.zoom(1)} />
      <IconButton label="Fit width" icon={<StretchHorizontal />} disabled={isOff} onClick={() => view?.fitWidth()} />
      <IconButton label="Rotate" icon={<RotateCw />} disabled={isOff} onClick={() => view?.rotate()} />
      <span className="reader-gap" />
      <IconButton label="Find in this note" icon={<Search />} disabled={isOff} onClick={onFind} />
      <IconButton label="Full screen" icon={<Maximize />} onClick={onFullScreen} />
      <IconButton label="Open for printing" icon={<Printer />} onClick={() => void openFile(note.id)} />
      <IconButton
        label="Download PDF"
        icon={<Download />}
        onClick={() => {
          recordDownload(note.id);
          void openFile(note.id);
        }}
      />
    </div>
  );
}

/** The page that is looked at; another number and Enter lead there. */
function PageField({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  const [text, setText] = useState(String(page));
  const wanted = Number(text);
  const go = () => (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages ? onGo(wanted) : setText(String(page)));
  return (
    <form
      className="reader-page num"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        className="input"
        aria-label="Page"
        inputMode="numeric"
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value.replace(/\D/g, "").slice(0, 5))}
        onBlur={() => setText(String(page))}
      />
      of {pages}
    </form>
  );
}

import {
  Download,
  Ellipsis,
  Highlighter,
  Link2,
  ListTree,
  Maximize,
  Minus,
  Plus,
  Printer,
  RotateCw,
  Search,
  StretchHorizontal,
  Text,
  Volume2,
  VolumeX,
} from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { problemText } from "@/api/problem";
import { fetchReadableNote, recordDownload } from "@/data/notes/notes";
import { paths } from "@/lib/urls/paths";
import { shareItems } from "@/parts/sharing/share-button";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { Menu } from "@/ui/overlay/menu";
import type { NoteView } from "../note-view";
import type { ReaderMode } from "../text/text-mode";
import { NO_TEXT } from "../text/use-reader-mode";

export type SidePanel = "contents" | "highlights";

interface ToolbarProps {
  note: ReadableNote;
  /** `undefined` until the file is open. */
  view: NoteView | undefined;
  page: number;
  pages: number;
  /** Zoom or text size in percent. */
  percent: number;
  mode: ReaderMode;
  onMode: () => void;
  isAloud: boolean;
  onAloud: () => void;
  /** Buttons that depend on the mode. */
  more?: ReactNode;
  side: SidePanel | undefined;
  onSide: (side: SidePanel) => void;
  onGo: (page: number) => void;
  onFind: () => void;
  onFullScreen: () => void;
  /** Whether letters are shortcuts. Users of speech input turn them off. */
  hasLetterShortcuts: boolean;
}

/** Opens the file in a new tab. The tab is opened synchronously in the click, because browsers block it later. */
export async function openFile(noteId: string): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const { url } = await fetchReadableNote(noteId);
    if (tab) tab.location.href = url;
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    toast(`The file could not be opened. ${problemText(error)}`, { kind: "error" });
  }
}

export function downloadFile(noteId: string): void {
  recordDownload(noteId);
  void openFile(noteId);
}

/** Toolbar of the reader. Each action is also available by keyboard; on phones, rare actions are in a menu. */
export function ReaderToolbar(props: ToolbarProps) {
  const {
    note,
    view,
    page,
    pages,
    percent,
    mode,
    onMode,
    isAloud,
    onAloud,
    more,
    side,
    onSide,
    onGo,
    onFind,
    onFullScreen,
    hasLetterShortcuts,
  } = props;
  const isOff = !view;
  const isText = mode === "text";
  const hasText = note.textUrl !== undefined;
  const aloud = {
    label: isAloud ? "Stop reading aloud" : "Read aloud",
    icon: isAloud ? <VolumeX /> : <Volume2 />,
    onSelect: () => (hasText ? onAloud() : toast(NO_TEXT)),
  };
  const zoomOut = {
    label: isText ? "Smaller text" : "Zoom out",
    icon: <Minus />,
    onSelect: () => view?.zoom(-1),
    disabled: isOff,
  };
  const zoomIn = {
    label: isText ? "Larger text" : "Zoom in",
    icon: <Plus />,
    onSelect: () => view?.zoom(1),
    disabled: isOff,
  };
  const fit = {
    label: isText ? "Default text size" : "Fit width",
    icon: <StretchHorizontal />,
    onSelect: () => view?.fitWidth(),
    disabled: isOff,
  };
  const rotate = { label: "Rotate", icon: <RotateCw />, onSelect: () => view?.rotate?.(), disabled: isOff };
  const sizes = isText ? [zoomIn, fit] : [zoomIn, fit, rotate];
  const narrowSizes = isText ? [zoomIn, zoomOut, fit] : [zoomIn, zoomOut, fit, rotate];
  const whole = { label: "Full screen", icon: <Maximize />, onSelect: onFullScreen };
  const print = { label: "Open to print", icon: <Printer />, onSelect: () => void openFile(note.id) };
  const download = { label: "Download PDF", icon: <Download />, onSelect: () => downloadFile(note.id) };
  const share = note.fileUntil
    ? []
    : shareItems({
        path: paths.download(note.id),
        title: note.title,
        here: { label: `Share from page ${page}`, path: () => paths.noteAt(note.id, page) },
      });
  return (
    <div className="reader-tools" role="toolbar" aria-label="Pages">
      <IconButton
        label="Contents"
        icon={<ListTree />}
        disabled={isOff}
        aria-pressed={side === "contents"}
        onClick={() => onSide("contents")}
      />
      <PageField page={page} pages={pages} onGo={onGo} />
      <span className="reader-wide">
        <Act {...zoomOut} />
        <span className="tabular-nums reader-zoom" role="status" aria-label={isText ? "Text size" : "Zoom"}>
          {percent}%
        </span>
        {sizes.map((act) => (
          <Act key={act.label} {...act} />
        ))}
      </span>
      <IconButton label="Find in this note" icon={<Search />} disabled={isOff} onClick={onFind} />
      <TextButton
        hasText={hasText}
        label="Text view"
        title={hasLetterShortcuts ? "Text view (T)" : "Text view"}
        icon={<Text />}
        aria-pressed={isText}
        aria-keyshortcuts={hasLetterShortcuts ? "T" : undefined}
        onClick={onMode}
      />
      <span className="reader-wide">
        <TextButton
          hasText={hasText}
          label={aloud.label}
          title={aloud.label}
          icon={aloud.icon}
          data-tool="aloud"
          onClick={aloud.onSelect}
        />
      </span>
      {more}
      <IconButton
        label="Highlights"
        icon={<Highlighter />}
        aria-pressed={side === "highlights"}
        onClick={() => onSide("highlights")}
      />
      <span className="reader-wide">
        {[whole, print, download].map((act) => (
          <Act key={act.label} {...act} />
        ))}
        {share.length > 0 && <Menu trigger={<IconButton label="Share" icon={<Link2 />} />} items={share} />}
      </span>
      <span className="reader-narrow">
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis />} data-tool="more" />}
          items={[aloud, "separator", ...narrowSizes, "separator", whole, print, download, ...share]}
        />
      </span>
    </div>
  );
}

/**
 * Button that needs the text of the note. Without a text it can still be focused, so that every user can read the
 * reason.
 */
function TextButton({ hasText, title, ...rest }: ComponentProps<typeof IconButton> & { hasText: boolean }) {
  return <IconButton {...rest} title={hasText ? title : NO_TEXT} aria-disabled={!hasText} />;
}

interface Action {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
}

const Act = ({ label, icon, onSelect, disabled }: Action) => (
  <IconButton label={label} icon={icon} disabled={disabled} onClick={onSelect} />
);

/** Field with the current page number. Enter goes to the entered page. */
function PageField({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  /** Entered text; `undefined` while the field shows the current page. */
  const [typed, setTyped] = useState<string>();
  return (
    <form
      className="reader-page tabular-nums"
      onSubmit={(event) => {
        event.preventDefault();
        const typedPage = Number(typed ?? page);
        setTyped(undefined);
        if (Number.isInteger(typedPage) && typedPage >= 1 && typedPage <= pages) onGo(typedPage);
      }}
    >
      <input
        className="input"
        aria-label="Page"
        inputMode="numeric"
        value={typed ?? page}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 5))}
        onBlur={() => setTyped(undefined)}
      />
      of {pages}
    </form>
  );
}

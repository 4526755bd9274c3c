import { Accessibility, Captions, Ellipsis, FileUp, ListOrdered, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { ContentEntry } from "@/data/admin/admin";
import { formatBytes, formatDay } from "@/lib/text/format";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { reportSummary } from "@/parts/accessibility/findings";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu } from "@/ui/overlay/menu";
import { kindTitles } from "../labels";
import { SelectAll, type Selection, SelectRow } from "../use-selection";

interface RowActions {
  onPlace: (place: string) => void;
  onEdit: (entry: ContentEntry) => void;
  onReplace: (entry: ContentEntry) => void;
  onTranscript: (entry: ContentEntry) => void;
  onAccessibility: (entry: ContentEntry) => void;
  onChapters: (entry: ContentEntry) => void;
  onTrash: (entry: ContentEntry) => void;
}

interface ContentTableProps extends RowActions {
  entries: readonly ContentEntry[];
  selection: Selection<ContentEntry>;
}

/** Table of published items. On phones, kind and place are below the title. */
export function ContentTable({ entries, selection, ...actions }: ContentTableProps) {
  return (
    <div className="card console-card">
      <table className="console-table">
        <thead>
          <tr>
            <th className="pick">
              <SelectAll selection={selection} label="Select all shown" />
            </th>
            <th>Title</th>
            <th className="wide place">Place</th>
            <th className="wide accessibility">Accessibility</th>
            <th className="wide size">Size</th>
            <th className="wide day">Uploaded</th>
            <th className="action-cell">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <ContentRow key={`${entry.kind} ${entry.id}`} entry={entry} selection={selection} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ContentRow({
  entry,
  selection,
  onPlace,
  onEdit,
  onReplace,
  onTranscript,
  onAccessibility,
  onChapters,
  onTrash,
}: RowActions & { entry: ContentEntry; selection: Selection<ContentEntry> }) {
  const { kind, title, place, part, fileName, sizeBytes, uploadDate, uploaderName } = entry;
  return (
    <tr className={selection.has(entry) ? "on" : undefined}>
      <td className="pick">
        <SelectRow selection={selection} row={entry} label={`Select ${title}`} />
      </td>
      <td>
        <Link className="title truncate-1" to={contentHref(entry)} title={title}>
          {title}
        </Link>
        <span className="under truncate-1" title={fileName}>
          {kindTitles[kind]}
          <span className="narrow"> · {collectionTitle(place)}</span>
          <span className="wide"> · {fileName}</span>
        </span>
      </td>
      <td className="wide place">
        <button
          type="button"
          className="link truncate-1"
          title={`Show only ${collectionTitle(place)}`}
          onClick={() => onPlace(place)}
        >
          {collectionTitle(place)}
        </button>
        {part !== collectionTitle(place) && (
          <span className="under truncate-1" title={part}>
            {part}
          </span>
        )}
      </td>
      <td className="wide accessibility">
        {kind !== "audio" && (
          <button
            type="button"
            className="link text-left"
            aria-label={`Accessibility of ${title}: ${reportSummary(entry.accessibility)}`}
            onClick={() => onAccessibility(entry)}
          >
            {reportSummary(entry.accessibility)}
          </button>
        )}
      </td>
      <td className="wide size tabular-nums">{formatBytes(sizeBytes)}</td>
      <td className="wide day tabular-nums">
        {formatDay(uploadDate)}
        <span className="under truncate-1" title={uploaderName}>
          {uploaderName}
        </span>
      </td>
      <td className="action-cell">
        <Menu
          trigger={<IconButton label={`Actions for ${title}`} title="Actions" icon={<Ellipsis />} />}
          items={[
            { label: "Edit", icon: <Pencil />, onSelect: () => onEdit(entry) },
            { label: "Replace file", icon: <FileUp />, onSelect: () => onReplace(entry) },
            ...(kind === "audio"
              ? [
                  { label: "Transcript", icon: <Captions />, onSelect: () => onTranscript(entry) },
                  { label: "Chapters", icon: <ListOrdered />, onSelect: () => onChapters(entry) },
                ]
              : [{ label: "Accessibility", icon: <Accessibility />, onSelect: () => onAccessibility(entry) }]),
            "separator",
            { label: "Move to trash", icon: <Trash2 />, onSelect: () => onTrash(entry), danger: true },
          ]}
        />
      </td>
    </tr>
  );
}

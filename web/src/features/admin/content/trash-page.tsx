import { useInfiniteQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { ApiProblem, problemText } from "@/api/problem";
import { TRASH_DAYS } from "@/core/limits";
import { type Restorable, trashQuery, useRestoreItems } from "@/data/admin/admin";
import { formatBytes, formatDay } from "@/lib/text/format";
import { collectionTitle } from "@/lib/urls/collections";
import { paths } from "@/lib/urls/paths";
import { PaginatedList } from "@/parts/paginated-list";
import { Button } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { ConsolePage } from "../console-page";
import { itemCountText, partialFailureText, trashTitles } from "../labels";
import { SelectAll, SelectionBar, SelectRow, useSelection } from "../use-selection";

/** Page with deleted items and the dates until which they can be restored. */
export function TrashPage() {
  const list = useInfiniteQuery(trashQuery);
  const entries = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((entry) => [`${entry.kind} ${entry.id}`, entry])).values()];
  }, [list.data]);
  const restorable = useMemo(() => entries.filter((entry) => !entry.withheld), [entries]);
  const selection = useSelection(restorable);
  const restore = useRestoreItems();

  async function bringBack(items: readonly Restorable[]) {
    const { done, failed, error } = await restore.mutateAsync(items);
    if (failed.length > 0) {
      const isGone = error instanceof ApiProblem && error.status === 404;
      const reason = isGone
        ? "It may have been restored already, its 30 days may be over, or the item that a file belongs to is in the trash."
        : problemText(error);
      toast(`${partialFailureText(done.length, failed, "restored")} ${reason}`, { kind: "error" });
    } else {
      selection.clear();
      toast(done.length === 1 ? `“${done[0]?.title}” was restored.` : `${itemCountText(done.length)} were restored.`);
    }
  }

  return (
    <ConsolePage title="Trash">
      <div className="console-tools">
        <p className="hint">Items are permanently deleted on the day shown, usually after {TRASH_DAYS} days.</p>
        <SelectionBar selection={selection}>
          <Button
            icon={<ArchiveRestore />}
            busy={restore.isPending}
            busyLabel="Restoring..."
            onClick={() => void bringBack(selection.selected)}
          >
            Restore
          </Button>
        </SelectionBar>
      </div>
      <PaginatedList
        list={list}
        what="the trash"
        isEmpty={entries.length === 0 && !list.hasNextPage}
        empty={
          <StatusPlaceholder
            icon={<Trash2 />}
            title="The trash is empty"
            body={`Deleted notes, audio notes and replaced files stay here for ${TRASH_DAYS} days.`}
          />
        }
      >
        <div className="card console-card">
          <table className="console-table trash">
            <thead>
              <tr>
                <th className="pick">
                  <SelectAll selection={selection} label="Select all shown" />
                </th>
                <th>Title</th>
                <th className="wide size">Size</th>
                <th className="wide day">Deleted</th>
                <th className="wide day">Deleted for good</th>
                <th className="restore">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={`${entry.kind} ${entry.id}`} className={selection.has(entry) ? "on" : undefined}>
                  <td className="pick">
                    {!entry.withheld && <SelectRow selection={selection} row={entry} label={`Select ${entry.title}`} />}
                  </td>
                  <td>
                    <span className="title truncate-1" title={entry.title}>
                      {entry.title}
                    </span>
                    <span className="under truncate-1" title={entry.fileName}>
                      {trashTitles[entry.kind]}
                      {entry.kind === "file" ? ` · ${entry.fileName}` : ` · ${collectionTitle(entry.place)}`}
                    </span>
                    {entry.withheld && <span className="under">Hidden because of a notice of copyright</span>}
                    <span className="under narrow tabular-nums">Until {formatDay(entry.expiresAt)}</span>
                  </td>
                  <td className="wide size tabular-nums">{formatBytes(entry.sizeBytes)}</td>
                  <td className="wide day tabular-nums">
                    {formatDay(entry.deletedAt)}
                    <span className="under truncate-1" title={entry.deletedBy}>
                      {entry.deletedBy}
                    </span>
                  </td>
                  <td className="wide day tabular-nums">{formatDay(entry.expiresAt)}</td>
                  <td className="restore">
                    {entry.withheld ? (
                      <Link className="link" to={paths.adminCopyright()} aria-label={`Notice about ${entry.title}`}>
                        Notice
                      </Link>
                    ) : (
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Restore ${entry.title}`}
                        disabled={restore.isPending}
                        onClick={() => void bringBack([entry])}
                      >
                        Restore
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </PaginatedList>
    </ConsolePage>
  );
}

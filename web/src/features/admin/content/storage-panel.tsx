import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { problemText } from "@/api/problem";
import { storageQuery, useRebuildContent } from "@/data/admin/admin";
import { formatBytes } from "@/lib/text/format";
import { IconButton } from "@/ui/controls/icon-button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { kindPlurals } from "../labels";

/** Summary of item counts and sizes by kind and in the trash. */
export function StoragePanel() {
  const storage = useQuery(storageQuery);
  const rebuild = useRebuildContent();
  if (storage.data === undefined) {
    // If the request fails, the list below shows the error.
    return storage.isError ? null : <Skeleton className="mb-4 h-14 w-full" />;
  }
  const { kinds, trash } = storage.data;
  const parts = [
    ...kinds.map(({ kind, items, sizeBytes }) => ({ title: kindPlurals[kind], items, sizeBytes })),
    { title: "Trash", ...trash },
  ];

  async function countAgain() {
    try {
      const { written, removed } = await rebuild.mutateAsync();
      const changed = written + removed;
      toast(
        changed === 0
          ? "Counts verified. Nothing changed."
          : `Counts verified. ${changed === 1 ? "1 entry was" : `${changed.toLocaleString("en-GB")} entries were`} corrected.`,
      );
    } catch (error) {
      toast(`Could not verify the counts. ${problemText(error)}`, { kind: "error" });
    }
  }

  return (
    <div className="storage card">
      <dl aria-label="Storage used">
        {parts.map(({ title, items, sizeBytes }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="tabular-nums">
              <b>{items.toLocaleString("en-GB")}</b> {formatBytes(sizeBytes)}
            </dd>
          </div>
        ))}
      </dl>
      <IconButton
        label="Verify counts"
        icon={<RefreshCw />}
        disabled={rebuild.isPending}
        onClick={() => void countAgain()}
      />
    </div>
  );
}

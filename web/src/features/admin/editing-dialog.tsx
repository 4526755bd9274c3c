import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemDetail } from "@/api/problem";
import { useFirstDefined } from "@/lib/browser/use-first";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { Dialog } from "@/ui/overlay/dialog";

interface EditingDialogProps<Detail> {
  title: string;
  description: string;
  detail: UseQueryResult<Detail>;
  onClose: () => void;
  /** Renders the form of the version that was loaded first. `reload` fetches the latest one. */
  children: (opened: Detail, reload: () => Promise<Detail>) => ReactNode;
}

/** Dialog that loads an item and shows a form to edit it. */
export function LoadEditDialog<Detail>({ title, description, detail, onClose, children }: EditingDialogProps<Detail>) {
  // A refetch must not replace the version that is being edited.
  const shown = useFirstDefined(detail.data);
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      {shown !== undefined ? (
        children(shown, async () => (await detail.refetch({ throwOnError: true })).data ?? shown)
      ) : detail.isError ? (
        <LoadError variant="banner" error={detail.error} className="mt-4" onRetry={detail.refetch}>
          {problemDetail(detail.error)}
        </LoadError>
      ) : (
        <div className="mt-4" role="status" aria-label="Loading...">
          <SkeletonText lines={4} />
        </div>
      )}
    </Dialog>
  );
}

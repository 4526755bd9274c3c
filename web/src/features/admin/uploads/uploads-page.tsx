import { useInfiniteQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useMemo } from "react";
import { uploadsQuery } from "@/data/uploads/uploads";
import { paths } from "@/lib/urls/paths";
import { PaginatedList } from "@/parts/paginated-list";
import { useActiveUploads } from "@/parts/uploading/active-uploads";
import { useKeptPictures } from "@/parts/uploading/kept-pictures";
import { useLockedUploads } from "@/parts/uploading/sending/tab-locks";
import { uploadsOfThisTab } from "@/parts/uploading/uploads-of-this-tab";
import { LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { ConsolePage } from "../console-page";
import { UploadRow } from "./upload-row";
import { uploadState } from "./upload-state";

/** Excludes image uploads, which have no title: they are quick to repeat, and the result is visible at once. */
const isListed = ({ title }: { title?: string | undefined }) => title !== undefined;

/** Page with all uploads of the administrator, from all devices. */
export function UploadsPage() {
  const list = useInfiniteQuery(uploadsQuery);
  const live = useActiveUploads();
  const listed = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.filter(isListed).map((upload) => [upload.id, upload])).values()];
  }, [list.data]);
  const { uploads, locked } = useLockedUploads(listed, list.dataUpdatedAt, () => void list.refetch());
  useKeptPictures(locked && uploads);
  const rows = uploads.map((upload) => {
    const own = live.get(upload.id);
    const seen = { live: own, wasSentHere: uploadsOfThisTab.has(upload.id), isLocked: locked?.has(upload.id) };
    return { upload, live: own, state: uploadState(upload, seen) };
  });
  const underWay = rows.filter(({ state }) => state.tone === "busy").length;

  return (
    <ConsolePage title="Uploads">
      <div className="console-tools">
        <p className="hint" role="status">
          {underWay > 0
            ? `${underWay} on ${underWay === 1 ? "its" : "their"} way.`
            : "Files you sent in the last 30 days. Rejected, interrupted and unpublished files are kept for one day."}
        </p>
      </div>
      <PaginatedList
        list={list}
        what="your uploads"
        isEmpty={uploads.length === 0 && !list.hasNextPage}
        empty={
          <StatusPlaceholder
            icon={<FileUp />}
            title="No recent uploads"
            body="Notes are uploaded on the page of their course or album, audio notes on their shelf."
            action={<LinkButton to={paths.browse()}>Browse &amp; Discover</LinkButton>}
          />
        }
      >
        <div className="card console-card">
          <table className="console-table uploads">
            <thead>
              <tr>
                <th>Title</th>
                <th className="wide place">Place</th>
                <th className="wide size">Size</th>
                <th className="wide progress-cell">State</th>
                <th className="restore">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <UploadRow key={row.upload.id} {...row} />
              ))}
            </tbody>
          </table>
        </div>
      </PaginatedList>
    </ConsolePage>
  );
}

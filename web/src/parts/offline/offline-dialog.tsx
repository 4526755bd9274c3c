import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { problemDetail } from "@/api/problem";
import { type DownloadPlan, downloadPlanOf } from "@/data/offline-files/download-plan";
import { addOfflineItem, newOfflineItem } from "@/data/offline-files/service";
import { useOnline } from "@/lib/browser/online";
import { formatBytes } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { type OfflineFilesState, offlineItemKey } from "@/offline/files/items";
import { useOfflineFiles } from "@/offline/files/offline-files";
import { checkQuota, type QuotaEstimate } from "@/offline/files/quota";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { LoadError } from "@/ui/feedback/load-error";
import { Spinner } from "@/ui/feedback/spinner";
import { toast } from "@/ui/feedback/toast";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { DownloadActions, DownloadState } from "./download-state";
import type { OfflineCandidate } from "./offline-candidate";
import "./offline.css";
import { filesText } from "./offline-text";

interface OfflineDialogProps {
  item: OfflineCandidate;
  onClose: () => void;
}

/** Dialog that offers an offline copy, or shows its progress and how to remove it. */
export function OfflineDialog({ item, onClose }: OfflineDialogProps) {
  const { items, isRead } = useOfflineFiles();
  const offlineItem = items.find(({ key }) => key === offlineItemKey(item));
  if (!isRead) return null;
  if (!offlineItem) return <Offer item={item} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`“${item.title}” on this device`}
      actions={
        <>
          <DownloadActions item={offlineItem} onRemoved={onClose} />
          <Button variant="primary" size="sm" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="keeping-state">
        <DownloadState item={offlineItem} />
        <p className="hint">
          It stays until you remove it or log out. <ToAll onClick={onClose} />
        </p>
      </div>
    </Dialog>
  );
}

function ToAll({ onClick }: { onClick: () => void }) {
  return (
    <Link className="link" to={paths.onThisDevice()} onClick={onClick}>
      Everything on this device
    </Link>
  );
}

/** A planned offline copy with its size and the free storage. */
interface Prospect {
  plan: DownloadPlan;
  bytes: number;
  room: QuotaEstimate;
}

async function prospectOf(plan: DownloadPlan, { files }: OfflineFilesState): Promise<Prospect> {
  const sizeOf = (planned: DownloadPlan["files"]) => planned.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isHere = (key: string, sha256: string) => files.get(key)?.isComplete && files.get(key)?.sha256 === sha256;
  const missing = plan.files.filter(({ key, sha256 }) => !isHere(key, sha256));
  return { plan, bytes: sizeOf(plan.files), room: await checkQuota(sizeOf(missing)) };
}

function Offer({ item, onClose }: OfflineDialogProps) {
  const queries = useQueryClient();
  const offlineFiles = useOfflineFiles();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const planQuery = useQuery({
    queryKey: ["keeping", offlineItemKey(item)],
    queryFn: async () => prospectOf(await downloadPlanOf(queries, item, offlineFiles.files), offlineFiles),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    networkMode: "always",
  });
  const prospect = planQuery.data;
  const canKeep = prospect?.room.fits === true && prospect.plan.files.length > 0;

  async function begin(plan: DownloadPlan) {
    setBusy(true);
    try {
      await addOfflineItem(queries, newOfflineItem(item, item.title), plan);
    } catch (error) {
      console.warn("Something could not be kept.", error);
      toast("It could not be kept on this device. Try again.", { kind: "error" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Keep “${item.title}” on this device?`}
      description="You can read and listen to it here offline until you remove it or log out."
      actions={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={!canKeep}
            busy={isBusy}
            onClick={() => prospect && void begin(prospect.plan)}
          >
            Keep
          </Button>
        </>
      }
    >
      {planQuery.isPending && (
        <p className="hint keeping-wait" role="status">
          {isOnline ? (
            <>
              <Spinner /> Calculating the size...
            </>
          ) : (
            "You're offline. You can keep the rest when you're back online."
          )}
        </p>
      )}
      {planQuery.isError && (
        <LoadError variant="line" error={planQuery.error} onRetry={planQuery.refetch}>
          {problemDetail(planQuery.error)}
        </LoadError>
      )}
      {prospect && <Size prospect={prospect} onLeave={onClose} />}
    </Dialog>
  );
}

function Size({ prospect: { plan, bytes, room }, onLeave }: { prospect: Prospect; onLeave: () => void }) {
  if (plan.files.length === 0) return <p className="hint">There is nothing to keep here yet.</p>;
  const size = `${filesText(plan.files)}, ${formatBytes(bytes)}.`;
  const free = room.freeBytes === undefined ? "" : formatBytes(room.freeBytes);
  if (!room.fits) {
    return (
      <Banner kind="warn">
        {size} The browser has room for {free} on this device. Free some space, or remove something you keep.{" "}
        <ToAll onClick={onLeave} />
      </Banner>
    );
  }
  return (
    <p className="tabular-nums">
      {size} <span className="hint">{free && `${free} free.`}</span>
    </p>
  );
}

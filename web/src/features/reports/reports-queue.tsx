import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, ExternalLink, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { problemDetail, problemText } from "@/api/problem";
import { type ReportedItem, reportedItemsQuery, reportsQuery, useDecideReportedItem } from "@/data/reports/reports";
import { formatDay } from "@/lib/text/format";
import { PaginatedList } from "@/parts/paginated-list";
import { reasonLabel } from "@/parts/report/reasons";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { reportedItemHref, reportedItemLabel } from "./reported-item";
import "./reports.css";
import { TakeDownDialog } from "./take-down-dialog";

/** List of open reports, most reported items first. For administrators. */
export function ReportsQueue() {
  const reported = useInfiniteQuery(reportedItemsQuery);
  const [dialog, setDialog] = useState<{ item: ReportedItem; about: "dismiss" | "take-down" }>();
  const items = reported.data?.pages.flatMap((page) => page.items) ?? [];
  const close = () => setDialog(undefined);
  return (
    <section className="reports" aria-labelledby="reports">
      <h2 className="sr-only" id="reports">
        Reports
      </h2>
      <PaginatedList
        list={reported}
        what="the reports"
        isEmpty={items.length === 0}
        empty={
          <StatusPlaceholder
            icon={<ShieldCheck />}
            title="No reports"
            body="Students' reports about notes, audio notes and study cards appear here."
          />
        }
        skeleton={
          <div className="card reported">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        }
      >
        <ul className="grid gap-3">
          {items.map((item) => (
            <Reported
              key={`${item.kind} ${item.id}`}
              item={item}
              onDismiss={() => setDialog({ item, about: "dismiss" })}
              onTakeDown={() => setDialog({ item, about: "take-down" })}
            />
          ))}
        </ul>
      </PaginatedList>
      {dialog?.about === "dismiss" && <Dismiss item={dialog.item} onClose={close} />}
      {dialog?.about === "take-down" && <TakeDownDialog item={dialog.item} onClose={close} />}
    </section>
  );
}

interface ReportedProps {
  item: ReportedItem;
  onDismiss: () => void;
  onTakeDown: () => void;
}

function Reported({ item, onDismiss, onTakeDown }: ReportedProps) {
  const { kind, title, reports, lastReportedAt } = item;
  return (
    <li className="card reported">
      <div className="head">
        <div className="min-w-0">
          <h3 className="truncate-2">{title}</h3>
          <p className="facts tabular-nums">
            {reportedItemLabel(item)} · last reported {formatDay(lastReportedAt)}
          </p>
        </div>
        <Badge kind={reports > 2 ? "danger" : "warn"}>{reports === 1 ? "1 report" : `${reports} reports`}</Badge>
      </div>
      <ReportComments item={item} />
      <div className="actions">
        <a
          className="btn quiet sm"
          href={reportedItemHref(item)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${title} in a new tab`}
        >
          <ExternalLink aria-hidden="true" />
          Open
        </a>
        <Button size="sm" icon={<Check />} aria-label={`Dismiss the reports of ${title}`} onClick={onDismiss}>
          Dismiss
        </Button>
        {/* Cards are edited or deleted in their editor. */}
        {kind !== "card" && (
          <Button
            size="sm"
            variant="danger-quiet"
            icon={<Trash2 />}
            aria-label={`Take down ${title}`}
            onClick={onTakeDown}
          >
            Take down
          </Button>
        )}
      </div>
    </li>
  );
}

function ReportComments({ item }: { item: ReportedItem }) {
  const reports = useQuery(reportsQuery(item));
  if (reports.isPending) return <Skeleton className="h-4 w-3/5" />;
  if (reports.isError) {
    return (
      <LoadError variant="line" error={reports.error} onRetry={reports.refetch}>
        {problemDetail(reports.error)}
      </LoadError>
    );
  }
  return (
    <ul className="report-text">
      {reports.data.map((report) => (
        <li key={`${report.reporterName} ${report.reportedAt}`}>
          <p>
            <strong>{reasonLabel(report.reason)}</strong>
          </p>
          {report.text && <p className="text">{report.text}</p>}
          <p className="facts tabular-nums">
            {report.reporterName} · {formatDay(report.reportedAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Dismiss({ item, onClose }: { item: ReportedItem; onClose: () => void }) {
  const decide = useDecideReportedItem();

  async function dismiss() {
    try {
      await decide.mutateAsync({ target: item });
    } catch (error) {
      toast(`The reports were not dismissed. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    toast("Reports dismissed.");
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Dismiss the reports of “${item.title}”?`}
      body="It stays where it is. Students can report it again."
      confirmLabel="Dismiss"
      busyLabel="Dismissing..."
      onConfirm={dismiss}
    />
  );
}

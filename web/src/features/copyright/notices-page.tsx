import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Copyright } from "lucide-react";
import { useState } from "react";
import { problemDetail } from "@/api/problem";
import { type CopyrightNotice, type NoticeItem, noticeCopiesQuery, noticesQuery } from "@/data/copyright/copyright";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatDay } from "@/lib/text/format";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { PaginatedList } from "@/parts/paginated-list";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { Banner } from "@/ui/feedback/banner";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { Checkbox } from "@/ui/form/checkbox";
import "./copyright.css";
import { CounterDialog } from "./counter-dialog";
import { HideDialog } from "./hide-dialog";
import { ReasonDialog } from "./reason-dialog";
import { copyResults, noticeStates, noticeTitle } from "./states";

type OpenDialog = {
  notice: CopyrightNotice;
  about: "hide" | "dismiss" | "withdraw" | "close" | "counter" | "hold" | "release";
};

/** Notices of copyright and what administrators decide about them. */
export function NoticesPage() {
  usePageTitle("Copyright · Console");
  const [closed, setClosed] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const list = useInfiniteQuery(noticesQuery(closed));
  const notices = list.data?.pages.flatMap((page) => page.items) ?? [];
  const close = () => setDialog(undefined);
  return (
    <section className="notices" aria-labelledby="notices">
      <h2 className="sr-only" id="notices">
        Notices of copyright
      </h2>
      <Checkbox label="Show closed notices" checked={closed} onChange={(event) => setClosed(event.target.checked)} />
      <PaginatedList
        list={list}
        what="the notices"
        isEmpty={notices.length === 0}
        empty={
          <StatusPlaceholder
            icon={<Copyright />}
            title={closed ? "No closed notices" : "No notices"}
            body="Notices of copyright appear here after their sender has confirmed the email address."
          />
        }
      >
        <ul className="grid gap-3">
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} onDecide={(about) => setDialog({ notice, about })} />
          ))}
        </ul>
      </PaginatedList>
      {dialog && <DecisionDialog dialog={dialog} onClose={close} />}
    </section>
  );
}

function DecisionDialog({ dialog: { notice, about }, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  switch (about) {
    case "hide":
      return <HideDialog notice={notice} onClose={onClose} />;
    case "counter":
      return <CounterDialog notice={notice} onClose={onClose} />;
    default:
      return <ReasonDialog notice={notice} about={about} onClose={onClose} />;
  }
}

function Notice({ notice, onDecide }: { notice: CopyrightNotice; onDecide: (about: OpenDialog["about"]) => void }) {
  const { state, name, postalAddress, email, work, signature, receivedAt, reason, counter, items, rejectedMails } =
    notice;
  const title = noticeTitle(notice);
  return (
    <li className="card notice">
      <div className="head">
        <div className="min-w-0">
          <h3 className="truncate-2">{title}</h3>
          <p className="hint tabular-nums">Received {formatDay(receivedAt)}</p>
        </div>
        <Badge kind={noticeStates[state].badge}>{noticeStates[state].title}</Badge>
      </div>
      <dl>
        {email === "" ? (
          <Fact name="Sender">The personal data was removed after its retention.</Fact>
        ) : (
          <>
            <Fact name="Sender">{`${name}\n${postalAddress}\n${email}`}</Fact>
            <Fact name="Work">{work}</Fact>
            <Fact name="Signed">{signature}</Fact>
          </>
        )}
        {reason && <Fact name="Reason of the last decision">{reason}</Fact>}
        {counter && (
          <Fact
            name={`Counter notice of ${formatDay(counter.receivedAt)}, to be restored from ${formatDay(counter.restoreAt)}`}
          >
            {`${counter.name}\n${counter.postalAddress}\n${counter.statement}\nSigned: ${counter.signature}`}
          </Fact>
        )}
      </dl>
      <ItemList title="Named pages" items={items} />
      {state === "open" ? <Copies id={notice.id} /> : <ItemList title="Hidden copies" items={notice.copies} isHidden />}
      {state === "hiding" && (
        <p className="hint">
          If this takes longer than a minute, hiding was interrupted. Press “Hide all copies” again to complete it.
        </p>
      )}
      {state === "hidden" && <p className="hint">{closingText(notice)}</p>}
      {rejectedMails.map((name) => (
        <Banner key={name} kind="warn">{`Our mail to ${name} was rejected. Tell them in another way.`}</Banner>
      ))}
      <NoticeActions notice={notice} title={title} onDecide={onDecide} />
    </li>
  );
}

function closingText({ closableAt, rejectedMails }: CopyrightNotice): string {
  if (!closableAt) return "Not all uploaders have been told yet. Their mails are sent again in the night.";
  const day = formatDay(closableAt);
  return rejectedMails.length === 0
    ? `Without a counter notice, the notice is closed on ${day}.`
    : `Without a counter notice, you can close the notice from ${day} on.`;
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copies({ id }: { id: string }) {
  const copies = useQuery(noticeCopiesQuery(id));
  if (copies.isPending) return <Skeleton className="h-4 w-3/5" />;
  if (copies.isError) {
    return (
      <LoadError variant="line" error={copies.error} onRetry={copies.refetch}>
        {problemDetail(copies.error)}
      </LoadError>
    );
  }
  const { items, replaced } = copies.data;
  return (
    <>
      <ItemList title="All copies of these files" items={items} />
      {replaced.length > 0 && (
        <ItemList title="Named pages whose file was replaced after the notice was sent" items={replaced} />
      )}
    </>
  );
}

interface ItemListProps {
  title: string;
  items: readonly NoticeItem[];
  /** True for items without a page. */
  isHidden?: boolean;
}

function ItemList({ title, items, isHidden }: ItemListProps) {
  return (
    <div>
      <h4>{title}</h4>
      {items.length === 0 ? (
        <p className="hint">None</p>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              {isHidden ? (
                item.title
              ) : (
                <a className="link" href={contentHref(item)} target="_blank" rel="noreferrer">
                  {item.title}
                </a>
              )}
              {`, ${collectionTitle(item.place)}`}
              {item.uploaderName && `, uploaded by ${item.uploaderName}`}
              {item.result && ` (${copyResults[item.result]})`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ActionsProps {
  notice: CopyrightNotice;
  title: string;
  onDecide: (about: OpenDialog["about"]) => void;
}

function NoticeActions({ notice: { state, closableAt }, title, onDecide }: ActionsProps) {
  const isDone = state === "dismissed" || state === "restored" || state === "restoring";
  if (isDone) return null;
  const isOpen = state === "open";
  const isClosable = closableAt !== undefined && Date.parse(closableAt) <= Date.now();
  return (
    <div className="actions">
      <Button
        size="sm"
        aria-label={`${isOpen ? "Dismiss" : "Withdraw"} ${title}`}
        onClick={() => onDecide(isOpen ? "dismiss" : "withdraw")}
      >
        {isOpen ? "Dismiss" : "Withdraw and restore"}
      </Button>
      {isClosable && (
        <Button size="sm" aria-label={`Close ${title}, files stay removed`} onClick={() => onDecide("close")}>
          Close, files stay removed
        </Button>
      )}
      {state === "hidden" && (
        <Button size="sm" aria-label={`Counter notice to ${title}`} onClick={() => onDecide("counter")}>
          Counter notice
        </Button>
      )}
      {state === "countered" && (
        <Button size="sm" aria-label={`Hold the copies of ${title}`} onClick={() => onDecide("hold")}>
          Hold
        </Button>
      )}
      {state === "held" && (
        <Button size="sm" aria-label={`End the hold of ${title}`} onClick={() => onDecide("release")}>
          End hold
        </Button>
      )}
      {(isOpen || state === "hiding") && (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Hide all copies of ${title}`}
          onClick={() => onDecide("hide")}
        >
          Hide all copies
        </Button>
      )}
    </div>
  );
}

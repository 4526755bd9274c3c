import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { useOnline } from "@/lib/browser/online";
import { formatTimeOrDate } from "@/lib/time/format-time";
import { oldestCachedAt, subscribeStale } from "@/offline/cache/query-persister";
import { changeCountText, changeHref, describeChange } from "@/offline/outbox/kinds/change-text";
import type { Entry } from "@/offline/outbox/kinds/kinds";
import { outbox, useOutbox } from "@/offline/outbox/queue";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";

/** Number of attempts after which the server counts as unreachable instead of slow. */
const TRIES = 2;

const NO_ANSWER = "Note Ninja isn't responding.";

export function ConnectionBanner() {
  const isOnline = useOnline();
  const session = useSession();
  const isUnconfirmed = session.status === "signed-in" && session.isOfflineSession === true;
  const asOf = useAsOf();
  useBackAgain(isOnline);
  const { entries } = useOutbox((state) => state);
  // Changes that sync immediately are not shown.
  const late = entries.filter(({ state, isDeferred }) => state !== "rejected" && isDeferred);
  const rejected = entries.filter(({ state }) => state === "rejected");
  const isOld = isUnconfirmed || asOf !== undefined;
  return (
    <>
      {isOnline && isOld && (
        <Banner kind="offline" className="mb-4">
          {late.length > 0 ? unsentText(late) : NO_ANSWER} {asOfText(asOf)}
        </Banner>
      )}
      {isOnline ? (
        !isOld && late.length > 0 && <Banner className="mb-4">{sendingText(late)}</Banner>
      ) : (
        <Banner kind="offline" className="mb-4">
          You're offline. Your changes will be sent when you're back online.
          {late.length > 0 && ` ${changeCountText(late.length)} waiting.`}
          {asOf !== undefined && ` ${asOfText(asOf)}`}
        </Banner>
      )}
      {rejected.map((entry) => (
        <RejectedChange key={entry.id} entry={entry} />
      ))}
    </>
  );
}

function useBackAgain(isOnline: boolean): void {
  const wasOffline = useRef(false);
  useEffect(() => {
    if (isOnline && wasOffline.current) toast("You're back online.");
    wasOffline.current = !isOnline;
  }, [isOnline]);
}

/** Returns the age of the oldest cached data on the page, or `undefined` if all data is from the server. */
function useAsOf(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [cache.subscribe(listener), subscribeStale(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [cache],
  );
  return useSyncExternalStore(subscribe, () =>
    oldestCachedAt(cache.findAll({ type: "active" }).map(({ queryHash }) => queryHash)),
  );
}

const asOfText = (asOf: number | undefined) =>
  asOf === undefined
    ? "Showing what's saved on this device."
    : `This page was last updated at ${formatTimeOrDate(asOf, Date.now())}.`;

function sendingText(late: readonly Entry[]): string {
  // Entries that wait behind another one have no attempts yet.
  return late.some(({ attempts }) => attempts >= TRIES)
    ? unsentText(late)
    : `Sending ${changeCountText(late.length)}...`;
}

function unsentText(late: readonly Entry[]): string {
  const what = late.length === 1 ? "1 change is" : `${late.length} changes are`;
  return `${NO_ANSWER} ${what} kept on this device and will be sent as soon as it responds.`;
}

function RejectedChange({ entry }: { entry: Entry }) {
  const { pathname } = useLocation();
  const path = entry.isNotFound ? undefined : changeHref(entry.change);
  return (
    <Banner kind="warn" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_16rem]">
          Could not {describeChange(entry.change)}. {entry.problem}
        </p>
        <div className="flex items-center gap-2">
          {path !== undefined && path !== pathname && (
            <Link className="link" to={path}>
              Show
            </Link>
          )}
          <Button size="sm" onClick={() => void outbox.retry(entry)}>
            Try again
          </Button>
          <Button size="sm" variant="quiet" onClick={() => void outbox.discard(entry)}>
            Discard
          </Button>
        </div>
      </div>
    </Banner>
  );
}

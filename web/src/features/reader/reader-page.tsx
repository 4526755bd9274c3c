import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { ApiProblem, problemDetail } from "@/api/problem";
import { readerNoteQuery } from "@/data/notes/notes";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { thumbnailFromState } from "@/parts/notes/read-link";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { ReaderFrame } from "./first-page";
import type { MakeCardProps } from "./highlights/selection-toolbar";
import { loadReader, readerStylesheets } from "./prefetch";
import { ReaderHead } from "./reader-head";

/** Parses the hash of the URL: `#page=7&find=words`, `#page=7&highlight=…` or `#page=7&passage=words`. */
function targetInHash(hash: string) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const number = Number(params.get("page"));
  const page = Number.isInteger(number) && number > 0 ? number : undefined;
  const quote = params.get("passage");
  return {
    page,
    passage: quote
      ? { page: page ?? 1, quote, prefix: params.get("before") ?? "", suffix: params.get("after") ?? "" }
      : undefined,
    find: params.get("find") ?? undefined,
    highlight: params.get("highlight") ?? undefined,
  };
}

/** Returns the URL of a page of the open note. Keeps the searched words, in the hash. */
function addressOf(page: number): string {
  const { pathname, search, hash } = window.location;
  const find = targetInHash(hash).find ?? new URLSearchParams(search).get("find");
  return `${pathname}#${new URLSearchParams({ page: `${page}`, ...(find && { find }) })}`;
}

type ReaderCode = Awaited<ReturnType<typeof loadReader>>;

function useReaderCode(): ReaderCode | undefined {
  const [code, setCode] = useState<ReaderCode>();
  const [missing, setMissing] = useState<unknown>();
  useEffect(() => {
    loadReader().then(setCode, setMissing);
  }, []);
  // The error boundary handles a chunk that failed to load.
  if (missing !== undefined) throw missing;
  return code;
}

/** Delay before the URL names the visible page, in milliseconds. Browsers limit how often it may change. */
const ADDRESS_AFTER_MS = 300;

/**
 * Page that shows a note. Opens at `#page=7`, which follows the visible page, or at the resume position. `find=words`
 * searches for words; it is read from the hash, and from the query string if the URL was typed by hand.
 */
export function ReaderPage({ id, MakeCard }: { id: string; MakeCard: ComponentType<MakeCardProps> }) {
  const reading = useQuery(readerNoteQuery(id));
  const { data: note, error, refetch } = reading;
  const isNotHere = useIsUnavailableOffline(reading);
  const queries = useQueryClient();
  const { me } = useSession();
  const { hash, state } = useLocation();
  const code = useReaderCode();
  const [search] = useSearchParams();
  const target = targetInHash(window.location.hash);
  usePageTitle(note?.title ?? "Note");

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPage = useCallback((page: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      history.replaceState(history.state, "", addressOf(page));
    }, ADDRESS_AFTER_MS);
  }, []);
  const onOutdated = useCallback(
    () => void queries.resetQueries({ queryKey: readerNoteQuery(id).queryKey }),
    [queries, id],
  );

  const startPage = target.page;
  const isAtStart = (startPage ?? note?.position?.page ?? 1) === 1;
  const picture = isAtStart ? thumbnailFromState(state) : undefined;

  if (isNotHere) {
    return (
      <>
        <BackButton />
        <h1 className="sr-only">Note</h1>
        <UnavailableOffline what="note" />
      </>
    );
  }
  if (error) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    return (
      <>
        <BackButton />
        <h1 className="sr-only">{isGone ? "Note not found." : "The note could not be opened"}</h1>
        {isGone ? (
          <StatusPlaceholder
            icon={<FileX />}
            title="Note not found."
            body="It may have been deleted, or the link is wrong."
            action={<LinkButton to={paths.browse()}>Browse & Discover</LinkButton>}
            role="alert"
          />
        ) : (
          <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
            The note could not be opened
          </LoadError>
        )}
      </>
    );
  }
  return (
    <div className="reader-screen">
      {readerStylesheets.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} precedence="default" />
      ))}
      {note && me && code ? (
        <code.Reader
          key={`${note.sha256} ${hash}`}
          uid={me.uid}
          note={note}
          head={<ReaderHead note={note} />}
          startPage={startPage}
          picture={picture}
          startHighlight={target.highlight}
          startWords={target.find ?? search.get("find") ?? ""}
          startPassage={target.passage}
          MakeCard={MakeCard}
          onPage={onPage}
          onOutdated={onOutdated}
        />
      ) : (
        <ReaderFrame head={note && <ReaderHead note={note} />} picture={note && picture} />
      )}
    </div>
  );
}

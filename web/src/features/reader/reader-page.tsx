import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { readingQuery } from "@/api/notes";
import { ApiProblem, problemText } from "@/api/problem";
import { useSession } from "@/api/session";
import { formatDay } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { broughtFirstPage } from "@/parts/notes/read-link";
import { BackButton } from "@/ui/back-button";
import { LinkButton } from "@/ui/button";
import { LoadError } from "@/ui/load-error";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { StateView } from "@/ui/state-view";
import { ReaderFrame } from "./first-page";
import type { MakeCardProps } from "./marking-bar";
import { loadReader, sheets } from "./prepare";

/** The page that an address asks for: `#page=7`; nothing where it names none. */
function pageIn(hash: string): number | undefined {
  const page = Number(new URLSearchParams(hash.replace(/^#/, "")).get("page"));
  return Number.isInteger(page) && page > 0 ? page : undefined;
}

/** The highlight that an address names: `#page=7&highlight=…`. */
const highlightIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, "")).get("highlight") ?? undefined;

type ReaderCode = Awaited<ReturnType<typeof loadReader>>;

/** The code of the reader, once it is there. */
function useReaderCode(): ReaderCode | undefined {
  const [code, setCode] = useState<ReaderCode>();
  const [missing, setMissing] = useState<unknown>();
  useEffect(() => {
    loadReader().then(setCode, setMissing);
  }, []);
  // As a page does whose code did not arrive.
  if (missing !== undefined) throw missing;
  return code;
}

/** How long a page is looked at before the address names it, in milliseconds: browsers refuse to write it all the time. */
const ADDRESS_AFTER_MS = 300;

/**
 * A note, read in the page. It opens where it was left, or at `#page=7`, which follows; `?find=words` marks words.
 */
export function ReaderPage({ id, MakeCard }: { id: string; MakeCard: ComponentType<MakeCardProps> }) {
  const { data: note, error, refetch } = useQuery(readingQuery(id));
  const queries = useQueryClient();
  const { me } = useSession();
  const { hash, state } = useLocation();
  const code = useReaderCode();
  const [search] = useSearchParams();
  usePageTitle(note?.title ?? "Note");

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPage = useCallback((page: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      history.replaceState(history.state, "", `#page=${page}`);
    }, ADDRESS_AFTER_MS);
  }, []);
  const onOutdated = useCallback(
    () => void queries.resetQueries({ queryKey: readingQuery(id).queryKey }),
    [queries, id],
  );

  const startPage = pageIn(window.location.hash);
  const isAtStart = (startPage ?? note?.position?.page ?? 1) === 1;
  const picture = isAtStart ? broughtFirstPage(state) : undefined;

  if (error) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    return (
      <>
        <BackButton />
        <h1 className="sr-only">{isGone ? "Note not found." : "The note could not be opened"}</h1>
        {isGone ? (
          <StateView
            icon={<FileX />}
            title="Note not found."
            body="It was deleted, or its address is wrong."
            action={<LinkButton to={paths.browse()}>Browse & Discover</LinkButton>}
            role="alert"
          />
        ) : (
          <LoadError as="page" body={problemText(error)} onRetry={refetch}>
            The note could not be opened
          </LoadError>
        )}
      </>
    );
  }
  return (
    <div className="reader-screen">
      {sheets.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} precedence="default" />
      ))}
      {note && me ? (
        <>
          <PageHeader title={note.title} />
          <p className="hint num reader-about">
            {note.course && <Link to={paths.noteIn(note.course, note.id)}>{note.course}</Link>}
            {note.course && note.noteType && " · "}
            {note.noteType}
            {note.fileUntil && ` · Deleted; your copy can be read until ${formatDay(note.fileUntil)}`}
          </p>
          {code ? (
            <code.Reader
              key={`${note.sha256} ${hash}`}
              uid={me.uid}
              note={note}
              startPage={startPage}
              picture={picture}
              startHighlight={highlightIn(window.location.hash)}
              startWords={search.get("find") ?? ""}
              MakeCard={MakeCard}
              onPage={onPage}
              onOutdated={onOutdated}
            />
          ) : picture ? (
            <ReaderFrame picture={picture} />
          ) : (
            <Skeleton className="reader-coming" />
          )}
        </>
      ) : (
        <Skeleton className="reader-coming" />
      )}
    </div>
  );
}

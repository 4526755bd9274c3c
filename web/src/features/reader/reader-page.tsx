import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { readingQuery } from "@/api/notes";
import { ApiProblem, problemText } from "@/api/problem";
import { formatDay } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { LoadError } from "@/ui/load-error";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { Reader } from "./document";
import styles from "./reader.css?url";

/** The page that an address asks for: `#page=7`. */
export function pageIn(hash: string): number {
  const page = Number(new URLSearchParams(hash.replace(/^#/, "")).get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** How long a page is looked at before the address names it, in milliseconds: browsers refuse to write it all the time. */
const ADDRESS_AFTER_MS = 300;

/** A note, read in the page. `#page=7` is where it opens, and follows; `?find=words` marks words. */
export function ReaderPage({ id }: { id: string }) {
  const { data: note, error, refetch } = useQuery(readingQuery(id));
  const queries = useQueryClient();
  const { hash } = useLocation();
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

  if (error) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    return (
      <LoadError
        as="page"
        {...(isGone && { icon: <FileX /> })}
        body={isGone ? "It was deleted, or its address is wrong." : problemText(error)}
        onRetry={isGone ? undefined : refetch}
      >
        {isGone ? "This note is not here" : "The note could not be opened"}
      </LoadError>
    );
  }
  return (
    <div className="reader-screen">
      <link rel="stylesheet" href={styles} precedence="default" />
      {note ? (
        <>
          <PageHeader title={note.title} />
          <p className="hint num reader-about">
            {note.course && <Link to={paths.noteIn(note.course, note.id)}>{note.course}</Link>}
            {note.course && note.noteType && " · "}
            {note.noteType}
            {note.fileUntil && ` · Deleted; your copy can be read until ${formatDay(note.fileUntil)}`}
          </p>
          <Reader
            key={`${note.sha256} ${hash}`}
            note={note}
            startPage={pageIn(window.location.hash)}
            startWords={search.get("find") ?? ""}
            onPage={onPage}
            onOutdated={onOutdated}
          />
        </>
      ) : (
        <Skeleton className="reader-coming" />
      )}
    </div>
  );
}

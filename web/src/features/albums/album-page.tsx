import { useInfiniteQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import type { AlbumId, AlbumNote } from "@/api/models";
import { albumQuery } from "@/data/albums/albums";
import { useSavedNotes } from "@/data/saved/saved";
import { usePageTitle } from "@/lib/browser/page-title";
import { albumIds, albums } from "@/lib/urls/albums";
import { paths } from "@/lib/urls/paths";
import { FullTextSearchBox } from "@/parts/full-text/full-text-search-box";
import { NoteCardSkeleton } from "@/parts/notes/note-card-skeleton";
import { OfflineButton } from "@/parts/offline/offline-button";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { ShareButton } from "@/parts/sharing/share-button";
import { useSession } from "@/session/session";
import { SectionHeading } from "@/ui/layout/section-head";
import "@/parts/notes/notes-list.css";
import { Button, LinkButton } from "@/ui/controls/button";
import { lazyComponent } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { NavTabs } from "@/ui/layout/nav-tabs";
import { PageHeader } from "@/ui/layout/page-header";
import "./albums.css";
import { AlbumNoteCard } from "./album-note-card";
import { DeleteAlbumNote } from "./delete-album-note";

// Loaded separately, because only administrators need it.
const UploadForm = lazyComponent(async () => (await import("./upload/upload-form")).UploadForm, {
  placeholder: <Skeleton className="upload-waiting" />,
});

const tabs = albumIds.map((id) => ({ to: albums[id].href, title: albums[id].title }));

export function AlbumPage({ id }: { id: AlbumId }) {
  const { title } = albums[id];
  const { isAdmin, status } = useSession();
  const list = useInfiniteQuery(albumQuery(id));
  const isNotHere = useIsUnavailableOffline(list);
  const saved = useSavedNotes();
  const [doomed, setDoomed] = useState<AlbumNote>();
  usePageTitle(title);
  useEffect(() => {
    if (list.error) console.warn(`The notes of ${title} could not be loaded.`, list.error);
  }, [list.error, title]);

  // A note that was added between two requests can shift another one onto both pages.
  const all = list.data?.pages.flatMap((page) => page.notes.items) ?? [];
  const notes = [...new Map(all.map((note) => [note.id, note])).values()];
  const count = list.data && Math.max(list.data.pages.at(-1)?.album.noteCount ?? 0, notes.length);
  // Right after sign-in the cached data still lacks the `canDelete` flag.
  const mayDelete = (note: AlbumNote) => isAdmin || note.canDelete;
  const savedIds = new Set(saved.notes.map((note) => note.originalNoteId));

  return (
    <>
      <PageHeader
        back={<BackButton />}
        title={`Welcome to ${title}!`}
        actions={
          <>
            <OfflineButton item={{ kind: "album", id, title }} disabled={isNotHere} />
            <ShareButton path={albums[id].href} title={title} />
          </>
        }
      />
      <NavTabs label="Albums" tabs={tabs} />
      {isAdmin && <UploadForm album={id} />}
      <section aria-labelledby="album-notes" aria-busy={list.isPending}>
        <SectionHeading id="album-notes" title="Notes">
          {count !== undefined && <span className="count">{count}</span>}
        </SectionHeading>
        {status === "signed-in" && count !== undefined && count > 0 && (
          <FullTextSearchBox key={id} place={id} label={`Search inside the notes of ${title}`} />
        )}
        {isNotHere && <UnavailableOffline what="album" />}
        {list.isPending && !isNotHere && <Waiting title={title} />}
        {list.isError && !isNotHere && (
          <LoadError
            variant="banner"
            error={list.error}
            onRetry={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          >
            {list.isFetchNextPageError
              ? "Could not load more"
              : `Could not load${list.data ? " the newest notes" : ""}`}
          </LoadError>
        )}
        {list.data && notes.length === 0 && !list.hasNextPage && (
          <StatusPlaceholder
            icon={<FileText />}
            title="No notes here yet."
            body={isAdmin ? "Add the first one above." : "In the meantime, see the notes in each course."}
            action={!isAdmin && <LinkButton to={paths.browse()}>Browse &amp; Discover</LinkButton>}
          />
        )}
        <div className="notes">
          {notes.map((note, index) => (
            <AlbumNoteCard
              key={note.id}
              note={note}
              index={index}
              isSaved={savedIds.has(note.id)}
              onDelete={mayDelete(note) ? () => setDoomed(note) : undefined}
            />
          ))}
        </div>
        {list.hasNextPage && (
          <div className="notes-more">
            <Button busy={list.isFetchingNextPage} busyLabel="Loading..." onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </section>
      {doomed && (
        <DeleteAlbumNote key={doomed.id} note={doomed} canRestore={isAdmin} onClose={() => setDoomed(undefined)} />
      )}
    </>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <>
      <p className="sr-only" role="status">
        {`Loading ${title}...`}
      </p>
      <div className="notes">
        {["a", "b", "c", "d"].map((key) => (
          <NoteCardSkeleton key={key} />
        ))}
      </div>
    </>
  );
}

import "./audio.css";
import { AudioLines, ListPlus, Trash2 } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { ShelfId } from "@/api/models";
import { usePageTitle } from "@/lib/browser/page-title";
import { isUlid } from "@/lib/text/ulid";
import { paths } from "@/lib/urls/paths";
import { AddToPlaylist } from "@/parts/add-to-playlist/add-to-playlist";
import type { ActionColumn } from "@/parts/audio-table/audio-row";
import { AudioTable } from "@/parts/audio-table/audio-table";
import { AudioTableSkeleton } from "@/parts/audio-table/audio-table-skeleton";
import { OfflineButton } from "@/parts/offline/offline-button";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { MoreMenu } from "@/parts/report/report-menu";
import { ShareButton } from "@/parts/sharing/share-button";
import { player } from "@/player/player";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { lazyComponent } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { NavTabs } from "@/ui/layout/nav-tabs";
import { type DeletableAudio, DeleteAudio } from "./delete-audio";
import { PlayShelf } from "./play-shelf";
import { ShelfHeader } from "./shelf-header";
import { shelfQueueContext, shelves } from "./shelves";
import { SignInPrompt } from "./sign-in-prompt";
import { useShelfList } from "./use-shelf-list";

// Loaded separately, because only administrators need it.
const UploadForm = lazyComponent(async () => (await import("./upload/upload-form")).UploadForm, {
  placeholder: <Skeleton className="upload-waiting" />,
});

const tabs = Object.values(shelves).map(({ href, title }) => ({ to: href, title }));

const more: ActionColumn = {
  label: "More",
  render: ({ audioId, title }, { tabIndex }) => (
    <MoreMenu tabIndex={tabIndex} target={{ kind: "audio", id: audioId, title }} />
  ),
};

/** Page of a shelf. Scrolls to the recording in the URL's hash (`#id`). */
export function ShelfPage({ id }: { id: ShelfId }) {
  const info = shelves[id];
  const { status, isAdmin } = useSession();
  const isVisitor = status === "signed-out";
  const { hash } = useLocation();
  const sought = isUlid(hash.slice(1)) ? hash.slice(1) : undefined;
  const list = useShelfList(id, sought);
  const { notes, rows, shelf } = list;
  const isNotHere = useIsUnavailableOffline(list);
  const [promptFor, setPromptFor] = useState<string>();
  const [doomed, setDoomed] = useState<DeletableAudio>();
  usePageTitle(info.title);

  const onPlay = useCallback(
    (index: number) => {
      if (isVisitor) setPromptFor(notes[index]?.id ?? "");
      else player.playList(notes, index, shelfQueueContext(info));
    },
    [isVisitor, notes, info],
  );
  function addToQueue() {
    if (isVisitor) {
      setPromptFor(notes[0]?.id ?? "");
      return;
    }
    player.append(notes);
    toast(
      notes.length === 1
        ? "Added to the queue."
        : `Added ${notes.length.toLocaleString("en")} audio notes to the queue.`,
    );
  }
  const add = useMemo(
    (): ActionColumn => ({
      label: "Add to playlist",
      render: ({ audio }, { tabIndex }) =>
        audio && (
          <AddToPlaylist
            audio={audio}
            tabIndex={tabIndex}
            onVisitor={isVisitor ? () => setPromptFor(audio.id) : undefined}
          />
        ),
    }),
    [isVisitor],
  );
  const remove = useMemo(
    (): ActionColumn => ({
      label: "Delete",
      render: ({ audioId, title }, { tabIndex }) => (
        <IconButton
          danger
          label={`Delete ${title}`}
          title="Delete"
          icon={<Trash2 />}
          tabIndex={tabIndex}
          onClick={() => setDoomed({ id: audioId, title })}
        />
      ),
    }),
    [],
  );

  const isEmpty = shelf !== undefined && rows.length === 0 && !list.hasNextPage;
  return (
    <>
      <NavTabs label="Shelves" tabs={tabs} />
      <ShelfHeader
        info={info}
        shelf={shelf}
        isFailed={list.isError || isNotHere}
        actions={
          <>
            <PlayShelf id={id} disabled={notes.length === 0} onPlay={() => onPlay(0)} />
            <Button variant="quiet" size="lg" icon={<ListPlus />} disabled={notes.length === 0} onClick={addToQueue}>
              Add to queue
            </Button>
            <OfflineButton size="lg" item={{ kind: "shelf", id, title: info.title }} disabled={isNotHere} />
            <ShareButton size="lg" path={info.href} title={info.title} />
          </>
        }
      />
      {isAdmin && <UploadForm shelf={id} />}
      <section aria-label="Episodes" aria-busy={list.isPending}>
        {isNotHere && <UnavailableOffline what="shelf" />}
        {list.isPending && !isNotHere && <AudioTableSkeleton layout="shelf" />}
        {list.isError && !isNotHere && (
          <LoadError
            variant="banner"
            error={list.error}
            onRetry={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          >
            {list.isFetchNextPageError ? "Could not load more" : `Could not load${list.data ? " the newest" : ""}`}
          </LoadError>
        )}
        {isEmpty && (
          <StatusPlaceholder
            icon={<AudioLines />}
            title="No Audio Notes Yet"
            body={
              isAdmin
                ? "Add the first ones above."
                : "There is nothing to listen to yet. Try the written notes in the meantime."
            }
            action={!isAdmin && <LinkButton to={paths.browse()}>Browse &amp; Discover</LinkButton>}
          />
        )}
        {rows.length > 0 && (
          <AudioTable
            label={info.title}
            rows={rows}
            rowCount={Math.max(shelf?.episodes ?? 0, rows.length)}
            layout="shelf"
            action={add}
            end={isAdmin ? remove : isVisitor ? undefined : more}
            onPlay={onPlay}
            onNearEnd={list.more}
            goTo={sought}
          />
        )}
        {list.isFetchingNextPage && (
          <p className="sub shelf-more" role="status">
            Loading more...
          </p>
        )}
      </section>
      {promptFor !== undefined && (
        <SignInPrompt
          from={promptFor === "" ? info.href : `${info.href}#${promptFor}`}
          onClose={() => setPromptFor(undefined)}
        />
      )}
      {doomed && <DeleteAudio key={doomed.id} shelf={id} audio={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

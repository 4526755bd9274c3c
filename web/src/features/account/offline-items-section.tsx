import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AlbumId, ShelfId } from "@/api/models";
import { removeAllOfflineItems } from "@/data/offline-files/service";
import { formatBytes } from "@/lib/text/format";
import { albums } from "@/lib/urls/albums";
import { paths } from "@/lib/urls/paths";
import type { OfflineItem } from "@/offline/files/items";
import { progressOf, useOfflineFiles } from "@/offline/files/offline-files";
import { MeaningSetting } from "@/parts/full-text/meaning-setting";
import { DownloadActions, DownloadState } from "@/parts/offline/download-state";
import { filesText } from "@/parts/offline/offline-text";
import { offlineTracksOf } from "@/parts/offline/offline-tracks";
import { PlayOfflineButton } from "@/parts/offline/play-offline";
import type { QueueContext } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { SettingsSection } from "./section";

const shelfHrefs: Record<ShelfId, string> = {
  "deep-dive": paths.deepDive(),
  "quick-recap": paths.quickRecap(),
  "chill-review": paths.chillReview(),
  radio: paths.audioNotes(),
};

/** Returns the path of an item, or `undefined` for a single recording. */
function hrefOf({ kind, id }: OfflineItem): string | undefined {
  switch (kind) {
    case "note":
      return paths.note(id);
    case "course":
      return paths.notes(id);
    case "album":
      return albums[id as AlbumId].href;
    case "shelf":
      return shelfHrefs[id as ShelfId];
    case "playlist":
      return paths.playlist(id);
    case "audio":
      return undefined;
  }
}

function sourceOf({ kind, id, title }: OfflineItem, href: string | undefined): QueueContext {
  if (href !== undefined && (kind === "course" || kind === "shelf" || kind === "playlist")) {
    return { kind, id, title, href };
  }
  return { kind: "queue", id: "queue", title: "On this device", href: paths.onThisDevice() };
}

const kinds = {
  note: "Note",
  audio: "Audio note",
  course: "Course",
  album: "Album",
  shelf: "Shelf",
  playlist: "Playlist",
} as const;

/** List of the user's offline copies with their sizes. Works offline. */
export function OfflineItemsSection() {
  const { items, files, isRead } = useOfflineFiles();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const used = [...new Set(items.flatMap((item) => item.files))].flatMap((key) => files.get(key) ?? []);
  const bytes = used.reduce((sum, file) => sum + (file.isComplete ? file.sizeBytes : 0), 0);

  async function clear() {
    try {
      await removeAllOfflineItems(queries);
    } catch (error) {
      console.warn("What is kept could not be removed.", error);
      toast("It could not be removed. Try again.", { kind: "error" });
      throw error;
    }
    toast("Everything was removed from this device.");
  }

  return (
    <SettingsSection title="On this device" id="on-this-device">
      <p className="hint">
        You can read and listen to what you keep here offline. It is removed when you log out, and after 30 days
        offline.
      </p>
      {isRead && items.length === 0 && (
        <p>Nothing yet. Choose “Keep on this device” on a note, audio note, course, album, shelf or playlist.</p>
      )}
      {items.length > 0 && (
        <>
          <ul className="account-sessions">
            {items.map((item) => (
              <Row key={item.key} item={item} />
            ))}
          </ul>
          <p className="hint tabular-nums">{formatBytes(bytes)} in all</p>
          <Button variant="danger-quiet" onClick={() => setAsking(true)}>
            Remove all
          </Button>
        </>
      )}
      <MeaningSetting />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove all from this device?"
        body={`You would have to download ${filesText(used)} again. Nothing is removed from your account.`}
        confirmLabel="Remove all"
        busyLabel="Removing..."
        danger
        onConfirm={clear}
      />
    </SettingsSection>
  );
}

function Row({ item }: { item: OfflineItem }) {
  const { files } = useOfflineFiles();
  const href = hrefOf(item);
  const { files: count } = progressOf(item, files);
  const tracks = offlineTracksOf(item, files);
  return (
    <li className="account-session">
      <div className="offline-item">
        {href ? (
          <Link className="link" to={href}>
            {item.title}
          </Link>
        ) : (
          <b>{item.title}</b>
        )}
        <p className="hint tabular-nums">{count > 1 ? `${kinds[item.kind]} · ${count} files` : kinds[item.kind]}</p>
        <DownloadState item={item} />
      </div>
      <div className="account-buttons">
        {tracks.length > 0 && <PlayOfflineButton title={item.title} tracks={tracks} source={sourceOf(item, href)} />}
        <DownloadActions item={item} />
      </div>
    </li>
  );
}

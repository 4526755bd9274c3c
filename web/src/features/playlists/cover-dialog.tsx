import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Playlist } from "@/api/models";
import { validateWithRules } from "@/core/validation";
import { playlistKeys } from "@/data/playlists/playlists";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { createCoverUpload } from "@/data/uploads/uploads";
import { useOnline } from "@/lib/browser/online";
import { UploadError } from "@/parts/uploading/sending/errors";
import { PICTURE_FAILED, uploadPicture } from "@/parts/uploading/sending/picture";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";
import { PlaylistArt } from "./playlist-art";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";
const UNREADABLE = "This picture cannot be read. Choose another one.";

interface Chosen {
  file: File;
  /** Object URL of the file. */
  url: string;
}

/** Returns the validation error of a file. The server repeats the rules. */
async function problemOf(file: File): Promise<string | undefined> {
  const failing = await validateWithRules((core) => core.validateImageFile(file.name, file.type, file.size));
  return failing[0]?.message;
}

interface CoverDialogProps {
  playlist: Playlist;
  onClose: () => void;
  onRemove: () => void;
}

export function CoverDialog({ playlist, onClose, onRemove }: CoverDialogProps) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<FileProgress>();
  const sending = useRef<AbortController>(undefined);

  useEffect(() => {
    if (!chosen) return undefined;
    return () => URL.revokeObjectURL(chosen.url);
  }, [chosen]);
  useEffect(() => () => sending.current?.abort(), []);

  async function choose([file]: File[]) {
    if (!file) return;
    const wrong = await problemOf(file);
    setProblem(wrong);
    setChosen(wrong === undefined ? { file, url: URL.createObjectURL(file) } : undefined);
  }

  async function send({ file }: Chosen) {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(undefined);
    setBusy(true);
    try {
      await uploadPicture(
        (body, stop) => createCoverUpload(playlist.id, { ...body, replaces: playlist.coverUrl ?? "" }, stop),
        file,
        controller.signal,
        setProgress,
      );
      await invalidateInAllTabs(queries, playlistKeys.all);
      toast("Cover changed");
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("A cover was not changed.", error);
      // The page shows the cover of another device, which a retry replaces.
      if (error instanceof UploadError) void invalidateInAllTabs(queries, playlistKeys.all);
      setProblem(`${PICTURE_FAILED} ${error instanceof Error ? error.message : ""}`);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change cover"
      description="A JPEG, PNG, WebP or GIF picture smaller than 5 MB. It is cropped to a square."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!chosen || !isOnline}
            busy={isBusy}
            busyLabel="Uploading..."
            onClick={() => chosen && void send(chosen)}
          >
            {problem && chosen ? "Retry" : "Use this picture"}
          </Button>
        </>
      }
    >
      <div className="cover-choice">
        {chosen ? (
          <img
            className="playlist-art"
            src={chosen.url}
            alt={`New cover: ${chosen.file.name}`}
            onError={() => {
              setChosen(undefined);
              setProblem(UNREADABLE);
            }}
          />
        ) : (
          <PlaylistArt playlist={playlist} />
        )}
        <div className="grid gap-3 content-center min-w-0">
          {isBusy ? (
            <>
              <ProgressBar label="Upload of the cover" value={progress} />
              <p className="hint tabular-nums" role="status">
                {progress === undefined ? "Checking the picture..." : `${Math.round(progress * 100)}%`}
              </p>
            </>
          ) : (
            <>
              <DropZone
                multiple={false}
                accept={ACCEPTED}
                label="Drop a picture here or"
                chooseLabel="choose a picture"
                onFiles={(files) => void choose(files)}
              />
              {playlist.coverUrl && !chosen && (
                <Button
                  size="sm"
                  variant="danger-quiet"
                  onClick={() => {
                    onRemove();
                    onClose();
                  }}
                >
                  Remove cover
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {!isOnline && <Banner kind="offline">You're offline. A picture can be sent when you're back online.</Banner>}
      {problem && <Banner kind="bad">{problem}</Banner>}
    </Dialog>
  );
}

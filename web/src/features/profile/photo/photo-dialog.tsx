import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Me } from "@/api/models";
import { refreshPhoto, useRemovePhoto } from "@/data/me/profile";
import { createPhotoUpload } from "@/data/uploads/uploads";
import { useOnline } from "@/lib/browser/online";
import { ProblemMessage } from "@/parts/forms/problem";
import { UploadError } from "@/parts/uploading/sending/errors";
import { uploadPicture } from "@/parts/uploading/sending/picture";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { DropZone } from "@/ui/form/drop-zone";
import { Avatar } from "@/ui/media/avatar";
import { Dialog } from "@/ui/overlay/dialog";
import { CropField } from "./crop-field";
import { type CropRect, centeredSquare, closePicture, cropToJpeg, type DecodedPicture, openPicture } from "./picture";

const FAILED = "Failed to upload profile picture";

interface PhotoDialogProps {
  me: Me;
  onClose: () => void;
  /** Called with a message after the photo was changed. */
  onDone: (text: string) => void;
}

export function PhotoDialog({ me, onClose, onDone }: PhotoDialogProps) {
  const isOnline = useOnline();
  const [picture, setPicture] = useState<DecodedPicture>();
  const [problem, setProblem] = useState<ReactNode>();
  const removal = useRemovePhoto();
  const { send, isBusy, progress } = useSending(me.profileImageUrl ?? "", setProblem);
  const part = useRef<CropRect>(undefined);

  useEffect(() => {
    if (!picture) return undefined;
    return () => closePicture(picture);
  }, [picture]);

  async function choose([file]: File[]) {
    if (!file) return;
    try {
      const opened = await openPicture(file);
      part.current = undefined;
      setProblem(undefined);
      setPicture(opened);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : FAILED);
    }
  }

  async function save(chosen: DecodedPicture) {
    if (await send(chosen, part.current ?? centeredSquare(chosen))) onDone("Profile picture updated successfully!");
  }

  function remove(shownUrl: string) {
    setProblem(undefined);
    removal.mutate(shownUrl, {
      onSuccess: () => onDone("Profile picture removed."),
      onError: (error) =>
        setProblem(
          <>
            Failed to update profile: <ProblemMessage error={error} />
          </>,
        ),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change photo"
      description={
        picture
          ? "Move and zoom the picture until the circle shows what you want."
          : "Any picture smaller than 5 MB. You choose which part of it is shown."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {picture && (
            <Button
              variant="primary"
              disabled={!isOnline}
              busy={isBusy}
              busyLabel="Uploading..."
              onClick={() => void save(picture)}
            >
              {problem ? "Retry" : "Save photo"}
            </Button>
          )}
        </>
      }
    >
      <div className="photo-choice">
        {picture ? (
          <>
            <CropField picture={picture} onCrop={(cutOut) => (part.current = cutOut)} />
            {!isBusy && (
              <Button size="sm" variant="quiet" onClick={() => setPicture(undefined)}>
                Choose another picture
              </Button>
            )}
          </>
        ) : (
          <>
            <Avatar src={me.profileImageUrl} name={me.displayUsername ?? me.name} size="xl" />
            <DropZone
              multiple={false}
              accept="image/*"
              label="Drop a picture here or"
              chooseLabel="choose a picture"
              onFiles={(files) => void choose(files)}
            />
            {me.profileImageUrl && (
              <Button
                size="sm"
                variant="danger-quiet"
                disabled={!isOnline}
                busy={removal.isPending}
                busyLabel="Removing..."
                onClick={() => me.profileImageUrl && remove(me.profileImageUrl)}
              >
                Remove photo
              </Button>
            )}
          </>
        )}
        {isBusy && (
          <div className="grid gap-2">
            <ProgressBar label="Upload of the photo" value={progress} />
            <p className="hint tabular-nums" role="status">
              {progress === undefined ? "Checking the picture..." : `${Math.round(progress * 100)}%`}
            </p>
          </div>
        )}
        {!isOnline && <Banner kind="offline">You're offline. A photo can be changed when you're back online.</Banner>}
        {problem && <Banner kind="bad">{problem}</Banner>}
      </div>
    </Dialog>
  );
}

/** Sends a photo in place of `seen`, the URL of the photo that is shown. */
function useSending(seen: string, onProblem: (text: string | undefined) => void) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<FileProgress>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(picture: DecodedPicture, part: CropRect): Promise<boolean> {
    const controller = new AbortController();
    sending.current = controller;
    onProblem(undefined);
    setBusy(true);
    try {
      await uploadPicture(
        (body, stop) => createPhotoUpload({ ...body, replaces: seen }, stop),
        await cropToJpeg(picture, part),
        controller.signal,
        setProgress,
      );
      await refreshPhoto(queries);
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      console.warn("A photo was not changed.", error);
      const why = error instanceof Error ? error.message : "";
      // The page shows the photo of another device, which a retry replaces.
      if (error instanceof UploadError) void refreshPhoto(queries).catch(() => undefined);
      onProblem(why && !why.startsWith(FAILED) ? `${FAILED}. ${why}` : FAILED);
      setBusy(false);
      return false;
    }
  }
  return { send, isBusy, progress };
}

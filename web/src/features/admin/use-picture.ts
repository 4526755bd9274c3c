import { useEffect, useRef, useState } from "react";
import { problemText } from "@/api/problem";
import type { CreatePictureUploadRequest, UploadTicket } from "@/data/uploads/uploads";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { UploadError } from "@/parts/uploading/sending/errors";
import { uploadPicture } from "@/parts/uploading/sending/picture";

/**
 * Returns the state of an optional image upload in a form. `seen` is the URL of the image that the form shows, or
 * empty. The server rejects the upload if the image was replaced in the meantime.
 */
export function usePictureUpload(
  seen: string,
  create: (file: CreatePictureUploadRequest, signal: AbortSignal) => Promise<UploadTicket>,
) {
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  // URL of the shown image, once this form has replaced it. A second upload may replace the first.
  const replaced = useRef<string>(undefined);
  useUnsavedChanges(chosen !== undefined);
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);

  // If `replaces` is missing, the server replaces any image. Here the current image is the one that this form has sent.
  const replaces = () => (replaced.current === seen ? undefined : seen);

  return {
    chosen,
    problem,
    replaces,
    choose(picture: File | undefined) {
      setProblem(undefined);
      setChosen(picture);
    },
    /** Uploads the selected image, if there is one. Returns false if the form must not be submitted. */
    async send(): Promise<boolean> {
      if (!chosen) return true;
      setProblem(undefined);
      const controller = new AbortController();
      stop.current = controller;
      try {
        const shown = replaces();
        const state = shown === undefined ? {} : { replaces: shown };
        await uploadPicture((file, signal) => create({ ...file, ...state }, signal), chosen, controller.signal);
        replaced.current = seen;
      } catch (error) {
        if (controller.signal.aborted) return false;
        setProblem(`Nothing was saved. ${error instanceof UploadError ? error.message : problemText(error)}`);
        return false;
      }
      setChosen(undefined);
      return true;
    },
  };
}

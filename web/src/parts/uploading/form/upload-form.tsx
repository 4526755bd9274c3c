import type { ReactNode } from "react";
import type { ContentKind } from "@/data/admin/admin";
import { useOnline } from "@/lib/browser/online";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { DropZone } from "@/ui/form/drop-zone";
import { useUploadsPaused } from "../sending/connection";
import { isUnfinished } from "../sending/queue";
import type { Uploads } from "../sending/store";
import { UploadList } from "../upload-list";
import { UploadPanel } from "../upload-panel";
import { SelectedFileRow } from "./selected-file-row";
import type { SelectedFile, UploadMetadata } from "./selected-files";
import { type UploadFormState, type UploadRules, useUploadForm } from "./use-upload-form";

/** Settings of an upload form: accepted files, texts and validation rules. */
export interface UploadFormKind<Typed extends UploadMetadata, Fields = Typed> extends UploadRules<Typed, Fields> {
  title: string;
  icon: ReactNode;
  accept: string;
  /** Text before the button that chooses files; "Drop PDFs here or" by default. */
  dropLabel?: string;
  contentKind: ContentKind;
}

export interface FileFieldsProps<Typed extends UploadMetadata> {
  chosen: SelectedFile<Typed>;
  errors: Record<string, string>;
  shared: Typed;
  onChange: (own: Partial<Typed>) => void;
}

interface UploadFormProps<Typed extends UploadMetadata, Fields> {
  kind: UploadFormKind<Typed, Fields>;
  uploads: Uploads<Fields>;
  children: (form: UploadFormState<Typed>) => ReactNode;
  ownFields?: (file: FileFieldsProps<Typed>) => ReactNode;
}

/** Form that uploads one or several files to one collection. For administrators. */
export function UploadForm<Typed extends UploadMetadata, Fields>({
  kind,
  uploads,
  children,
  ownFields,
}: UploadFormProps<Typed, Fields>) {
  const { title, noun, icon, accept, dropLabel, contentKind, texts } = kind;
  const form = useUploadForm(uploads, kind);
  const isOnline = useOnline();
  const isPaused = useUploadsPaused();
  const { chosen, queue, busy, isReading, hasSeveralFiles, acceptedCount, message, fileErrors } = form;
  const unsent = isPaused ? queue.filter(isUnfinished).length : 0;
  return (
    <UploadPanel
      title={title}
      isBusy={busy}
      onSubmit={form.submit}
      fields={
        <>
          {children(form)}
          <Button
            variant="primary"
            type="submit"
            isFullWidth
            disabled={!isOnline}
            busy={busy || isReading}
            busyLabel={unsent > 0 ? "Paused" : busy ? "Uploading..." : "Reading..."}
          >
            {hasSeveralFiles ? `Upload ${acceptedCount} ${noun}` : "Upload"}
          </Button>
          {unsent > 0 && (
            <Banner kind="offline">
              Can't reach Note Ninja. {unsent === 1 ? "1 file is" : `${unsent} files are`} waiting; uploading continues
              when the connection is back.
            </Banner>
          )}
          {!isOnline && unsent === 0 && (
            <Banner kind="offline">You're offline. Files can be sent when you're back online.</Banner>
          )}
          {message && <Banner kind={message.kind}>{message.text}</Banner>}
        </>
      }
    >
      <DropZone
        label={dropLabel}
        accept={accept}
        disabled={busy}
        error={form.fileError}
        onFiles={(files) => void form.addFiles(files)}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen files">
          {chosen.map((each) => (
            <SelectedFileRow
              key={each.key}
              chosen={each}
              icon={icon}
              hasOwnTitle={hasSeveralFiles && !each.rejection}
              titleError={fileErrors.get(each.key)?.title}
              onTitle={(title) => form.setFileMetadata(each.key, { title })}
              onRemove={() => form.removeFile(each.key)}
            >
              {ownFields?.({
                chosen: each,
                errors: fileErrors.get(each.key) ?? {},
                shared: form.typed,
                onChange: (own) => form.setFileMetadata(each.key, { own }),
              })}
            </SelectedFileRow>
          ))}
        </ul>
      )}
      <UploadList
        queue={queue}
        texts={texts}
        icon={icon}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        isPaused={isPaused}
        onRetryAll={uploads.retryAll}
        onLink={uploads.reuseFile}
        onPublish={uploads.publish}
        contentKind={contentKind}
      />
    </UploadPanel>
  );
}

import type { ReactNode } from "react";
import type { ContentKind } from "@/api/admin";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { DropZone } from "@/ui/drop-zone";
import { ChosenFile } from "./chosen-file";
import type { Uploads } from "./store";
import { UploadList } from "./upload-list";
import { UploadPanel } from "./upload-panel";
import { type Described, type UploadFormState, type UploadRules, useUploadForm } from "./use-upload-form";

/** One of the upload forms: what it accepts, what it says, and the rules for what is typed. */
export interface UploadFormKind<Typed extends Described, Fields = Typed> extends UploadRules<Typed, Fields> {
  /** 'Upload PDF Note'. */
  title: string;
  /** What several files become: 'notes'. */
  noun: string;
  /** Picture of a file of this kind. */
  icon: ReactNode;
  /** As the `accept` attribute of a file input. */
  accept: string;
  /** Before the button that chooses files; 'Drop PDFs here or' by default. */
  dropLabel?: string;
  /** What a file becomes. */
  contentKind: ContentKind;
}

interface UploadFormProps<Typed extends Described, Fields> {
  kind: UploadFormKind<Typed, Fields>;
  uploads: Uploads<Fields>;
  /** The fields. */
  children: (form: UploadFormState<Typed>) => ReactNode;
}

/** For administrators: uploads files to one place, several at once. */
export function UploadForm<Typed extends Described, Fields>({
  kind,
  uploads,
  children,
}: UploadFormProps<Typed, Fields>) {
  const { title, noun, icon, accept, dropLabel, contentKind, texts } = kind;
  const form = useUploadForm(uploads, kind);
  const { chosen, queue, busy, isReading, isSeveral, acceptedCount, message } = form;
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
            block
            busy={busy || isReading}
            busyLabel={busy ? "Uploading..." : "Reading..."}
          >
            {isSeveral ? `Upload ${acceptedCount} ${noun}` : "Upload"}
          </Button>
          {message && <Banner kind={message.kind}>{message.text}</Banner>}
        </>
      }
    >
      <DropZone label={dropLabel} accept={accept} disabled={busy} onFiles={(files) => void form.choose(files)} />
      {chosen.length > 0 && (
        <ul aria-label="Chosen files">
          {chosen.map((each) => (
            <ChosenFile
              key={each.key}
              chosen={each}
              icon={icon}
              hasOwnTitle={isSeveral && !each.refusal}
              onTitle={(own) => form.retitle(each.key, own)}
              onRemove={() => form.drop(each.key)}
            />
          ))}
        </ul>
      )}
      <UploadList
        queue={queue}
        texts={texts}
        icon={icon}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        onLink={uploads.link}
        contentKind={contentKind}
      />
    </UploadPanel>
  );
}

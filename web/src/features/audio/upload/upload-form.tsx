import { FileAudio } from "lucide-react";
import type { ShelfId } from "@/api/models";
import { UploadDescriptionField, UploadSubjectField, UploadTitleField } from "@/parts/uploading/form/upload-fields";
import { UploadForm as FilesForm, type UploadFormKind } from "@/parts/uploading/form/upload-form";
import { type AudioFields, audioTexts, recordingUploads } from "./store";
import { readTags } from "./tags";

const emptyFields: AudioFields = { title: "", subject: "", description: "" };

const kindOf = (shelf: ShelfId): UploadFormKind<AudioFields> => ({
  title: "Upload Audio Note",
  noun: "audio notes",
  missingFile: "Choose an audio file.",
  icon: <FileAudio />,
  accept: "audio/*,.mp3,.m4a,.aac,.ogg,.oga,.opus,.wav,.flac",
  dropLabel: "Drop audio files here or",
  contentKind: "audio",
  texts: audioTexts,
  initialFields: emptyFields,
  readTags,
  checkFile: (core, { name, type, size }) => core.validateAudioFile(name, type, size),
  checkFields: (core, fields) => core.validateAudioDraft({ ...fields, shelf }),
  toFields: (typed) => typed,
  withOrder: (fields, order) => ({ ...fields, order }),
});

/** Form that uploads recordings to a shelf. For administrators. */
export function UploadForm({ shelf }: { shelf: ShelfId }) {
  return (
    <FilesForm kind={kindOf(shelf)} uploads={recordingUploads(shelf)}>
      {(form) => (
        <>
          <UploadTitleField form={form} onChange={(title) => form.set({ title })} />
          <UploadSubjectField form={form} onChange={(subject) => form.set({ subject })} />
          <UploadDescriptionField form={form} onChange={(description) => form.set({ description })} />
        </>
      )}
    </FilesForm>
  );
}

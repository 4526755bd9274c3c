import type { AlbumId } from "@/api/models";
import { pdfForm, pdfType } from "@/parts/uploading/form/pdf";
import { PictureField } from "@/parts/uploading/form/picture-field";
import {
  UploadDescriptionField,
  UploadReviewField,
  UploadSubjectField,
  UploadTitleField,
} from "@/parts/uploading/form/upload-fields";
import { UploadForm as FilesForm, type UploadFormKind } from "@/parts/uploading/form/upload-form";
import { useKeptPictures } from "@/parts/uploading/kept-pictures";
import { type AlbumFields, albumUploads, albumUploadTexts } from "./store";

const emptyFields: AlbumFields = { subject: "", title: "", description: "", review: false };

const kindOf = (album: AlbumId): UploadFormKind<AlbumFields> => ({
  ...pdfForm,
  contentKind: "albumNote",
  texts: albumUploadTexts,
  initialFields: emptyFields,
  checkFile: (core, file) => core.validateAlbumNoteFile(file.name, pdfType(file), file.size),
  checkFields: (core, { subject, title, description }) =>
    core.validateAlbumNoteDraft(album, subject, title, description),
  toFields: (typed) => typed,
});

/** Form that uploads PDFs with optional covers to an album. For administrators. */
export function UploadForm({ album }: { album: AlbumId }) {
  useKeptPictures();
  return (
    <FilesForm kind={kindOf(album)} uploads={albumUploads(album)}>
      {(form) => (
        <>
          <UploadSubjectField form={form} onChange={(subject) => form.set({ subject })} />
          <UploadTitleField form={form} onChange={(title) => form.set({ title })} />
          <UploadDescriptionField form={form} onChange={(description) => form.set({ description })} />
          <UploadReviewField form={form} onChange={(review) => form.set({ review })} />
          <PictureField
            picture={form.typed.picture}
            isForSeveral={form.hasSeveralFiles}
            disabled={form.busy}
            onPicture={(picture) => form.set({ picture })}
          />
        </>
      )}
    </FilesForm>
  );
}

import type { PagePicture } from "@/ui/media/note-preview";

/** Image of the first page, shown until pdf.js has rendered that page. */
export function FirstPage({ picture }: { picture: PagePicture }) {
  return (
    <div className="reader-stand" aria-hidden="true">
      <img src={picture.url} alt="" width={picture.widthPx} height={picture.heightPx} />
    </div>
  );
}

/** Placeholder of the reader while its code loads. */
export function ReaderFrame({ picture }: { picture: PagePicture }) {
  return (
    <div className="reader" aria-busy="true">
      <div className="reader-bar reader-bar-coming" />
      <div className="reader-body">
        <div className="reader-pages">
          <FirstPage picture={picture} />
        </div>
      </div>
    </div>
  );
}

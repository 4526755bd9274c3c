import type { ReactNode } from "react";
import { Skeleton } from "@/ui/feedback/skeleton";
import type { PagePicture } from "@/ui/media/note-preview";

/** Image of the first page, shown until pdf.js has rendered that page. */
export function FirstPage({ picture }: { picture: PagePicture }) {
  return (
    <div className="reader-placeholder" aria-hidden="true">
      <img src={picture.url} alt="" width={picture.widthPx} height={picture.heightPx} />
    </div>
  );
}

interface ReaderFrameProps {
  head: ReactNode;
  picture: PagePicture | undefined;
}

/** Placeholder of the reader while the note or the reader's code loads. */
export function ReaderFrame({ head, picture }: ReaderFrameProps) {
  return (
    <div className="reader" aria-busy="true">
      <div className="reader-bar reader-bar-coming">{head}</div>
      <div className="reader-body">
        <div className="reader-pages">
          {picture ? <FirstPage picture={picture} /> : <Skeleton className="reader-skeleton" />}
        </div>
      </div>
    </div>
  );
}

import { Download } from "lucide-react";
import { recordDownload } from "@/data/notes/notes";
import { useSession } from "@/session/session";

/** Link that opens the PDF in a new tab and records the download of members. */
export function DownloadLink({
  noteId,
  href,
  isPrimary = false,
}: {
  noteId: string;
  href: string;
  isPrimary?: boolean;
}) {
  const { status } = useSession();
  return (
    <a
      className={isPrimary ? "btn primary" : "btn outlined sm"}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={() => {
        if (status === "signed-in") recordDownload(noteId);
      }}
    >
      <Download aria-hidden="true" />
      Download PDF
    </a>
  );
}

import type { components } from "@/api/schema";
import type { PagePicture } from "@/ui/media/note-preview";

type PdfMetadata = components["schemas"]["PdfMetadata"];

/** Returns the thumbnail of a note's first page: small for cards, large for the note's page. */
export function firstPageThumbnail(
  { preview }: PdfMetadata,
  size: "small" | "large" = "small",
): PagePicture | undefined {
  if (!preview) return undefined;
  const { smallUrl, largeUrl, thumbhash, widthPx, heightPx } = preview;
  return { url: size === "small" ? smallUrl : largeUrl, thumbhash, widthPx, heightPx };
}

/** Returns the cover of a note, or else the thumbnail of its first page. */
export function noteThumbnail(
  { imageUrl, facts }: { imageUrl?: string | undefined; facts: PdfMetadata },
  size?: "small" | "large",
): PagePicture | undefined {
  return imageUrl ? { url: imageUrl } : firstPageThumbnail(facts, size);
}

/** Returns the thumbnail of a saved note: the URL stored in My Notes. */
export function savedNoteThumbnail({
  previewUrl,
  facts,
}: {
  previewUrl?: string | undefined;
  facts: PdfMetadata;
}): PagePicture | undefined {
  if (!previewUrl) return undefined;
  const page = firstPageThumbnail(facts);
  return page?.url === previewUrl ? page : { url: previewUrl };
}

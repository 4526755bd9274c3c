import type { components } from "@/api/schema";
import type { PagePicture } from "@/ui/media/note-preview";

type Facts = components["schemas"]["PdfFacts"];

/** Returns the thumbnail of a note's first page: small for cards, large for the note's page. */
export function firstPage({ preview }: Facts, size: "small" | "large" = "small"): PagePicture | undefined {
  if (!preview) return undefined;
  const { smallUrl, largeUrl, thumbhash, widthPx, heightPx } = preview;
  return { url: size === "small" ? smallUrl : largeUrl, thumbhash, widthPx, heightPx };
}

/** Returns the cover of a note, or else the thumbnail of its first page. */
export function chosenOrFirstPage(
  { imageUrl, facts }: { imageUrl?: string | undefined; facts: Facts },
  size?: "small" | "large",
): PagePicture | undefined {
  return imageUrl ? { url: imageUrl } : firstPage(facts, size);
}

/** Returns the thumbnail stored in My Notes. */
export function keptPicture({
  previewUrl,
  facts,
}: {
  previewUrl?: string | undefined;
  facts: Facts;
}): PagePicture | undefined {
  if (!previewUrl) return undefined;
  const page = firstPage(facts);
  return page?.url === previewUrl ? page : { url: previewUrl };
}

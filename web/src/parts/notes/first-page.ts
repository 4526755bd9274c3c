import type { components } from "@/api/schema";
import type { PagePicture } from "@/ui/media/note-preview";

type Facts = components["schemas"]["PdfFacts"];

/** The picture of a note's first page, small for cards and large for its own page; nothing where there is none. */
export function firstPage({ preview }: Facts, size: "small" | "large" = "small"): PagePicture | undefined {
  if (!preview) return undefined;
  const { smallUrl, largeUrl, thumbhash, widthPx, heightPx } = preview;
  return { url: size === "small" ? smallUrl : largeUrl, thumbhash, widthPx, heightPx };
}

/** The same, unless somebody chose another picture. */
export function chosenOrFirstPage(
  { imageUrl, facts }: { imageUrl?: string | undefined; facts: Facts },
  size?: "small" | "large",
): PagePicture | undefined {
  return imageUrl ? { url: imageUrl } : firstPage(facts, size);
}

/** The picture that My Notes kept. A copy on this device may be from before there were facts. */
export function keptPicture({
  previewUrl,
  facts,
}: {
  previewUrl?: string | undefined;
  facts?: Facts | undefined;
}): PagePicture | undefined {
  if (!previewUrl) return undefined;
  const page = facts && firstPage(facts);
  return page?.url === previewUrl ? page : { url: previewUrl };
}

import type { components } from "@/api/schema";
import { canPlayAudio } from "@/lib/browser/audio-support";

type Schemas = components["schemas"];

/** Returns the smaller rendition of a recording if this browser plays it, otherwise the original. */
export function preferredFile<Original extends { url: string }>(
  original: Original & Pick<Schemas["SignedAudioUrl"], "rendition">,
): Original | Schemas["SignedRendition"] {
  const { rendition } = original;
  return rendition && canPlayAudio(rendition.contentType) ? rendition : original;
}

/**
 * Returns the file to download for an offline copy: the original if `storedSha256` is its hash, otherwise the preferred
 * one.
 */
export const fileToKeep = (signed: Schemas["SignedAudioUrl"], storedSha256: string | undefined) =>
  storedSha256 === signed.sha256 ? signed : preferredFile(signed);

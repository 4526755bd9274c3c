import latinExt from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url";
import latin from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import type { TextFont } from "./text-settings";

/** Unicode range of the second font file: letters that the first file lacks. */
const LATIN_EXT =
  "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2C60-2C7F, U+A720-A7FF";

let isAdded = false;

/** Makes the font available. Its files are only downloaded when text is shown in it. */
export function addFont(font: TextFont): void {
  if (font !== "atkinson" || isAdded || typeof FontFace === "undefined") return;
  isAdded = true;
  const how = { weight: "200 800", display: "swap" } as const;
  document.fonts.add(new FontFace("Atkinson Hyperlegible Next", `url("${latin}") format("woff2")`, how));
  document.fonts.add(
    new FontFace("Atkinson Hyperlegible Next", `url("${latinExt}") format("woff2")`, {
      ...how,
      unicodeRange: LATIN_EXT,
    }),
  );
}

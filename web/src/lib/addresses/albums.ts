import { paths } from "./paths";

/** What the pages of the albums differ in, by the names that albums have in the API. */
export const albums = {
  cram: { title: "Cram Mode", href: paths.cramMode() },
  examReview: { title: "Exam Review", href: paths.examReview() },
  nightOwl: { title: "Night Owl", href: paths.nightOwl() },
} as const;

type AlbumId = keyof typeof albums;

/** All albums, in the order in which they are offered. */
export const albumIds = ["cram", "examReview", "nightOwl"] as const satisfies readonly AlbumId[];

/** The album whose page is at `pathname`. */
export function albumAt(pathname: string): AlbumId {
  const href = pathname.replace(/\/+$/, "");
  return albumIds.find((id) => albums[id].href === href) ?? "cram";
}

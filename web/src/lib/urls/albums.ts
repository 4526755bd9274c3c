import { paths } from "./paths";

export const albums = {
  cram: { title: "Cram Mode", href: paths.cramMode() },
  examReview: { title: "Exam Review", href: paths.examReview() },
  nightOwl: { title: "Night Owl", href: paths.nightOwl() },
} as const;

type AlbumId = keyof typeof albums;

export const albumIds = ["cram", "examReview", "nightOwl"] as const satisfies readonly AlbumId[];

/** Returns the album whose page is at `pathname`, or `cram` for any other path. */
export function albumFromPath(pathname: string): AlbumId {
  const href = pathname.replace(/\/+$/, "");
  return albumIds.find((id) => albums[id].href === href) ?? "cram";
}

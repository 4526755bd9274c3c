import { useState } from "react";
import type { Playlist } from "@/api/models";
import { cn } from "@/lib/text/cn";
import { Artwork } from "@/ui/media/artwork";
import { playlistDrawing } from "./drawing";

type Tile = Playlist["mosaic"][number];

/** Removes tiles that look the same: with the same artwork or, without artwork, with the same subject. */
export function differentTiles(mosaic: readonly Tile[]): Tile[] {
  const seen = new Set<string>();
  return mosaic.filter(({ artworkUrl, subject }) => {
    const look = artworkUrl ?? `subject ${subject}`;
    return !seen.has(look) && seen.add(look);
  });
}

interface PlaylistArtProps {
  playlist: Pick<Playlist, "id" | "coverUrl" | "mosaic">;
  /** Class that sets the size. The element is a square. */
  className?: string | undefined;
}

/** Cover of a playlist: its own, or a mosaic of its recordings, or a drawing. Decorative, next to the name. */
export function PlaylistArt({ playlist, className }: PlaylistArtProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const { id, coverUrl, mosaic } = playlist;
  if (coverUrl && coverUrl !== failedUrl) {
    return (
      <span className={cn("playlist-art", className)} data-art="cover" aria-hidden="true">
        <img src={coverUrl} alt="" decoding="async" onError={() => setFailedUrl(coverUrl)} />
      </span>
    );
  }
  const tiles = differentTiles(mosaic);
  const [first] = tiles;
  if (tiles.length > 1 || first?.artworkUrl) {
    const shown = tiles.length >= 4 ? tiles.slice(0, 4) : tiles.slice(0, 2);
    return (
      <span className={cn("playlist-art mosaic", `of-${shown.length}`, className)} data-art="mosaic" aria-hidden="true">
        {shown.map((tile) => (
          <Artwork key={tile.audioId} subject={tile.subject} url={tile.artworkUrl} />
        ))}
      </span>
    );
  }
  const { d, tone } = playlistDrawing(id, first?.subject);
  return (
    <span className={cn("playlist-art", `tone-${tone}`, className)} data-art="drawing" aria-hidden="true">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <path d={d} fill="none" stroke="currentColor" strokeWidth={1.8} strokeLinecap="round" opacity={0.75} />
      </svg>
    </span>
  );
}

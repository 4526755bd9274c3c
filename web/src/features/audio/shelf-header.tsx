import type { ReactNode } from "react";
import type { Shelf } from "@/api/models";
import { useDurations } from "@/core/durations";
import { Skeleton } from "@/ui/feedback/skeleton";
import { ShelfDrawing } from "./shelf-art";
import type { ShelfInfo } from "./shelves";

function episodesText(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "episode" : "episodes"}`;
}

export function ShelfHeader(props: {
  info: ShelfInfo;
  shelf: Shelf | undefined;
  isFailed?: boolean;
  actions: ReactNode;
}) {
  const { info, shelf, isFailed = false, actions } = props;
  const { total } = useDurations();
  return (
    <header className="shelf-head">
      <ShelfDrawing id={info.id} />
      <div className="txt">
        <p className="shelf-label">Public Playlist</p>
        <h1>{info.title}</h1>
        <p className="sub">For efficient review before exams</p>
        <p className="meta tabular-nums">
          {shelf && `Note Ninja · ${episodesText(shelf.episodes)} · ${total(shelf.totalSecs)}`}
          {!shelf && (isFailed ? "Note Ninja" : <Skeleton className="h-3.5 w-56" />)}
        </p>
      </div>
      <div className="actions">{actions}</div>
    </header>
  );
}

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Ellipsis, Layers, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Chapter } from "@/api/models";
import { chaptersQuery } from "@/data/cards/chapters";
import { paths } from "@/lib/urls/paths";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { lazyDialog } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { SectionHeading } from "@/ui/layout/section-head";
import { Menu } from "@/ui/overlay/menu";
import "./chapter-list.css";

/** Loaded on demand, because only administrators use these dialogs. */
const ChapterDialog = lazyDialog(async () => (await import("./chapter-dialog")).default);
const RemoveChapter = lazyDialog(async () => (await import("./remove-chapter")).default);

type Doing = { kind: "add" } | { kind: "edit"; chapter: Chapter } | { kind: "remove"; chapter: Chapter };

function cardsInWords(count: number): string {
  if (count === 0) return "No cards yet";
  return count === 1 ? "1 card" : `${count} cards`;
}

/** List of a course's chapters with their study cards. If it is empty, students see nothing. */
export function ChapterList({ code }: { code: string }) {
  const { isAdmin } = useSession();
  const chapters = useQuery(chaptersQuery(code));
  const [doing, setDoing] = useState<Doing>();
  const list = chapters.data ?? [];
  if (!isAdmin && (chapters.isSuccess ? list.length === 0 : !chapters.isError)) return null;

  const close = () => setDoing(undefined);
  return (
    <section className="chapter-list" aria-labelledby="study-cards" aria-busy={chapters.isPending}>
      <SectionHeading id="study-cards" title="Study Cards">
        {list.some(({ cardCount }) => cardCount > 0) && (
          <div className="flex flex-wrap gap-2">
            <LinkButton size="sm" to={paths.practice(code)}>
              Practice test
            </LinkButton>
            <LinkButton size="sm" to={paths.study(code)}>
              Study
            </LinkButton>
          </div>
        )}
        {isAdmin && (
          <Button size="sm" icon={<Plus />} disabled={!chapters.isSuccess} onClick={() => setDoing({ kind: "add" })}>
            Add chapter
          </Button>
        )}
      </SectionHeading>
      {chapters.isPending && <Skeleton className="h-14 w-full" />}
      {chapters.isError && (
        <LoadError variant="banner" error={chapters.error} onRetry={chapters.refetch}>
          Could not load the study cards.
        </LoadError>
      )}
      {chapters.isSuccess && list.length === 0 && (
        <p className="sub">No chapters yet. Add the first one, then write its study cards.</p>
      )}
      {list.length > 0 && (
        <ul className="card chapters">
          {list.map((chapter) => (
            <li key={chapter.id}>
              <Link to={paths.chapter(code, chapter.id)}>
                <Layers aria-hidden="true" />
                <span className="about">
                  <span className="over tabular-nums">Chapter {chapter.number}</span>
                  <span className="truncate-1 name" title={chapter.title}>
                    {chapter.title}
                  </span>
                </span>
                <span className="count tabular-nums">{cardsInWords(chapter.cardCount)}</span>
                {!isAdmin && <ChevronRight aria-hidden="true" />}
              </Link>
              {isAdmin && (
                <Menu
                  trigger={<IconButton size="sm" label={`More for ${chapter.title}`} icon={<Ellipsis />} />}
                  items={[
                    { label: "Edit chapter", icon: <Pencil />, onSelect: () => setDoing({ kind: "edit", chapter }) },
                    {
                      label: "Remove chapter",
                      icon: <Trash2 />,
                      danger: true,
                      onSelect: () => setDoing({ kind: "remove", chapter }),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {(doing?.kind === "add" || doing?.kind === "edit") && (
        <ChapterDialog
          code={code}
          chapter={doing.kind === "edit" ? doing.chapter : undefined}
          nextNumber={Math.max(0, ...list.map((chapter) => chapter.number)) + 1}
          onClose={close}
        />
      )}
      {doing?.kind === "remove" && <RemoveChapter code={code} chapter={doing.chapter} onClose={close} />}
    </section>
  );
}

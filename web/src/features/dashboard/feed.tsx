import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FeedItem } from "@/api/models";
import { feedQuery } from "@/data/me/feed";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LoadError } from "@/ui/feedback/load-error";
import { SectionHeading } from "@/ui/layout/section-head";
import { Avatar } from "@/ui/media/avatar";

/** Recent activity of followed students. Renders nothing if the list is empty. */
export function Feed() {
  const feed = useQuery(feedQuery);
  const lines = feed.data ?? [];
  if (lines.length === 0 && !feed.isError) return null;
  return (
    <section aria-labelledby="feed">
      <SectionHeading id="feed" title="From students you follow" />
      {feed.isError && (
        <LoadError variant="banner" error={feed.error} onRetry={feed.refetch}>
          Could not load activity from students you follow
        </LoadError>
      )}
      <ul className="dashboard-feed card">
        {lines.map((line) => (
          <Line key={`${line.student.username} ${line.id}`} {...line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ student, action, id, title, at }: FeedItem) {
  return (
    <li>
      <Avatar src={student.profileImageUrl} name={student.displayUsername} />
      <p className="min-w-0">
        <Link to={paths.student(student.username)}>{student.displayUsername}</Link>{" "}
        {action === "startedCourse" ? (
          <>
            started{" "}
            <Link to={paths.notes(id)}>
              {displayCode(id)}: {title}
            </Link>
          </>
        ) : (
          <>
            shared the playlist <Link to={paths.playlist(id)}>{title}</Link>
          </>
        )}
      </p>
      <time className="hint tabular-nums" dateTime={at}>
        {formatDay(at)}
      </time>
    </li>
  );
}

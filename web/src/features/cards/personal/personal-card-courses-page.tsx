import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Layers } from "lucide-react";
import { Link } from "react-router";
import { problemDetail } from "@/api/problem";
import { OWN_CARD_PICTURES_MAX_BYTES, OWN_CARDS_MAX } from "@/core/limits";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatBytes } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LinkButton } from "@/ui/controls/button";
import { CourseDot } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { PageHeader } from "@/ui/layout/page-header";
import "../chapters/chapter-list.css";

/** Page with the courses for which the student wrote cards, including deleted courses. */
export function PersonalCardCoursesPage() {
  usePageTitle("My cards");
  const { data, error, refetch } = useQuery(personalCardCountsQuery);
  return (
    <>
      <PageHeader
        eyebrow={<Link to={paths.myNotes()}>My Notes</Link>}
        title="My cards"
        subtitle={
          data &&
          data.cards > 0 &&
          `${data.cards.toLocaleString("en")} of ${OWN_CARDS_MAX.toLocaleString("en")} cards, pictures ${formatBytes(data.pictureBytes)} of ${formatBytes(OWN_CARD_PICTURES_MAX_BYTES)}. Only you can see them.`
        }
        actions={data && data.items.length > 0 && <LinkButton to={paths.study()}>Study</LinkButton>}
      />
      {data && data.items.length > 0 ? (
        <ul className="card chapters">
          {data.items.map(({ course, cards }) => (
            <li key={course}>
              <Link to={paths.personalCards(course)}>
                <CourseDot code={course} />
                <span className="about">
                  <span className="truncate-1 name">{displayCode(course)}</span>
                </span>
                <span className="count tabular-nums">{cards === 1 ? "1 card" : `${cards} cards`}</span>
                <ChevronRight aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      ) : data ? (
        <StatusPlaceholder
          icon={<Layers />}
          title="No cards of your own yet"
          body="Write them on the page of a course, or select words in a note and make a card of them."
          action={
            <LinkButton variant="primary" to={paths.browse()}>
              Browse courses
            </LinkButton>
          }
        />
      ) : error ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Your cards could not be loaded
        </LoadError>
      ) : (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
    </>
  );
}

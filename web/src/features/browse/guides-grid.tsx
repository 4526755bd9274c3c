import { BookOpen, CloudOff } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useRecommendations } from "@/core/search/queries";
import type { Recommendation as RecommendedGuide } from "@/core/wasm";
import { useLike } from "@/data/likes/likes";
import { paths } from "@/lib/urls/paths";
import { Button } from "@/ui/controls/button";
import { LikeButton } from "@/ui/controls/like-button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { CourseCard, CourseCardSkeleton } from "@/ui/layout/course-card";
import { FollowIcon } from "./follow-icon";
import { recommendationReasonText, useRecommendationSignals } from "./use-recommendation-signals";

/** Number of pages that load by scrolling. Then a button takes over, so that the page's end can be reached. */
const PAGES_BY_SCROLLING = 6;

/** Grid of study guides: followed courses first, then all others by popularity. */
export function CoursesGrid() {
  const { interests, isKnown } = useRecommendationSignals();
  const guides = useRecommendations(interests);
  const first = guides.data?.pages[0];

  if (!isKnown || (guides.isPending && !guides.isError)) {
    return (
      <section aria-busy="true">
        <p className="browse-fetching" role="status">
          Fetching your recommendations...
        </p>
        <div className="guides three">
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <CourseCardSkeleton key={key} />
          ))}
        </div>
      </section>
    );
  }
  if (!guides.data || !first) {
    return (
      <LoadError
        variant="page"
        error={guides.error}
        icon={<CloudOff size={40} strokeWidth={1.25} />}
        body="Check your connection. Your notes and likes are safe."
        onRetry={guides.refetch}
      >
        Could not load the study guides
      </LoadError>
    );
  }
  if (first.total === 0) {
    return (
      <StatusPlaceholder
        icon={<BookOpen size={40} strokeWidth={1.25} />}
        title="No Study Guides Yet"
        body="Start by adding a study guide."
      />
    );
  }
  const courses = guides.data.pages.flatMap((page) => page.courses);
  const others = first.total - first.followed;
  return (
    <>
      {first.followed > 0 && <Guides heading="Recommended for You" courses={courses.slice(0, first.followed)} />}
      {others > 0 && <Guides heading="Popular Study Guides" count={others} courses={courses.slice(first.followed)} />}
      {guides.hasNextPage && (
        <More
          isAutomatic={guides.data.pages.length < PAGES_BY_SCROLLING}
          isBusy={guides.isFetchingNextPage}
          onMore={() => void guides.fetchNextPage()}
        />
      )}
    </>
  );
}

function Guides({ heading, count, courses }: { heading: string; count?: number; courses: RecommendedGuide[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="section-header browse-heading">
        <h2 className="section" id={id}>
          {heading}
        </h2>
        {count !== undefined && <span className="count">{count.toLocaleString("en")}</span>}
      </div>
      <div className="guides three">
        {courses.map((course) => (
          <Guide key={course.code} course={course} />
        ))}
      </div>
    </section>
  );
}

function Guide({ course }: { course: RecommendedGuide }) {
  const like = useLike("courses", course.code, course.likes);
  return (
    <CourseCard
      code={course.code}
      title={course.title}
      description={course.description}
      reason={recommendationReasonText(course.reason)}
      to={paths.notes(course.code)}
      like={<LikeButton {...like} />}
      action={<FollowIcon code={course.code} />}
    />
  );
}

/** Loads the next page when it comes near the viewport or when its button is pressed. */
function More({ isAutomatic, isBusy, onMore }: { isAutomatic: boolean; isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  useEffect(() => {
    if (!isAutomatic || isBusy || !end.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: "600px" },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isAutomatic, isBusy]);
  return (
    <div ref={end} className="browse-more">
      <Button busy={isBusy} busyLabel="Loading..." onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { DASHBOARD_GUIDES } from "@/core/limits";
import { topCoursesQuery, useCatalogue } from "@/core/search/queries";
import type { CourseRecord } from "@/core/wasm";
import { paths } from "@/lib/urls/paths";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { CourseCard, CourseCardSkeleton } from "@/ui/layout/course-card";
import { PlayCourseButton } from "./play-guide";

/** The four most active study guides according to the cached catalogue. Sends no request. */
export function PopularCourses() {
  const { isAdmin } = useSession();
  useCatalogue();
  const top = useQuery(topCoursesQuery(DASHBOARD_GUIDES));
  if (top.isError && !top.data) {
    return (
      <LoadError
        variant="page"
        error={top.error}
        body="Check your connection. Your notes and likes are safe."
        onRetry={top.refetch}
      >
        Could not load the study guides
      </LoadError>
    );
  }
  if (top.data?.courses.length === 0) {
    return (
      <StatusPlaceholder
        icon={<BookOpen />}
        title="No Study Guides Yet"
        body="Start by adding a study guide."
        action={
          isAdmin ? (
            <LinkButton variant="primary" to={paths.setupGuides()}>
              Setup Study Guides
            </LinkButton>
          ) : (
            <LinkButton to={paths.upload()}>Request a Course</LinkButton>
          )
        }
      />
    );
  }
  return (
    <section aria-labelledby="top-guides">
      <h2 className="sr-only" id="top-guides">
        Top study guides
      </h2>
      <div className="guides four" aria-busy={!top.data}>
        {top.data
          ? top.data.courses.map((course, index) => <TopGuide key={course.code} course={course} place={index + 1} />)
          : ["a", "b", "c", "d"].map((key) => <CourseCardSkeleton key={key} />)}
      </div>
    </section>
  );
}

function showRejection(error: unknown) {
  console.warn("A like was refused and has been put back.", error);
  toast("Failed to update like. Please try again.", { kind: "error", error });
}

function TopGuide({ course, place }: { course: CourseRecord; place: number }) {
  return (
    <CourseCard
      code={course.code}
      title={course.title}
      description={course.description}
      label={`Study Guide ${place}`}
      to={paths.notes(course.code)}
      like={<ConnectedLikeButton kind="courses" id={course.code} count={course.likes} onRejected={showRejection} />}
      play={<PlayCourseButton code={course.code} />}
    />
  );
}

import { usePageTitle } from "@/lib/browser/page-title";
import { PageHeader } from "@/ui/layout/page-header";
import "./browse.css";
import { FollowedCoursesSidebar } from "./courses-rail";
import { CoursesGrid } from "./guides-grid";
import { NoteResults } from "./note-results";
import { SearchBox } from "./search-box";

export function BrowsePage() {
  usePageTitle("Browse & Discover");
  return (
    <>
      <PageHeader title="Browse & Discover" />
      <SearchBox />
      <NoteResults />
      <div className="split">
        <div>
          <CoursesGrid />
        </div>
        <FollowedCoursesSidebar />
      </div>
    </>
  );
}

import { usePageTitle } from "@/lib/page-title";
import { PageHeader } from "@/ui/page-header";
import "./browse.css";
import { CoursesRail } from "./courses-rail";
import { GuidesGrid } from "./guides-grid";
import { SearchBox } from "./search-box";
import { useQueryText } from "./use-query-text";

/** Search courses and people, or look around. */
export function BrowsePage() {
  usePageTitle("Browse & Discover");
  const [text, setText] = useQueryText();
  return (
    <>
      <PageHeader title="Browse & Discover" />
      <SearchBox text={text} onText={setText} />
      <div className="split">
        <GuidesGrid />
        <CoursesRail />
      </div>
    </>
  );
}

import { MemoryRouter } from "react-router";
import { NoteCardSkeleton } from "@/parts/notes/note-card-skeleton";
import { Loading } from "@/ui/feedback/loading";
import { Skeleton } from "@/ui/feedback/skeleton";
import { CourseCardSkeleton } from "@/ui/layout/course-card";
import { BottomBar } from "../shell/bottom-bar";
import { GuestHeader } from "../shell/guest-header";
import { MobileHeader } from "../shell/mobile-header";
import { Sidebar } from "../shell/sidebar";

/** Marks no link as current, because the requested page is unknown at build time. */
const NOWHERE = "/nowhere";

/** Placeholder user. The name is hidden and only reserves space. */
const someone = { displayUsername: "you" };

const nothing = () => undefined;

const four = ["a", "b", "c", "d"];

/**
 * Static first frame: layout, navigation and outlines of the requested page. Rendered at build time with the app's own
 * components, so that nothing moves when the app mounts. `public/first-paint.js` selects the frame and the page, and
 * `styles/first-frame.css` hides the others.
 */
export function FirstFrame() {
  return (
    <MemoryRouter initialEntries={[NOWHERE]}>
      <div className="first-frame" data-for="account">
        <p className="first-failed banner bad" role="alert">
          <Failed />
        </p>
        <Loading />
      </div>
      <Frame who="member" />
      <Frame who="visitor" />
    </MemoryRouter>
  );
}

function Frame({ who }: { who: "member" | "visitor" }) {
  const isMember = who === "member";
  return (
    <div className="first-frame app" data-for={who}>
      {isMember ? <MobileHeader onSearch={nothing} /> : <GuestHeader />}
      <Sidebar me={isMember ? someone : undefined} isAdmin={false} onSearch={nothing} onSignOut={nothing} />
      <main className="main">
        <div className="wrap">
          <p className="first-failed banner bad" role="alert">
            <Failed />
          </p>
          <Outline />
        </div>
      </main>
      {isMember && <BottomBar onSignOut={nothing} />}
    </div>
  );
}

function Failed() {
  return (
    <>
      Note Ninja could not be loaded. Check your connection.{" "}
      {/* biome-ignore lint/a11y/useValidAnchor: an empty URL is the current page */}
      <a className="link" href="">
        Try again
      </a>
    </>
  );
}

/** Placeholder of the heading and of the typical content below it. */
function Outline() {
  return (
    <>
      <header className="page-head">
        <div className="grow">
          <p className="over" role="status">
            <span data-waiting="notes">Loading notes...</span>
            <span className="frame-default">Loading...</span>
          </p>
          <Skeleton className="mt-2 h-8 w-56" />
        </div>
      </header>
      <div className="guides four" data-page="guides">
        {four.map((key) => (
          <CourseCardSkeleton key={key} />
        ))}
      </div>
      <div className="grid gap-3" data-page="rows">
        {four.map((key) => (
          <Skeleton key={key} className="h-14 w-full" />
        ))}
      </div>
      <div className="grid gap-4" data-page="notes">
        {four.map((key) => (
          <NoteCardSkeleton key={key} />
        ))}
      </div>
    </>
  );
}

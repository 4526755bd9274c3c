import type { ReactNode } from "react";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { ErrorBoundary } from "@/ui/feedback/lazy";
import { PageHeader } from "@/ui/layout/page-header";
import { CompleteProfileCard } from "./complete-profile-card";
import { ContinueListening } from "./continue-listening";
import { ContinueReading } from "./continue-reading";
import "./dashboard.css";
import { Feed } from "./feed";
import { StudyModeTiles } from "./mode-tiles";
import { NewNotes } from "./new-notes";
import { RecentCourses } from "./recent-courses";
import { RecentlySaved } from "./recently-saved";
import { PopularCourses } from "./top-guides";

/**
 * Start page after sign-in. Sections that load slowly come below those with local data, so that nothing moves under the
 * pointer.
 */
export function DashboardPage({ today }: { today?: ReactNode }) {
  const { me } = useSession();
  usePageTitle("Dashboard");
  return (
    <>
      <PageHeader
        eyebrow="Note Ninja"
        title="Dashboard"
        subtitle="Today's top study guides..."
        actions={<LinkButton to={paths.study()}>Study cards</LinkButton>}
      />
      {me && <CompleteProfileCard me={me} />}
      <ErrorBoundary>
        <PopularCourses />
      </ErrorBoundary>
      <StudyModeTiles />
      <ErrorBoundary>
        <ContinueListening />
      </ErrorBoundary>
      <ErrorBoundary>
        <ContinueReading />
      </ErrorBoundary>
      {me && <RecentCourses uid={me.uid} />}
      <ErrorBoundary>
        <NewNotes />
      </ErrorBoundary>
      <ErrorBoundary>
        <Feed />
      </ErrorBoundary>
      <ErrorBoundary>
        <RecentlySaved />
      </ErrorBoundary>
      {me && today}
    </>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, UserRoundX, WifiOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PublicProfile as Profile } from "@/api/models";
import { ApiProblem, problemDetail } from "@/api/problem";
import { studentQuery, useStudent } from "@/data/people/students";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { safeReturnPath } from "@/lib/urls/return-path";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { Avatar } from "@/ui/media/avatar";
import { ProfileHeader, ProfileHeaderSkeleton } from "./profile-header";
import { TopCourses } from "./top-courses";
import "./profile.css";

/** Sections of other features, passed in by the route. */
interface ProfileParts {
  playlists: (whose: { username: string | undefined; isOwn: boolean }) => ReactNode;
}

export function PublicProfile({ username, playlists }: { username: string } & ProfileParts) {
  const profile = useStudent(username);
  const isMoving = useNewAddress(username, profile.data);
  usePageTitle(`@${profile.data?.displayUsername ?? username}`);
  if (profile.data && !isMoving) return <ProfileView profile={profile.data} playlists={playlists} />;
  if (profile.isPending || isMoving) {
    return (
      <>
        <Back />
        <ProfileHeaderSkeleton />
      </>
    );
  }
  const code = profile.error instanceof ApiProblem ? profile.error.code : undefined;
  return (
    <>
      <Back />
      <h1 className="sr-only">Profile</h1>
      {code === "not_found" ? (
        <StatusPlaceholder
          icon={<UserRoundX />}
          title="User not found"
          body={`There is no user called @${username}.`}
        />
      ) : (
        <LoadError
          variant="page"
          error={profile.error}
          icon={code === "unreachable" ? <WifiOff /> : <CloudOff />}
          body={`Error loading user profile: ${problemDetail(profile.error)}`}
          onRetry={profile.refetch}
        >
          User not found or could not load profile.
        </LoadError>
      )}
    </>
  );
}

/** Redirects a former username to the current one. Returns true while the redirect is running. */
function useNewAddress(requestedName: string, profile: Profile | undefined): boolean {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const location = useLocation();
  const isFormer = profile !== undefined && profile.username !== requestedName.toLowerCase();
  const isAddress = location.pathname.startsWith(paths.student(""));
  useEffect(() => {
    if (!isFormer || !isAddress || !profile) return;
    queries.setQueryData(studentQuery(profile.username).queryKey, profile);
    navigate(paths.student(profile.username), { replace: true, state: location.state });
  }, [isFormer, isAddress, profile, queries, navigate, location.state]);
  return isFormer && isAddress;
}

/** Public profile of the current user. */
export function OwnProfile({ playlists }: ProfileParts) {
  const { me } = useSession();
  usePageTitle("Profile");
  if (!me) return <StatusPlaceholder icon={<UserRoundX />} title="Not logged in." />;
  if (me.username) return <PublicProfile key={me.username} username={me.username} playlists={playlists} />;
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <StatusPlaceholder
        icon={<Avatar src={me.profileImageUrl} name={me.name} size="xl" />}
        title="You have no username yet"
        body="Your public profile uses your username. Choose one so others can find you."
        action={
          <LinkButton variant="primary" to={paths.profile()}>
            Edit profile
          </LinkButton>
        }
      />
      {playlists({ username: undefined, isOwn: true })}
    </>
  );
}

/** Back button to the previous page, if it belongs to the app. */
function Back() {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "from" in state ? safeReturnPath(state.from) : undefined;
  return <BackButton to={from} />;
}

function ProfileView({ profile, playlists }: { profile: Profile } & ProfileParts) {
  const { me } = useSession();
  const isOwn = me?.username === profile.username;
  return (
    <>
      <Back />
      <ProfileHeader profile={profile} isOwn={isOwn} />
      <TopCourses profile={profile} isOwn={isOwn} />
      {playlists({ username: profile.username, isOwn })}
    </>
  );
}

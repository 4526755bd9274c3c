import { useQuery } from "@tanstack/react-query";
import { CloudOff, Pencil, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { PublicProfile as Profile } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { useSession } from "@/api/session";
import { studentQuery } from "@/api/students";
import { safeOrigin } from "@/lib/origin";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";
import { Avatar } from "@/ui/avatar";
import { BackButton } from "@/ui/back-button";
import { Button, LinkButton } from "@/ui/button";
import { Cover } from "@/ui/cover";
import { StateView } from "@/ui/state-view";
import "./profile.css";

/** What a profile shows that other features know how to show; the route hands it in. */
export interface ProfileParts {
  playlists: (whose: { username: string | undefined; isOwn: boolean }) => ReactNode;
}

/** Anybody's public profile. */
export function PublicProfile({ username, playlists }: { username: string } & ProfileParts) {
  const profile = useQuery(studentQuery(username));
  usePageTitle(`@${profile.data?.displayUsername ?? username}`);
  if (profile.data) return <ProfileView profile={profile.data} playlists={playlists} />;
  if (profile.isPending) return <p role="status">Loading...</p>;
  const isGone = profile.error instanceof ApiProblem && profile.error.code === "not_found";
  return (
    <>
      <Back />
      <h1 className="sr-only">Profile</h1>
      {isGone ? (
        <StateView icon={<UserRoundX />} title="User not found" body={`Nobody here is called @${username}.`} />
      ) : (
        <StateView
          icon={<CloudOff />}
          title="User not found or could not load profile."
          body={`Error loading user profile: ${problemText(profile.error)}`}
          action={<Button onClick={() => profile.refetch()}>Retry</Button>}
          role="alert"
        />
      )}
    </>
  );
}

/** One's own public profile, as others see it. */
export function OwnProfile({ playlists }: ProfileParts) {
  const { me } = useSession();
  usePageTitle("Profile");
  if (!me) return <StateView icon={<UserRoundX />} title="Not logged in." />;
  if (me.username) return <PublicProfile username={me.username} playlists={playlists} />;
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <StateView
        icon={<Avatar src={me.profileImageUrl} name={me.name} size="xl" />}
        title="You have no username yet"
        body="Your public profile lives under your username. Choose one and others can find you."
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

/** Back to where the visitor came from, if a page of ours said so. */
function Back() {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "from" in state ? safeOrigin(state.from) : undefined;
  return <BackButton to={from} />;
}

function ProfileView({ profile, playlists }: { profile: Profile } & ProfileParts) {
  const { me } = useSession();
  const isOwn = me?.username === profile.username;
  return (
    <>
      <Back />
      <header className="profile-head">
        <Avatar src={profile.profileImageUrl} name={profile.displayUsername} size="xl" />
        <div className="grow min-w-0">
          <h1>@{profile.displayUsername}</h1>
          <p className="sub">
            <b>{profile.courseCount}</b> {profile.courseCount === 1 ? "course" : "courses"}
          </p>
        </div>
        {isOwn && (
          <LinkButton to={paths.profile()} icon={<Pencil />}>
            Edit profile
          </LinkButton>
        )}
      </header>
      <section aria-labelledby="top-courses">
        <div className="sec-h">
          <h2 className="sec" id="top-courses">
            Top Courses this Month
          </h2>
        </div>
        {profile.topCourses.length === 0 ? (
          <p className="sub">{isOwn ? "Notes you save show their courses here." : "No saved notes yet."}</p>
        ) : (
          <ul className="profile-top">
            {profile.topCourses.map((course) => (
              <li key={`${course.code} ${course.title}`}>
                <Link to={paths.notes(course.code)} title={course.title}>
                  <Cover code={course.code} size="thumb" className="profile-round" />
                  <b>{displayCode(course.code)}</b>
                  <span className="t1 hint">{course.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      {playlists({ username: profile.username, isOwn })}
    </>
  );
}

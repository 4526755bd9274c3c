import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { PublicProfile } from "@/api/models";
import { type FollowList, studentCoursesQuery } from "@/data/people/students";
import { paths } from "@/lib/urls/paths";
import { ShareButton } from "@/parts/sharing/share-button";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { lazyDialog } from "@/ui/feedback/lazy";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Avatar } from "@/ui/media/avatar";
import { FollowStudentButton } from "./follow-student";
import { ChangePhoto } from "./photo/change-photo";

const PeopleDialog = lazyDialog(async () => (await import("./people-dialog")).FollowListDialog);

export function ProfileHeader({ profile, isOwn }: { profile: PublicProfile; isOwn: boolean }) {
  const { me } = useSession();
  return (
    <header className="profile-head">
      {isOwn && me ? (
        <ChangePhoto me={me} />
      ) : (
        <Avatar src={profile.profileImageUrl} name={profile.displayUsername} size="xl" />
      )}
      <div className="profile-who">
        <h1>@{profile.displayUsername}</h1>
        <Counts profile={profile} />
      </div>
      <div className="profile-actions">
        {isOwn ? (
          <LinkButton to={paths.profile()} icon={<Pencil />}>
            Edit profile
          </LinkButton>
        ) : (
          <FollowStudentButton profile={profile} />
        )}
        <ShareButton path={paths.student(profile.username)} title={`@${profile.displayUsername}`} />
      </div>
    </header>
  );
}

const noun = (count: number, one: string, many: string) => (count === 1 ? one : many);

function Counts({ profile }: { profile: PublicProfile }) {
  const courses = useQuery(studentCoursesQuery(profile.username));
  const [open, setOpen] = useState<FollowList>();
  const { followers, following } = profile;
  const courseCount = courses.data?.courseCount;
  return (
    <>
      <ul className="profile-counts tabular-nums">
        {courses.isPending && (
          <li>
            <Skeleton className="h-4 w-20" />
          </li>
        )}
        {typeof courseCount === "number" && (
          <li>
            <b>{courseCount}</b> {noun(courseCount, "course", "courses")}
          </li>
        )}
        <li>
          <button type="button" onClick={() => setOpen("followers")}>
            <b>{followers}</b> {noun(followers, "follower", "followers")}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => setOpen("following")}>
            <b>{following}</b> following
          </button>
        </li>
      </ul>
      {open && <PeopleDialog profile={profile} list={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

export function ProfileHeaderSkeleton() {
  return (
    <div className="profile-head" role="status" aria-label="Loading...">
      <Skeleton className="avatar xl" />
      <div className="profile-who grid gap-3">
        <Skeleton className="h-8 w-56 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  );
}

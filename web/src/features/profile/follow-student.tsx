import { Check, UserRoundPlus } from "lucide-react";
import { useLocation } from "react-router";
import type { PublicProfile } from "@/api/models";
import { problemText } from "@/api/problem";
import { followStudent } from "@/data/people/students";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";

/** Button that follows or unfollows a student. Visitors sign in first and return. */
export function FollowStudentButton({ profile }: { profile: PublicProfile }) {
  const { status, me } = useSession();
  const { pathname } = useLocation();
  const { isFollowed } = profile;
  if (status !== "signed-in") {
    const state: ReturnState = { from: pathname };
    return (
      <LinkButton to={paths.signIn()} state={state} icon={<UserRoundPlus />}>
        Sign in to follow
      </LinkButton>
    );
  }
  if (!me.username) {
    return (
      <LinkButton to={paths.profile()} icon={<UserRoundPlus />}>
        Choose a username to follow
      </LinkButton>
    );
  }
  return (
    <Button
      variant={isFollowed ? "outlined" : "primary"}
      icon={isFollowed ? <Check /> : <UserRoundPlus />}
      aria-pressed={isFollowed}
      onClick={() =>
        followStudent(profile.username, !isFollowed, (error) => toast(problemText(error), { kind: "error" }))
      }
    >
      {isFollowed ? "Following" : "Follow"}
    </Button>
  );
}

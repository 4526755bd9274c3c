import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import type { PublicProfile } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { type FollowList, followListQuery } from "@/data/people/students";
import { paths } from "@/lib/urls/paths";
import type { ReturnState } from "@/lib/urls/return-path";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Avatar } from "@/ui/media/avatar";
import { Dialog } from "@/ui/overlay/dialog";

interface PeopleDialogProps {
  profile: PublicProfile;
  list: FollowList;
  onClose: () => void;
}

/** Dialog with a student's followers or followed students. Asks visitors to sign in. */
export function FollowListDialog({ profile, list, onClose }: PeopleDialogProps) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const state: ReturnState = { from: pathname };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={list === "followers" ? "Followers" : "Following"}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {status === "signed-in" ? (
        <PeopleList profile={profile} list={list} onGo={onClose} />
      ) : (
        <div className="people-none">
          <p>Not logged in.</p>
          <p className="hint">Only members can see who follows whom.</p>
          <LinkButton variant="primary" to={paths.signIn()} state={state}>
            Sign in
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}

function PeopleList({ profile, list, onGo }: Omit<PeopleDialogProps, "onClose"> & { onGo: () => void }) {
  const query = useInfiniteQuery(followListQuery(profile.username, list));
  const { pathname } = useLocation();
  const people = query.data?.pages.flatMap((page) => page.items);
  if (!people) {
    return query.isError ? (
      <LoadError variant="banner" error={query.error} onRetry={query.refetch}>
        The list could not be loaded. {problemDetail(query.error)}
      </LoadError>
    ) : (
      <ul className="people" role="status" aria-label="Loading...">
        {["a", "b", "c"].map((key) => (
          <li key={key}>
            <Skeleton className="avatar" />
            <Skeleton className="h-4 w-32" />
          </li>
        ))}
      </ul>
    );
  }
  if (people.length === 0) {
    return (
      <p className="sub people-none">
        {list === "followers"
          ? `Nobody follows @${profile.displayUsername} yet.`
          : `@${profile.displayUsername} isn't following anyone yet.`}
      </p>
    );
  }
  return (
    <>
      <ul className="people">
        {people.map((person) => (
          <li key={person.username}>
            <Link to={paths.student(person.username)} state={{ from: pathname }} onClick={onGo}>
              <Avatar src={person.profileImageUrl} name={person.displayUsername} />
              <span className="truncate">@{person.displayUsername}</span>
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={query.isFetchingNextPage} busyLabel="Loading..." onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

import { Check, Plus } from "lucide-react";
import { useFollow } from "@/data/me/me";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";

/** Button that follows or unfollows a course. Followed courses are recommended. */
export function FollowButton({ code }: { code: string }) {
  const follow = useFollow(code, (error) =>
    toast("Your courses could not be changed. Please try again.", { kind: "error", error }),
  );
  if (!follow.isMember) return null;
  return (
    <Button icon={follow.isFollowing ? <Check /> : <Plus />} aria-pressed={follow.isFollowing} onClick={follow.toggle}>
      {follow.isFollowing ? "Following" : "Follow"}
    </Button>
  );
}

import { Check, Plus } from "lucide-react";
import { useFollow } from "@/data/me/me";
import { displayCode } from "@/lib/urls/subjects";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";

export function FollowIcon({ code }: { code: string }) {
  const follow = useFollow(code, (error) =>
    toast("Your courses could not be changed. Please try again.", { kind: "error", error }),
  );
  if (!follow.isMember) return null;
  return (
    <IconButton
      size="sm"
      label={`${follow.isFollowing ? "Unfollow" : "Follow"} ${displayCode(code)}`}
      icon={follow.isFollowing ? <Check /> : <Plus />}
      aria-pressed={follow.isFollowing}
      onClick={follow.toggle}
    />
  );
}

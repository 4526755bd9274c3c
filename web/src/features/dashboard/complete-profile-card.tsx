import { UserRoundPen, X } from "lucide-react";
import { useState } from "react";
import type { Me } from "@/api/models";
import { userStorage } from "@/lib/browser/storage";
import { paths } from "@/lib/urls/paths";
import { LinkButton } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";

const DISMISSED = "profile-card-dismissed";

function isIncomplete(me: Pick<Me, "faculty" | "year" | "username">): boolean {
  return !me.faculty || !me.year || !me.username;
}

/** Card that invites the student to add the missing faculty, year and username. Hidden after it was dismissed. */
export function CompleteProfileCard({ me }: { me: Me }) {
  const [isDismissed, setDismissed] = useState(() => userStorage(me.uid).get(DISMISSED) !== undefined);
  if (isDismissed || !isIncomplete(me)) return null;
  return (
    <aside className="card panel dashboard-profile" aria-labelledby="complete-profile">
      <UserRoundPen aria-hidden="true" />
      <div className="grow">
        <h2 id="complete-profile">Complete your profile</h2>
        <p>
          {me.username
            ? "Your faculty and year help us pick notes for you."
            : "With a username your friends can find you; your faculty and year help us pick notes for you."}
        </p>
      </div>
      <LinkButton size="sm" to={paths.studentInfo()}>
        Complete profile
      </LinkButton>
      <IconButton
        size="sm"
        label="Not now"
        icon={<X />}
        onClick={() => {
          userStorage(me.uid).set(DISMISSED, "1");
          setDismissed(true);
        }}
      />
    </aside>
  );
}

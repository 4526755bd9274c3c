import { useState } from "react";
import { problemText } from "@/api/problem";
import { changeCountText } from "@/offline/outbox/kinds/change-text";
import { useOutbox } from "@/offline/outbox/queue";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { accountApi } from "./api";
import { endSessionWithNotice } from "./end-session";
import { SettingsSection } from "./section";
import { SessionList } from "./session-list";

/** Section with all sessions, and buttons that end one, all others or all. */
export function SessionsSection() {
  const [asking, setAsking] = useState(false);
  const unsent = useOutbox((outboxState) => outboxState.entries.length);

  async function signOut() {
    try {
      await accountApi.signOutEverywhere();
    } catch (error) {
      toast(`You could not be logged out everywhere. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    endSessionWithNotice("You were logged out everywhere.");
  }

  return (
    <SettingsSection title="Where you are signed in">
      <p className="hint">
        Lost a phone, or forgot to log out in the lab? Log out there from here. Any page still open there will stop
        working within 15 minutes.
      </p>
      <SessionList />
      <Button onClick={() => setAsking(true)}>Log out everywhere</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Log out everywhere?"
        body={`You will be logged out here too, and sign in again with your password.${unsent > 0 ? ` You will lose what hasn't been sent yet: ${changeCountText(unsent)}.` : ""}`}
        confirmLabel="Log out everywhere"
        busyLabel="Logging out..."
        onConfirm={signOut}
      />
    </SettingsSection>
  );
}

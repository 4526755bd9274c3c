import { useState } from "react";
import { problemText } from "@/api/problem";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { toast } from "@/ui/toast";
import { account } from "./api";
import { leave } from "./leave";
import { Section } from "./section";

/** Ends every session, also those in other browsers. */
export function SessionsSection() {
  const [asking, setAsking] = useState(false);

  async function signOut() {
    try {
      await account.signOutEverywhere();
    } catch (error) {
      toast(`You could not be signed out everywhere. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    leave("You were signed out everywhere.");
  }

  return (
    <Section title="Where you are signed in">
      <p className="hint">
        Lost a phone, or forgot to sign out in the lab? Sign out everywhere at once. Pages that are open elsewhere stop
        working within 15 minutes.
      </p>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        body="You will be signed out here too, and sign in again with your password."
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out..."
        onConfirm={signOut}
      />
    </Section>
  );
}

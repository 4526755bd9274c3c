import { useState } from "react";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { PasswordField } from "@/ui/form/password-field";
import { Dialog } from "@/ui/overlay/dialog";
import { accountApi } from "./api";
import { accountFormRules } from "./checks";
import { endSessionWithNotice } from "./end-session";
import { SettingsSection } from "./section";

export function DeleteSection({ isAdmin }: { isAdmin: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection title="Delete your account">
      {isAdmin ? (
        <p className="hint">To close an administrator account, contact the people who run Note Ninja.</p>
      ) : (
        <>
          <p className="hint">
            Your account and everything in it will be permanently deleted. Export your data first if you want a copy.
          </p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
          <Dialog
            open={asking}
            onOpenChange={setAsking}
            title="Delete your account?"
            description="This cannot be undone."
          >
            <DeleteForm onCancel={() => setAsking(false)} />
          </Dialog>
        </>
      )}
    </SettingsSection>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { password: "" },
    check: accountFormRules.password,
    submit: async ({ password }) => {
      await accountApi.deleteAccount(password);
      endSessionWithNotice("Your account was deleted.");
    },
  });
  return (
    <form {...form} aria-label="Delete your account" className="account-form">
      <div className="account-deletion-effects">
        <div>
          <h3>Will be deleted</h3>
          <ul>
            <li>Your profile, photo and username</li>
            <li>My Notes, highlights, bookmarks, exam dates, downloads, and your reading and listening positions</li>
            <li>Your playlists, including public ones</li>
            <li>Who you follow and who follows you</li>
          </ul>
        </div>
        <div>
          <h3>Will be kept</h3>
          <ul>
            <li>The number of likes, without your name</li>
            <li>Course requests and reports, without your name</li>
            <li>Backups, for up to 35 days</li>
          </ul>
        </div>
      </div>
      <PasswordField {...field("password")} label="Your password" />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="actions">
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" busy={busy} busyLabel="Deleting...">
          Delete for good
        </Button>
      </div>
    </form>
  );
}

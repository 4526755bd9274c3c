import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Me } from "@/api/models";
import { problemText } from "@/api/problem";
import { useEditProfile } from "@/data/me/profile";
import { paths } from "@/lib/urls/paths";
import { toast } from "@/ui/feedback/toast";
import { Switch } from "@/ui/form/switch";

export function PrivacySettings({ me }: { me: Me }) {
  const edit = useEditProfile();
  // Optimistic value until the server confirms or rejects the change.
  const [chosen, setChosen] = useState<boolean>();
  const isOn = chosen ?? me.showsCourses;

  function change(showsCourses: boolean) {
    setChosen(showsCourses);
    edit.mutate(
      { showsCourses },
      {
        onError: (error) => toast(`Failed to update profile: ${problemText(error)}`, { kind: "error" }),
        onSettled: () => setChosen(undefined),
      },
    );
  }

  return (
    <section className="card panel" aria-labelledby="privacy">
      <h2 className="section" id="privacy">
        Privacy and account
      </h2>
      <div className="profile-switch">
        <Switch
          label="Show my courses"
          hint={
            isOn
              ? "Anyone can see on your profile which courses your saved notes are from."
              : "Only you can see which courses your saved notes are from."
          }
          checked={isOn}
          onChange={change}
        />
      </div>
      <Way
        to={paths.security()}
        title="Sign-in and data"
        hint="Password, email address, your data and account deletion."
      />
      {/* Phones have no sidebar, so the console is linked here. */}
      {me.isAdmin && <Way to={paths.admin()} title="Console" hint="Content, requests, reports, trash and activity." />}
    </section>
  );
}

function Way({ to, title, hint }: { to: string; title: string; hint: string }) {
  return (
    <Link className="profile-link" to={to}>
      <span className="grow">
        <b>{title}</b>
        <span className="hint">{hint}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}

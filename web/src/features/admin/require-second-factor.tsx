import { ShieldCheck } from "lucide-react";
import { paths } from "@/lib/urls/paths";
import { LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { PageHeader } from "@/ui/layout/page-header";

/**
 * Replaces an admin page until the administrator has a second factor. Without one, the server rejects all its requests.
 */
export function RequireSecondFactor({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <StatusPlaceholder
        icon={<ShieldCheck />}
        title="Set up two-step sign-in first"
        body="Administrators sign in with a password and a code from an app on their phone. It takes a minute, and this page opens right after."
        action={
          <LinkButton variant="primary" to={paths.security()}>
            Set it up
          </LinkButton>
        }
      />
    </>
  );
}

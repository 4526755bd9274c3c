import { Hammer } from "lucide-react";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";

export function Component() {
  usePageTitle("Coming soon");
  return (
    <StatusPlaceholder
      icon={<Hammer />}
      title="Coming soon"
      body="This part of Note Ninja is not ready yet."
      action={<LinkButton to={paths.dashboard()}>Back to the dashboard</LinkButton>}
    />
  );
}

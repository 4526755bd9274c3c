import { Hammer } from "lucide-react";
import { paths } from "@/lib/addresses/paths";
import { usePageTitle } from "@/lib/browser/page-title";
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

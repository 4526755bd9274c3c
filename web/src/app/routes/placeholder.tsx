import { Hammer } from "lucide-react";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/button";
import { StateView } from "@/ui/state-view";

export function Component() {
  usePageTitle("Coming soon");
  return (
    <StateView
      icon={<Hammer />}
      title="Coming soon"
      body="This part of Note Ninja is not ready yet."
      action={<LinkButton to={paths.dashboard()}>Back to the dashboard</LinkButton>}
    />
  );
}

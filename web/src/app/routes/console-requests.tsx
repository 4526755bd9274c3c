import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Requests · Console");
  return <h2 className="sr-only">Requests</h2>;
}

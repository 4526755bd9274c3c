import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Trash · Console");
  return <h2 className="sr-only">Trash</h2>;
}

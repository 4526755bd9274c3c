import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Content · Console");
  return <h2 className="sr-only">Content</h2>;
}

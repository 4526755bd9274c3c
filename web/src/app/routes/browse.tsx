import { BrowsePage } from "@/features/browse/browse-page";

export function Component() {
  return <BrowsePage />;
}

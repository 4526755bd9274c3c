import { HighlightsPage } from "@/features/my-notes/highlights-page";

export function Component() {
  return <HighlightsPage />;
}

import { HighlightsPage } from "@/features/my-notes/highlights-page";

export const Component = HighlightsPage;

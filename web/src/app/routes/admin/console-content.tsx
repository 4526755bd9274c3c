import { ContentPage } from "@/features/admin/content/content-page";

export function Component() {
  return <ContentPage />;
}

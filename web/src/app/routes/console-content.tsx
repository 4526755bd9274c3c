import { ContentPage } from "@/features/admin/content-page";

export function Component() {
  return <ContentPage />;
}

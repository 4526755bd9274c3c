import { SetupGuidesPage } from "@/features/admin/setup-guides-page";

export function Component() {
  return <SetupGuidesPage />;
}

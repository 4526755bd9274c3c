import { ActivityPage } from "@/features/admin/activity-page";

export function Component() {
  return <ActivityPage />;
}

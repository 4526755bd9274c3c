import { ActivityPage } from "@/features/admin/activity/activity-page";

export function Component() {
  return <ActivityPage />;
}

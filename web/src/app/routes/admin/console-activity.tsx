import { ActivityPage } from "@/features/admin/activity/activity-page";

export const Component = ActivityPage;

import { SetupGuidesPage } from "@/features/admin/setup-guides-page";

export const Component = SetupGuidesPage;

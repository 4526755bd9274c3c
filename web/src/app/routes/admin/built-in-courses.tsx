import { BuiltInCoursesPage } from "@/features/admin/setup-guides-page";

export const Component = BuiltInCoursesPage;

import { CoursesPage } from "@/features/admin/courses/courses-page";

export const Component = CoursesPage;

import { CoursesPage } from "@/features/admin/courses-page";

export function Component() {
  return <CoursesPage />;
}

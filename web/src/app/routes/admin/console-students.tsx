import { StudentsPage } from "@/features/admin/students/students-page";

export function Component() {
  return <StudentsPage />;
}

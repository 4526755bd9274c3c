import { StudentsPage } from "@/features/admin/students/students-page";

export const Component = StudentsPage;

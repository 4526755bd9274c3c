import { StudentInfoPage } from "@/features/auth/student-info-page";

export function Component() {
  return <StudentInfoPage />;
}

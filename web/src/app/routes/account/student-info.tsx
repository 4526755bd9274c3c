import { StudentInfoPage } from "@/features/auth/student-info-page";

export const Component = StudentInfoPage;

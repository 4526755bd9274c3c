import { RegisterPage } from "@/features/auth/register-page";

export const Component = RegisterPage;

import { ForgotPage } from "@/features/auth/forgot-page";

export const Component = ForgotPage;

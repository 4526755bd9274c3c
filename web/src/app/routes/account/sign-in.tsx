import { SignInPage } from "@/features/auth/sign-in-page";

export const Component = SignInPage;

import { ForgotPage } from "@/features/auth/forgot-page";

export function Component() {
  return <ForgotPage />;
}

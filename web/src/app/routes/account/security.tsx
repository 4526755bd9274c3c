import { SecurityPage } from "@/features/account/security-page";

export function Component() {
  return <SecurityPage />;
}

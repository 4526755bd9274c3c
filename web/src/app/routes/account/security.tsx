import { SecurityPage } from "@/features/account/security-page";

export const Component = SecurityPage;

import { ConfirmPage } from "@/features/copyright/confirm-page";

export const Component = ConfirmPage;

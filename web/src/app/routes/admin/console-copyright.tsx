import { NoticesPage } from "@/features/copyright/notices-page";

export const Component = NoticesPage;

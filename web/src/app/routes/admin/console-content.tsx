import { ContentPage } from "@/features/admin/content/content-page";

export const Component = ContentPage;

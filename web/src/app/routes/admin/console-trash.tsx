import { TrashPage } from "@/features/admin/content/trash-page";

export const Component = TrashPage;

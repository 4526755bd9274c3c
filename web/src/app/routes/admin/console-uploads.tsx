import { UploadsPage } from "@/features/admin/uploads/uploads-page";

export const Component = UploadsPage;

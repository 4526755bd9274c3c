import { UploadsPage } from "@/features/admin/uploads/uploads-page";

export function Component() {
  return <UploadsPage />;
}

import { UploadsPage } from "@/features/admin/uploads-page";

export function Component() {
  return <UploadsPage />;
}

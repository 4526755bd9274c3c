import { TrashPage } from "@/features/admin/content/trash-page";

export function Component() {
  return <TrashPage />;
}

import { TrashPage } from "@/features/admin/trash-page";

export function Component() {
  return <TrashPage />;
}

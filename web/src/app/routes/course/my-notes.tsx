import { MyNotesPage } from "@/features/my-notes/my-notes-page";

export function Component() {
  return <MyNotesPage />;
}

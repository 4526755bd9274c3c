import { MyNotesPage } from "@/features/my-notes/my-notes-page";

export const Component = MyNotesPage;

import { AudioNotesPage } from "@/features/audio/audio-notes-page";

export function Component() {
  return <AudioNotesPage />;
}

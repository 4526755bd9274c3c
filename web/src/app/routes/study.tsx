import { StudyPage } from "@/features/cards/study/study-page";

export function Component() {
  return <StudyPage />;
}

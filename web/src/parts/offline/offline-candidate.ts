import type { OfflineItemRef } from "@/offline/files/items";

export interface OfflineCandidate extends OfflineItemRef {
  title: string;
}

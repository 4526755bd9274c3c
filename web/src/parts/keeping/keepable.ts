import type { OfflineItemRef } from "@/offline/files/things";

export interface OfflineCandidate extends OfflineItemRef {
  title: string;
}

import type { OfflineItemRef } from "@/offline/files/things";

export interface Keepable extends OfflineItemRef {
  title: string;
}

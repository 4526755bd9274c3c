import type { ThingRef } from "@/offline/files/things";

export interface Keepable extends ThingRef {
  title: string;
}

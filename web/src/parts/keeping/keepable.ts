import type { ThingRef } from "@/offline/files/things";

/** Something that can be kept on this device. */
export interface Keepable extends ThingRef {
  title: string;
}

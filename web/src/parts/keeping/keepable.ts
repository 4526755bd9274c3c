import type { ThingRef } from "@/offline/files/things";

/** An item that can be stored on this device. */
export interface Keepable extends ThingRef {
  title: string;
}

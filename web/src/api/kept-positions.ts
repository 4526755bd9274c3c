import type { Position } from "@/core/player";
import { personalStorage } from "@/lib/storage";

/** The entry among the things that this device keeps for one person. */
export const POSITIONS_KEY = "heard";

/** Where one person stopped, as this device keeps it. */
export interface KeptPositions {
  positions: Record<string, Position>;
  /** Ids whose position the server has not confirmed. */
  unsent: string[];
}

/** What is kept; nothing when it is truncated. */
export function parsePositions(text: string): KeptPositions | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && "positions" in value && "unsent" in value;
    return isKept ? (value as KeptPositions) : undefined;
  } catch {
    return undefined;
  }
}

/** In how many recordings the server does not know yet where this person stopped. */
export function countUnsentPositions(uid: string): number {
  const text = personalStorage(uid).get(POSITIONS_KEY);
  return (text !== undefined && parsePositions(text)?.unsent.length) || 0;
}

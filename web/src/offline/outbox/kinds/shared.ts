import { ApiProblem } from "@/api/problem";

/** Returns the field of a request that contains the state on which an edit is based; no field if there is none. */
export const baseField = <T>(before: T | undefined) => (before === undefined ? {} : { before });

/** Awaits a deletion. A 404 counts as success, because the item is already deleted. */
export async function ignoreMissing(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}

export const quote = (name: string) => `“${name}”`;

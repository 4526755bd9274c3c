import { vi } from "vitest";

/** How long a condition may take to come true: on a machine that does much else, far longer than it should. */
const PATIENCE_MS = 10_000;

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

// By themselves both wait for one second only. Vitest has no setting for that.
const { waitFor } = vi;
vi.waitFor = (condition, options = PATIENCE_MS) => waitFor(condition, options);
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: PATIENCE_MS });
}

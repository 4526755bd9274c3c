import { vi } from "vitest";

/** Timeout of conditions in milliseconds. It is generous for machines under load. */
const PATIENCE_MS = 10_000;

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

// `vi.waitFor` and Testing Library wait for one second by default. Vitest has no setting for it.
const { waitFor } = vi;
vi.waitFor = (condition, options = PATIENCE_MS) => waitFor(condition, options);
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: PATIENCE_MS });
}

import { useEffect, useState } from "react";
import { loadRules } from "@/core/wasm";

/** Debounce delay, in milliseconds. */
const TYPING_MS = 300;

/** Returns the canonical course code after a pause in typing, or `undefined` for an invalid code. */
export function useDebouncedCourseCode(typed: string): string | undefined {
  const [known, setKnown] = useState<{ typed: string; code: string | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      // If the core fails to load, only the hint is missing.
      const code = await loadRules().then(
        (core) => core.parseCourseCode(typed)?.code,
        () => undefined,
      );
      if (isCurrent) setKnown({ typed, code });
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);
  return known?.typed === typed ? known.code : undefined;
}

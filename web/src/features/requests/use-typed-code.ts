import { useEffect, useState } from "react";
import { loadCore } from "@/core/engine";

/** How long somebody may pause while typing a course code, in milliseconds. */
const TYPING_MS = 300;

/** The course code that was typed, in its canonical spelling, once the typing has paused; nothing while it is none. */
export function useTypedCode(typed: string): string | undefined {
  const [known, setKnown] = useState<{ typed: string; code: string | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      // A core that did not load costs the hint and nothing else: the form checks again.
      const code = await loadCore().then(
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

import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { AccessibilityState, ContentFilter, ContentKind } from "@/data/admin/admin";
import { accessibilityTitles, kindTitles } from "./labels";

/** Debounce of the text filter, in milliseconds. */
const PAUSE_MS = 250;

function isKind(text: string | null): text is ContentKind {
  return text !== null && Object.hasOwn(kindTitles, text);
}

function isAccessibility(text: string | null): text is AccessibilityState {
  return text !== null && Object.hasOwn(accessibilityTitles, text);
}

/** Returns the filter of the content list. It is stored in the URL, so that links and the history keep it. */
export function useContentFilterParams() {
  const { params, ...rest } = useFilterParam();
  const kind = params.get("kind");
  const accessibility = params.get("accessibility");
  const filter: ContentFilter = {
    kind: isKind(kind) ? kind : undefined,
    place: params.get("place") ?? undefined,
    text: params.get("text") ?? undefined,
    accessibility: isAccessibility(accessibility) ? accessibility : undefined,
  };
  return { filter, ...rest };
}

/**
 * Returns the parameters of the URL, a function that sets or removes them, and the state of the text box for the parameter
 * `text`. Typed text goes into the URL after a pause.
 */
export function useFilterParam() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (next: Readonly<Record<string, string | undefined>>) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  const inAddress = params.get("text") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    // Back and forward change the URL from outside. Changes made here also arrive here and are skipped.
    if (inAddress !== written.current) {
      written.current = inAddress;
      setTyped(inAddress);
    }
  }, [inAddress]);
  useEffect(() => {
    if (typed.trim() === written.current) return;
    const timer = setTimeout(() => {
      written.current = typed.trim();
      change({ text: typed.trim() });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, change]);

  return { params, change, typed, setTyped };
}

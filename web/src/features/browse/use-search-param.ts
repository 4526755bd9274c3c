import { useCallback, useEffect, useRef, useState } from "react";
import { createSearchParams, useNavigate, useSearchParams } from "react-router";

/**
 * Debounce delay of the URL update, in milliseconds. Each update renders all links of the page, and Safari allows only
 * 100 updates in 30 seconds.
 */
const REST_MS = 300;

/** Returns the query string for the text of the search box. */
export function toSearchString(text: string): string {
  return text === "" ? "" : `?${createSearchParams({ q: text })}`;
}

interface QueryText {
  text: string;
  /** Updates the text immediately and the URL after a pause in typing. */
  setText: (text: string) => void;
  /** Resolves when the URL contains the text. Await it before leaving the page, so that Back restores the search. */
  settle: () => Promise<void>;
}

/**
 * Returns the text of the search box. It is stored in the URL as `?q=`, so that searches can be shared and revisited.
 */
export function useSearchParam(): QueryText {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const inAddress = params.get("q") ?? "";
  const [text, setText] = useState(inAddress);
  /** Values that were written to the URL but that the router has not reported yet, oldest first. */
  const underway = useRef<string[]>([]);
  const shown = useRef(inAddress);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

  /** Resolves when the last write is done. A navigation before that would replace the write. */
  const written = useRef<void | Promise<void>>(undefined);

  const settle = useCallback(async () => {
    const next = waiting.current?.text;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    if (next !== undefined && next !== (underway.current.at(-1) ?? shown.current)) {
      underway.current.push(next);
      written.current = navigate({ search: toSearchString(next) }, { replace: true, preventScrollReset: true });
    }
    await written.current;
  }, [navigate]);

  useEffect(() => {
    if (inAddress === shown.current) return;
    shown.current = inAddress;
    // Back and Forward change the URL. Our own writes also arrive here, possibly after further typing, which they must
    // not overwrite.
    const place = underway.current.indexOf(inAddress);
    if (place >= 0) {
      underway.current.splice(0, place + 1);
      return;
    }
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setText(inAddress);
  }, [inAddress]);

  // A pending write belongs to this page, not to the next one.
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  const change = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(waiting.current?.timer);
      waiting.current = { text: next, timer: setTimeout(settle, REST_MS) };
    },
    [settle],
  );
  return { text, setText: change, settle };
}

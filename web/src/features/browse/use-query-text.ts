import { useCallback, useEffect, useRef, useState } from "react";
import { createSearchParams, useNavigate, useSearchParams } from "react-router";

/**
 * Typing rests when no letter has come for so long, in milliseconds. Every write of the address draws all links of the
 * page again, and Safari refuses more than 100 of them in 30 seconds.
 */
const REST_MS = 300;

/** The part of an address that holds the text of the search box. */
export function searchOf(text: string): string {
  return text === "" ? "" : `?${createSearchParams({ q: text })}`;
}

interface QueryText {
  text: string;
  /** Takes the text at once, and the address when typing rests. */
  setText: (text: string) => void;
  /** Ends once the address holds the text: to be awaited before the page is left, so that Back finds the search again. */
  settle: () => Promise<void>;
}

/** The text of the search box, kept in the address as `?q=` so that a search can be shared and gone back to. */
export function useQueryText(): QueryText {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const inAddress = params.get("q") ?? "";
  const [text, setText] = useState(inAddress);
  /** What we wrote that the address has not shown yet, oldest first. */
  const underway = useRef<string[]>([]);
  const shown = useRef(inAddress);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

  /** Ends with the last write; another navigation before that would take its place. */
  const written = useRef<void | Promise<void>>(undefined);

  const settle = useCallback(async () => {
    const next = waiting.current?.text;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    if (next !== undefined && next !== (underway.current.at(-1) ?? shown.current)) {
      underway.current.push(next);
      written.current = navigate({ search: searchOf(next) }, { replace: true, preventScrollReset: true });
    }
    await written.current;
  }, [navigate]);

  useEffect(() => {
    if (inAddress === shown.current) return;
    shown.current = inAddress;
    // Back and forward change the address without us. Our own changes come back here too, maybe after the next letter
    // was typed, which they must not take away.
    const place = underway.current.indexOf(inAddress);
    if (place >= 0) {
      underway.current.splice(0, place + 1);
      return;
    }
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setText(inAddress);
  }, [inAddress]);

  // What still waits belongs to this page's address, not to the next one's.
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

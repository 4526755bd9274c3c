import type { RouteObject } from "react-router";
import { onCLS, onINP, onLCP, onTTFB } from "web-vitals";
import { type PageMeasurement, sendPages } from "@/api/usage";
import { BEACON_BATCH_MAX } from "@/core/limits";

/** The part of a router that is needed here. */
export interface Pages {
  state: {
    /** Whether the screens of the first address are there: before that nothing matches it. */
    initialized: boolean;
    location: { pathname: string };
    navigation: { state: "idle" | "loading" | "submitting" };
    matches: readonly { route: Pick<RouteObject, "path"> }[];
  };
  subscribe: (listener: () => void) => () => void;
}

/** The pattern of the page that is shown: the address itself may contain usernames and search terms. */
export function routeOf({ state }: Pages): string {
  const pattern = state.matches.findLast(({ route }) => route.path !== undefined)?.route.path;
  return pattern?.startsWith("/") ? pattern : "other";
}

/** Collects, and sends when the page is hidden, which is what closing it begins with: each sending is a call. */
class Queue {
  #waiting: PageMeasurement[] = [];

  add(measurement: PageMeasurement): void {
    this.#waiting.push(measurement);
    if (this.#waiting.length >= BEACON_BATCH_MAX) this.flush();
    // Some of it is known only when the page is hidden, and then there may be no later.
    else if (document.visibilityState === "hidden") queueMicrotask(() => this.flush());
  }

  flush(): void {
    const pages = this.#waiting;
    this.#waiting = [];
    if (pages.length > 0) sendPages(pages);
  }
}

/**
 * Counts the pages that are shown, and measures how fast the first one was: later ones are painted by the page itself,
 * which no browser measures.
 */
export function measureUsage(pages: Pages): void {
  if (pages.state.initialized) {
    begin(pages);
    return;
  }
  const stop = pages.subscribe(() => {
    if (!pages.state.initialized) return;
    stop();
    begin(pages);
  });
}

function begin(pages: Pages): void {
  const queue = new Queue();
  const first = routeOf(pages);
  const measure = (name: PageMeasurement["name"]) => (metric: { value: number }) =>
    queue.add({ route: first, name, value: metric.value });
  onTTFB(measure("ttfb"));
  onLCP(measure("lcp"));
  onCLS(measure("cls"));
  onINP(measure("inp"));

  let shown: string | undefined;
  const count = () => {
    const { location, navigation } = pages.state;
    if (navigation.state !== "idle" || location.pathname === shown) return;
    shown = location.pathname;
    queue.add({ route: routeOf(pages), name: "view", value: 1 });
  };
  count();
  pages.subscribe(count);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") queue.flush();
  });
}

import type { RouteObject } from "react-router";
import { onCLS, onINP, onLCP, onTTFB } from "web-vitals";
import { type PageMeasurement, sendPageMeasurements } from "@/api/page-measurements";
import { BEACON_BATCH_MAX } from "@/core/limits";

/** The part of a router that usage measurement needs. */
export interface RouterLike {
  state: {
    /** True when the first screens are loaded; until then no route matches. */
    initialized: boolean;
    location: { pathname: string };
    navigation: { state: "idle" | "loading" | "submitting" };
    matches: readonly { route: Pick<RouteObject, "path"> }[];
  };
  subscribe: (listener: () => void) => () => void;
}

/** Returns the route pattern of the current page. The path itself may contain usernames and search terms. */
export function currentRoutePattern({ state }: RouterLike): string {
  const pattern = state.matches.findLast(({ route }) => route.path !== undefined)?.route.path;
  return pattern?.startsWith("/") ? pattern : "other";
}

/** Collects measurements and sends them in batches when the page is hidden, because each batch costs a call. */
class PageTelemetry {
  #waiting: PageMeasurement[] = [];

  add(measurement: PageMeasurement): void {
    this.#waiting.push(measurement);
    if (this.#waiting.length >= BEACON_BATCH_MAX) this.flush();
    // Some metrics arrive only when the page is hidden, and then there may be no later chance.
    else if (document.visibilityState === "hidden") queueMicrotask(() => this.flush());
  }

  flush(): void {
    const pages = this.#waiting;
    this.#waiting = [];
    if (pages.length > 0) sendPageMeasurements(pages);
  }
}

/**
 * Counts page views and measures the load time of the first page. Later pages are rendered by the app, and browsers do
 * not measure them.
 */
export function startPageTelemetry(pages: RouterLike): void {
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

function begin(pages: RouterLike): void {
  const telemetry = new PageTelemetry();
  const first = currentRoutePattern(pages);
  const measure = (name: PageMeasurement["name"]) => (metric: { value: number }) =>
    telemetry.add({ route: first, name, value: metric.value });
  onTTFB(measure("ttfb"));
  onLCP(measure("lcp"));
  onCLS(measure("cls"));
  onINP(measure("inp"));

  let shown: string | undefined;
  const count = () => {
    const { location, navigation } = pages.state;
    if (navigation.state !== "idle" || location.pathname === shown) return;
    shown = location.pathname;
    telemetry.add({ route: currentRoutePattern(pages), name: "view", value: 1 });
  };
  count();
  pages.subscribe(count);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") telemetry.flush();
  });
}

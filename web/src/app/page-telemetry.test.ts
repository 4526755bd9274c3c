// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { pageIds, pages as table } from "@/lib/urls/pages";
import { currentRoutePattern, type RouterLike, startPageTelemetry } from "./page-telemetry";

const sent = vi.hoisted(() => ({ pages: [] as object[] }));
const vitals = vi.hoisted(() => ({ tell: {} as Record<string, (metric: { value: number }) => void> }));
vi.mock("@/api/page-measurements", () => ({ sendPageMeasurements: (pages: object[]) => sent.pages.push(...pages) }));
vi.mock("web-vitals", () => {
  const keep = (name: string) => (tell: (metric: { value: number }) => void) => {
    vitals.tell[name] = tell;
  };
  return { onLCP: keep("lcp"), onINP: keep("inp"), onCLS: keep("cls"), onTTFB: keep("ttfb") };
});

function browse() {
  let listener = () => {};
  const pages: RouterLike = {
    state: { initialized: false, location: { pathname: "" }, navigation: { state: "idle" }, matches: [] },
    subscribe: (listen) => {
      listener = listen;
      return () => {};
    },
  };
  const show = (pathname: string, path: string | undefined, navigation: "idle" | "loading" = "idle") => {
    pages.state = {
      initialized: true,
      location: { pathname },
      navigation: { state: navigation },
      matches: [{ route: {} }, { route: path === undefined ? {} : { path } }],
    };
    listener();
  };
  return { pages, show };
}

/** Simulates a switch to another tab. */
function hide(visibility: DocumentVisibilityState) {
  Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  sent.pages = [];
  hide("visible");
});

test("S7.ext.1 the server knows every page of the app by its route pattern", () => {
  const known = readFileSync("../functions/api/src/pages.rs", "utf8").matchAll(/^ +"(.+)",$/gm);
  expect(pageIds.map((name) => table[name].pattern).sort()).toEqual(Array.from(known, ([, address]) => address));
});

test("S7.ext.1 page views are counted by route pattern, never by URL", () => {
  const { pages, show } = browse();
  show("/u/amara", "/u/:username");
  startPageTelemetry(pages);
  show("/browse", "/browse", "loading");
  show("/browse", "/browse");
  show("/browse", "/browse");
  show("/guide/CS246/notes", "/guide/:guideId/notes");
  show("/no-such-page", "*");
  hide("hidden");
  expect(sent.pages).toEqual(
    ["/u/:username", "/browse", "/guide/:guideId/notes", "other"].map((route) => ({ route, name: "view", value: 1 })),
  );
  expect(JSON.stringify(sent.pages)).not.toMatch(/amara|CS246/);
});

test("S7.ext.1 timings of the first page are sent when the page is hidden", async () => {
  const { pages, show } = browse();
  show("/browse", "/browse");
  startPageTelemetry(pages);
  vitals.tell.lcp?.({ value: 1240.5 });
  show("/my-notes", "/my-notes");
  hide("hidden");
  // The browser reports this metric only when the page is hidden.
  vitals.tell.cls?.({ value: 0.02 });
  await Promise.resolve();
  expect(sent.pages).toContainEqual({ route: "/browse", name: "lcp", value: 1240.5 });
  expect(sent.pages.at(-1)).toEqual({ route: "/browse", name: "cls", value: 0.02 });
});

test("S7.ext.1 counts the first page once it has rendered; before that, no view is sent", () => {
  const { pages, show } = browse();
  startPageTelemetry(pages);
  hide("hidden");
  expect(sent.pages).toEqual([]);
  hide("visible");
  show("/download/CS246", "/download/:id");
  hide("hidden");
  expect(sent.pages).toEqual([{ route: "/download/:id", name: "view", value: 1 }]);
});

test("pages without a pattern are counted as 'other'", () => {
  const { pages, show } = browse();
  show("/somewhere", undefined);
  expect(currentRoutePattern(pages)).toBe("other");
});

import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from "react-router";
import { loadChunk } from "@/lib/loading/load-chunk";
import { session } from "@/session/session";

export interface RouteModule {
  Component: ComponentType;
  loader?: LoaderFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
}

type LazyRoute = Pick<RouteObject, "loader" | "shouldRevalidate" | "element">;

/** Code of a screen; empty until it is loaded. */
interface Code {
  module?: RouteModule;
}

/**
 * Creates a route whose code loads on its first visit. The router's own `lazy` caches a failed load forever; this one
 * retries on the next visit or on "Try again".
 */
export function lazyRoute(load: () => Promise<RouteModule>): LazyRoute {
  return createRoute(load, async () => true);
}

/**
 * Creates a route for members. Its loader waits for the session and does not run for visitors. The guard alone is too
 * late, because the router starts loaders before it renders anything.
 */
export function protectedRoute(load: () => Promise<RouteModule>): LazyRoute {
  return createRoute(load, async () => {
    await session.restore();
    return session.state().status === "signed-in";
  });
}

function createRoute(load: () => Promise<RouteModule>, mayLoad: () => Promise<boolean>): LazyRoute {
  const code: Code = {};
  return {
    loader: async (args, context) => {
      code.module ??= await loadChunk(load);
      const { loader } = code.module;
      return loader && (await mayLoad()) ? loader(args, context) : null;
    },
    shouldRevalidate: (args) => code.module?.shouldRevalidate?.(args) ?? args.defaultShouldRevalidate,
    element: <Screen code={code} />,
  };
}

function Screen({ code }: { code: Code }) {
  const Shown = code.module?.Component;
  return Shown && <Shown />;
}

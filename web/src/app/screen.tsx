import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from "react-router";
import { fetchCode } from "@/lib/loading/fetch-code";
import { session } from "@/session/session";

/** What a route module exports. */
export interface ScreenModule {
  Component: ComponentType;
  loader?: LoaderFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
}

/** What a route has from its screen. */
type ScreenRoute = Pick<RouteObject, "loader" | "shouldRevalidate" | "element">;

/** The code of a screen, once it was fetched. */
interface Code {
  module?: ScreenModule;
}

/**
 * A screen whose code is fetched when it is first shown. The router's own `lazy` keeps a failed fetch for ever; here the
 * next visit, or *Try again*, fetches anew.
 */
export function screen(load: () => Promise<ScreenModule>): ScreenRoute {
  return screenWith(load, async () => true);
}

/**
 * A screen for members. Its loader waits for the session and does not run for visitors: the guard sends them away, but the
 * router starts loaders before it renders anything.
 */
export function memberScreen(load: () => Promise<ScreenModule>): ScreenRoute {
  return screenWith(load, async () => {
    await session.restore();
    return session.state().status === "signed-in";
  });
}

function screenWith(load: () => Promise<ScreenModule>, mayLoad: () => Promise<boolean>): ScreenRoute {
  const code: Code = {};
  return {
    loader: async (args, context) => {
      code.module ??= await fetchCode(load);
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

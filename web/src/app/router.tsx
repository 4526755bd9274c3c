import { createBrowserRouter, type RouteObject } from "react-router";
import { AuthLayout } from "@/features/auth/auth-layout";
import { ErrorPage } from "./error-page";
import { layoutRoutes, routesOf } from "./layout-routes";
import { lazyRoute } from "./lazy-route";
import { Root } from "./root";

const partsPage: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [{ path: "/dev/components", ...lazyRoute(() => import("./routes/dev/dev-components")) }]
    : [];

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: AuthLayout,
        children: routesOf("account", true),
      },
      ...partsPage,
      ...layoutRoutes,
    ],
  },
]);

import { createBrowserRouter, type RouteObject } from "react-router";
import { AuthLayout } from "@/features/auth/auth-layout";
import { ErrorPage } from "./error-page";
import { frameRoutes, routesOf } from "./frame-routes";
import { Root } from "./root";
import { screen } from "./screen";

const partsPage: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [{ path: "/dev/components", ...screen(() => import("./routes/dev/dev-components")) }]
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
      ...frameRoutes,
    ],
  },
]);

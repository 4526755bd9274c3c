import { createBrowserRouter, type RouteObject } from "react-router";
import { AuthLayout } from "@/features/auth/auth-layout";
import { patterns } from "@/lib/addresses/paths";
import { ErrorPage } from "./error-page";
import { frameRoutes } from "./frame-routes";
import { pages } from "./pages";
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
        children: [
          { path: patterns.signIn, ...screen(pages.signIn) },
          { path: patterns.register, ...screen(pages.register) },
          { path: patterns.forgot, ...screen(pages.forgot) },
          { path: patterns.studentInfo, ...screen(pages.studentInfo) },
        ],
      },
      ...partsPage,
      ...frameRoutes,
    ],
  },
]);

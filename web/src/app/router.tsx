import { createBrowserRouter, type RouteObject } from "react-router";
import { AuthLayout } from "@/features/auth/auth-layout";
import { SignInPage } from "@/features/auth/sign-in-page";
import { patterns } from "@/lib/paths";
import { ErrorPage } from "./error-page";
import { frameRoutes } from "./frame-routes";
import { Root } from "./root";
import { screen } from "./screen";

const partsPage: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [
        { path: "/dev/components", ...screen(() => import("./routes/dev-components")) },
        { path: "/dev/search", ...screen(() => import("./routes/dev-search")) },
      ]
    : [];

/** Every address of the app. Screens behind the frame are fetched when they are first shown. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: AuthLayout,
        children: [
          // What visitors see first comes with the app.
          { path: patterns.signIn, Component: SignInPage },
          { path: patterns.register, ...screen(() => import("./routes/register")) },
          { path: patterns.forgot, ...screen(() => import("./routes/forgot")) },
          { path: patterns.studentInfo, ...screen(() => import("./routes/student-info")) },
        ],
      },
      ...partsPage,
      ...frameRoutes,
    ],
  },
]);

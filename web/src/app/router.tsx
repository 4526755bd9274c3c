import { createBrowserRouter, type RouteObject } from "react-router";
import { patterns } from "@/lib/paths";
import { Loading } from "@/ui/loading";
import { ErrorPage } from "./error-page";
import { Root } from "./root";

const partsPage: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_PARTS_PAGE === "1"
    ? [
        { path: "/dev/components", lazy: () => import("./routes/dev-components") },
        { path: "/dev/search", lazy: () => import("./routes/dev-search") },
      ]
    : [];

/** Where the screens behind the frame hang. */
const ROOT_ID = "root";

/** The pages of an account, which is all that a visitor's first page needs; the other screens follow. */
const routes: RouteObject[] = [
  {
    id: ROOT_ID,
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      {
        lazy: () => import("@/features/auth/auth-layout"),
        children: [
          { path: patterns.signIn, lazy: () => import("./routes/sign-in") },
          { path: patterns.register, lazy: () => import("./routes/register") },
          { path: patterns.forgot, lazy: () => import("./routes/forgot") },
          { path: patterns.studentInfo, lazy: () => import("./routes/student-info") },
        ],
      },
      ...partsPage,
    ],
  },
];

/** Fetches the list of the screens behind the frame. On a page of an account it is worth fetching before it is needed. */
export const fetchFrameRoutes = () => import("./frame-routes");

let isComplete = false;

/** Every address of the app. */
export const router = createBrowserRouter(routes, {
  async patchRoutesOnNavigation({ patch }) {
    if (isComplete) return;
    const { frameRoutes } = await fetchFrameRoutes();
    isComplete = true;
    patch(ROOT_ID, frameRoutes);
  },
});

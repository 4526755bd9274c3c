import { type LazyRouteFunction, Navigate, type RouteObject } from "react-router";
import { session } from "@/api/session";
import { paths, patterns } from "@/lib/paths";
import { ErrorPage } from "./error-page";
import { Guard } from "./guard";

type RouteModule = Awaited<ReturnType<LazyRouteFunction<RouteObject>>>;

/**
 * A screen for members. Its loader waits for the session and does not run for visitors: the
 * guard sends them away, but the router starts loaders before it renders anything.
 */
function member(load: () => Promise<RouteModule>): LazyRouteFunction<RouteObject> {
  return async () => {
    const module = await load();
    const { loader } = module;
    if (typeof loader !== "function") return module;
    return {
      ...module,
      loader: async (args, context) => {
        await session.restore();
        return session.state().status === "signed-in" ? loader(args, context) : null;
      },
    };
  };
}

/** Every screen behind the frame. Patterns come from `lib/paths.ts`; each screen is fetched when it is first shown. */
export const frameRoutes: RouteObject[] = [
  {
    lazy: () => import("./shell/shell"),
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { path: patterns.download, lazy: () => import("./routes/download") },
          { path: patterns.deepDive, lazy: () => import("./routes/shelf") },
          { path: patterns.quickRecap, lazy: () => import("./routes/shelf") },
          { path: patterns.chillReview, lazy: () => import("./routes/shelf") },
          { path: patterns.cramMode, lazy: () => import("./routes/album") },
          { path: patterns.examReview, lazy: () => import("./routes/album") },
          { path: patterns.nightOwl, lazy: () => import("./routes/album") },
          { path: patterns.student, lazy: () => import("./routes/public-profile") },
          {
            Component: Guard,
            children: [
              { path: patterns.dashboard, lazy: member(() => import("./routes/dashboard")) },
              { path: patterns.dashboardAlias, element: <Navigate to={paths.dashboard()} replace /> },
              { path: patterns.browse, lazy: member(() => import("./routes/browse")) },
              { path: patterns.notes, lazy: member(() => import("./routes/notes")) },
              { path: patterns.chapter, lazy: member(() => import("./routes/chapter")) },
              { path: patterns.addCard, lazy: member(() => import("./routes/edit-card")) },
              { path: patterns.editCard, lazy: member(() => import("./routes/edit-card")) },
              { path: "/guide/notes", element: <Navigate to={paths.browse()} replace /> },
              { path: "/guide//notes", element: <Navigate to={paths.browse()} replace /> },
              { path: patterns.myNotes, lazy: member(() => import("./routes/my-notes")) },
              { path: patterns.upload, lazy: member(() => import("./routes/request-course")) },
              { path: patterns.audioNotes, lazy: member(() => import("./routes/shelf")) },
              { path: patterns.playlist, lazy: member(() => import("./routes/playlist")) },
              { path: patterns.setupGuides, lazy: member(() => import("./routes/setup-guides")) },
              {
                path: patterns.admin,
                lazy: member(() => import("./routes/console")),
                children: [
                  { index: true, lazy: member(() => import("./routes/console-content")) },
                  { path: patterns.adminCourses, lazy: member(() => import("./routes/console-courses")) },
                  { path: patterns.adminUploads, lazy: member(() => import("./routes/console-uploads")) },
                  { path: patterns.adminRequests, lazy: member(() => import("./routes/console-requests")) },
                  { path: patterns.adminReports, lazy: member(() => import("./routes/console-reports")) },
                  { path: patterns.adminTrash, lazy: member(() => import("./routes/console-trash")) },
                  { path: patterns.adminActivity, lazy: member(() => import("./routes/console-activity")) },
                ],
              },
              { path: patterns.profile, lazy: member(() => import("./routes/profile")) },
              { path: patterns.security, lazy: member(() => import("./routes/security")) },
              { path: patterns.account, lazy: member(() => import("./routes/account")) },
              { path: patterns.placeholder, lazy: member(() => import("./routes/placeholder")) },
              { path: "*", lazy: member(() => import("./routes/not-found")) },
            ],
          },
        ],
      },
    ],
  },
];

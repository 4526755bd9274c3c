import { Navigate, type RouteObject } from "react-router";
import { setReaderPrefetch } from "@/lib/loading/prefetch-reader";
import { pageIds, pages } from "@/lib/urls/pages";
import { ErrorPage } from "./error-page";
import { Guard } from "./guard";
import { lazyRoute, protectedRoute } from "./lazy-route";
import { loadLayout, pageModules } from "./pages";

/** Runs `act` with the reader's code. Ignores failures, because the page retries them. */
const withReader = (act: (code: Awaited<ReturnType<typeof pageModules.note>>) => void) => {
  pageModules
    .note()
    .then(act)
    .catch(() => undefined);
};
setReaderPrefetch({
  onPointer: () => withReader(({ prefetchCode }) => prefetchCode()),
  onPress: (noteId) => withReader(({ prefetchNoteStart }) => prefetchNoteStart(noteId)),
});

type PageEntry = (typeof pages)[keyof typeof pages];

/** Creates the routes of the pages with a layout: public ones, or those behind the guard. */
export function routesOf(layout: PageEntry["layout"], isPublic: boolean): RouteObject[] {
  const names = pageIds.filter(
    (name) => pages[name].layout === layout && (pages[name].audience === "visitor") === isPublic,
  );
  return names.flatMap((name) => {
    const { pattern, alias } = pages[name];
    const route = { path: pattern, ...(isPublic ? lazyRoute : protectedRoute)(pageModules[name]) };
    return alias === undefined ? [route] : [route, redirect(alias, pattern)];
  });
}

const redirect = (path: string, to: string): RouteObject => ({ path, element: <Navigate to={to} replace /> });

/** Routes inside the frame. Each screen loads on its first visit. */
export const layoutRoutes: RouteObject[] = [
  {
    ...lazyRoute(loadLayout),
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...routesOf(undefined, true),
          {
            Component: Guard,
            children: [
              ...routesOf(undefined, false),
              {
                ...protectedRoute(() => import("./routes/course/merged-courses")),
                children: routesOf("courses", false),
              },
              { ...protectedRoute(() => import("./routes/admin/console")), children: routesOf("console", false) },
              redirect("/guide/notes", pages.browse.pattern),
              redirect("/guide//notes", pages.browse.pattern),
              { path: "*", ...protectedRoute(() => import("./routes/not-found")) },
            ],
          },
        ],
      },
    ],
  },
];

import { Navigate, type RouteObject } from "react-router";
import { paths, patterns } from "@/lib/addresses/paths";
import { doBeforeReading } from "@/lib/loading/about-to-read";
import { ErrorPage } from "./error-page";
import { Guard } from "./guard";
import { loadFrame, pages } from "./pages";
import { memberScreen, screen } from "./screen";

/** Runs `act` with the reader's code. Ignores failures, because the page retries them. */
const withReader = (act: (code: Awaited<ReturnType<typeof pages.note>>) => void) => {
  pages
    .note()
    .then(act)
    .catch(() => undefined);
};
doBeforeReading({
  pointedAt: () => withReader(({ prepareCode }) => prepareCode()),
  pressed: (noteId) => withReader(({ prepare }) => prepare(noteId)),
});

/**
 * Routes of all screens inside the frame. The patterns come from `lib/addresses/paths.ts`; each screen loads on its
 * first visit.
 */
export const frameRoutes: RouteObject[] = [
  {
    ...screen(loadFrame),
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { path: patterns.download, ...screen(pages.download) },
          { path: patterns.deepDive, ...screen(pages.deepDive) },
          { path: patterns.quickRecap, ...screen(pages.quickRecap) },
          { path: patterns.chillReview, ...screen(pages.chillReview) },
          { path: patterns.cramMode, ...screen(pages.cramMode) },
          { path: patterns.examReview, ...screen(pages.examReview) },
          { path: patterns.nightOwl, ...screen(pages.nightOwl) },
          { path: patterns.student, ...screen(pages.student) },
          {
            Component: Guard,
            children: [
              { path: patterns.dashboard, ...memberScreen(pages.dashboard) },
              { path: patterns.dashboardAlias, element: <Navigate to={paths.dashboard()} replace /> },
              { path: patterns.browse, ...memberScreen(pages.browse) },
              { path: patterns.notes, ...memberScreen(pages.notes) },
              { path: patterns.note, ...memberScreen(pages.note) },
              { path: patterns.chapter, ...memberScreen(pages.chapter) },
              {
                ...memberScreen(() => import("./routes/course/merged-courses")),
                children: [
                  { path: patterns.exam, ...memberScreen(pages.exam) },
                  { path: patterns.addCard, ...memberScreen(pages.addCard) },
                  { path: patterns.importCards, ...memberScreen(pages.importCards) },
                  { path: patterns.editCard, ...memberScreen(pages.editCard) },
                  { path: patterns.ownCards, ...memberScreen(pages.ownCards) },
                  { path: patterns.writeCard, ...memberScreen(pages.writeCard) },
                  { path: patterns.importOwnCards, ...memberScreen(pages.importOwnCards) },
                  { path: patterns.ownCard, ...memberScreen(pages.ownCard) },
                  { path: patterns.study, ...memberScreen(pages.study) },
                ],
              },
              { path: "/guide/notes", element: <Navigate to={paths.browse()} replace /> },
              { path: "/guide//notes", element: <Navigate to={paths.browse()} replace /> },
              { path: patterns.myNotes, ...memberScreen(pages.myNotes) },
              { path: patterns.myHighlights, ...memberScreen(pages.myHighlights) },
              { path: patterns.myCards, ...memberScreen(pages.myCards) },
              { path: patterns.upload, ...memberScreen(pages.upload) },
              { path: patterns.audioNotes, ...memberScreen(pages.audioNotes) },
              { path: patterns.playlist, ...memberScreen(pages.playlist) },
              { path: patterns.setupGuides, ...memberScreen(pages.setupGuides) },
              {
                path: patterns.admin,
                ...memberScreen(pages.admin),
                children: [
                  { index: true, ...memberScreen(() => import("./routes/admin/console-content")) },
                  { path: patterns.adminCourses, ...memberScreen(pages.adminCourses) },
                  { path: patterns.adminUploads, ...memberScreen(pages.adminUploads) },
                  { path: patterns.adminRequests, ...memberScreen(pages.adminRequests) },
                  { path: patterns.adminReports, ...memberScreen(pages.adminReports) },
                  { path: patterns.adminTrash, ...memberScreen(pages.adminTrash) },
                  { path: patterns.adminActivity, ...memberScreen(pages.adminActivity) },
                ],
              },
              { path: patterns.profile, ...memberScreen(pages.profile) },
              { path: patterns.security, ...memberScreen(pages.security) },
              { path: patterns.account, ...memberScreen(pages.account) },
              { path: patterns.placeholder, ...memberScreen(pages.placeholder) },
              { path: "*", ...memberScreen(() => import("./routes/not-found")) },
            ],
          },
        ],
      },
    ],
  },
];

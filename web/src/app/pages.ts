import type { patterns } from "@/lib/addresses/paths";

/** Frame of all pages except the account pages. */
export const loadFrame = () => import("./shell/shell");

/** Loads the code of each page. Used by the router and by the bootstrap script. */
export const pages = {
  signIn: () => import("./routes/account/sign-in"),
  register: () => import("./routes/account/register"),
  forgot: () => import("./routes/account/forgot"),
  studentInfo: () => import("./routes/account/student-info"),
  dashboard: () => import("./routes/dashboard"),
  browse: () => import("./routes/course/browse"),
  notes: () => import("./routes/course/notes"),
  exam: () => import("./routes/study/exam"),
  chapter: () => import("./routes/study/chapter"),
  addCard: () => import("./routes/study/edit-card"),
  importCards: () => import("./routes/study/import-cards"),
  editCard: () => import("./routes/study/edit-card"),
  ownCards: () => import("./routes/study/own-cards"),
  writeCard: () => import("./routes/study/own-cards"),
  importOwnCards: () => import("./routes/study/import-cards"),
  ownCard: () => import("./routes/study/own-cards"),
  study: () => import("./routes/study/study"),
  myNotes: () => import("./routes/course/my-notes"),
  myHighlights: () => import("./routes/course/my-highlights"),
  myCards: () => import("./routes/study/own-cards"),
  note: () => import("./routes/course/note"),
  download: () => import("./routes/course/download"),
  profile: () => import("./routes/account/profile"),
  security: () => import("./routes/account/security"),
  account: () => import("./routes/account/account"),
  student: () => import("./routes/account/public-profile"),
  upload: () => import("./routes/course/request-course"),
  deepDive: () => import("./routes/audio/shelf"),
  quickRecap: () => import("./routes/audio/shelf"),
  chillReview: () => import("./routes/audio/shelf"),
  audioNotes: () => import("./routes/audio/shelf"),
  cramMode: () => import("./routes/course/album"),
  examReview: () => import("./routes/course/album"),
  nightOwl: () => import("./routes/course/album"),
  playlist: () => import("./routes/audio/playlist"),
  admin: () => import("./routes/admin/console"),
  adminCourses: () => import("./routes/admin/console-courses"),
  adminUploads: () => import("./routes/admin/console-uploads"),
  adminRequests: () => import("./routes/admin/console-requests"),
  adminReports: () => import("./routes/admin/console-reports"),
  adminTrash: () => import("./routes/admin/console-trash"),
  adminActivity: () => import("./routes/admin/console-activity"),
  setupGuides: () => import("./routes/admin/setup-guides"),
  placeholder: () => import("./routes/placeholder"),
} satisfies Partial<Record<keyof typeof patterns, () => Promise<unknown>>>;

export type PageName = keyof typeof pages;

export const accountPages: ReadonlySet<PageName> = new Set<PageName>(["signIn", "register", "forgot", "studentInfo"]);

/** Pages in the frame that visitors may see. */
export const publicPages: ReadonlySet<PageName> = new Set<PageName>([
  "download",
  "deepDive",
  "quickRecap",
  "chillReview",
  "cramMode",
  "examReview",
  "nightOwl",
  "student",
]);

import type { patterns } from "@/lib/paths";

/** The frame around every page but those of the account. */
export const loadFrame = () => import("./shell/shell");

/** The code of each page, by the name of its address. The router fetches it, and before that the first script. */
export const pages = {
  signIn: () => import("./routes/sign-in"),
  register: () => import("./routes/register"),
  forgot: () => import("./routes/forgot"),
  studentInfo: () => import("./routes/student-info"),
  dashboard: () => import("./routes/dashboard"),
  browse: () => import("./routes/browse"),
  notes: () => import("./routes/notes"),
  exam: () => import("./routes/exam"),
  chapter: () => import("./routes/chapter"),
  addCard: () => import("./routes/edit-card"),
  importCards: () => import("./routes/import-cards"),
  editCard: () => import("./routes/edit-card"),
  ownCards: () => import("./routes/own-cards"),
  writeCard: () => import("./routes/own-cards"),
  importOwnCards: () => import("./routes/import-cards"),
  ownCard: () => import("./routes/own-cards"),
  study: () => import("./routes/study"),
  myNotes: () => import("./routes/my-notes"),
  myHighlights: () => import("./routes/my-highlights"),
  myCards: () => import("./routes/own-cards"),
  note: () => import("./routes/note"),
  download: () => import("./routes/download"),
  profile: () => import("./routes/profile"),
  security: () => import("./routes/security"),
  account: () => import("./routes/account"),
  student: () => import("./routes/public-profile"),
  upload: () => import("./routes/request-course"),
  deepDive: () => import("./routes/shelf"),
  quickRecap: () => import("./routes/shelf"),
  chillReview: () => import("./routes/shelf"),
  audioNotes: () => import("./routes/shelf"),
  cramMode: () => import("./routes/album"),
  examReview: () => import("./routes/album"),
  nightOwl: () => import("./routes/album"),
  playlist: () => import("./routes/playlist"),
  admin: () => import("./routes/console"),
  adminCourses: () => import("./routes/console-courses"),
  adminUploads: () => import("./routes/console-uploads"),
  adminRequests: () => import("./routes/console-requests"),
  adminReports: () => import("./routes/console-reports"),
  adminTrash: () => import("./routes/console-trash"),
  adminActivity: () => import("./routes/console-activity"),
  setupGuides: () => import("./routes/setup-guides"),
  placeholder: () => import("./routes/placeholder"),
} satisfies Partial<Record<keyof typeof patterns, () => Promise<unknown>>>;

export type PageName = keyof typeof pages;

/** Pages of an account, which have no frame. */
export const accountPages: ReadonlySet<PageName> = new Set<PageName>(["signIn", "register", "forgot", "studentInfo"]);

/** Pages in the frame that visitors may see too. */
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

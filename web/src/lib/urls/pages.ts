/**
 * Table of pages. The router, links, navigation, the command palette, the first script and the API's list of routes
 * derive from it. `app/pages.ts` has the module of each page, because this layer may not import it.
 */

/** One page. */
interface Page {
  /** Route pattern. `cargo xtask codegen` reads this field for the API. */
  pattern: string;
  /** Another address, which redirects to the page. */
  alias?: string;
  /** Users who may open the page. On pages that are not for visitors, the guard redirects them to the sign-in page. */
  audience: "visitor" | "student" | "administrator";
  /** `account` replaces the frame, `console` adds tabs, `courses` redirects from merged courses. */
  layout?: "account" | "console" | "courses";
  /**
   * First API requests, with the parameters of the address. They must match those of the page exactly: an extra request
   * costs reads, a missing one delays the page.
   */
  requests?: readonly string[];
  /** True if the first content comes from the search worker. */
  usesCatalogue?: true;
  /** Name in navigation and in the command palette, which lists the pages that have one. */
  title?: string;
  /** Further search terms in the command palette. */
  words?: string;
}

/** Likes, My Notes and further user data in one response (`data/me/bootstrap.ts`). */
const mine = "/api/me/start";

/** In the order of the command palette. A page comes before those whose parameters match its address. */
const table = {
  signIn: { pattern: "/signin", audience: "visitor", layout: "account", title: "Sign in", words: "log in login" },
  register: {
    pattern: "/register",
    audience: "visitor",
    layout: "account",
    title: "Sign up",
    words: "register account",
  },
  forgot: { pattern: "/forgot", audience: "visitor", layout: "account" },
  studentInfo: { pattern: "/student-info", audience: "visitor", layout: "account" },
  dashboard: {
    pattern: "/",
    alias: "/dashboard",
    audience: "student",
    requests: [
      "/api/me/listening",
      "/api/me/reading",
      "/api/me/new-notes",
      "/api/me/feed",
      "/api/me/exams",
      "/api/me/study/settings",
      "/api/me/note-updates",
      mine,
    ],
    usesCatalogue: true,
    title: "Dashboard",
    words: "home start",
  },
  browse: {
    pattern: "/browse",
    audience: "student",
    requests: [mine],
    usesCatalogue: true,
    title: "Browse & Discover",
    words: "courses study guides people profiles",
  },
  audioNotes: {
    pattern: "/audio-notes",
    audience: "student",
    requests: ["/api/shelves/radio", mine],
    title: "Audio Notes",
    words: "radio listen recordings",
  },
  deepDive: {
    pattern: "/deep-dive",
    audience: "visitor",
    requests: ["/api/shelves/deep-dive", mine],
    title: "Deep Dive",
    words: "audio listen shelf",
  },
  quickRecap: {
    pattern: "/quick-recap",
    audience: "visitor",
    requests: ["/api/shelves/quick-recap", mine],
    title: "Quick Recap",
    words: "audio listen shelf",
  },
  chillReview: {
    pattern: "/chill-review",
    audience: "visitor",
    requests: ["/api/shelves/chill-review", mine],
    title: "Chill Review",
    words: "audio listen shelf",
  },
  cramMode: {
    pattern: "/cram-mode",
    audience: "visitor",
    requests: ["/api/albums/cram", mine],
    title: "Cram Mode",
    words: "album notes",
  },
  examReview: {
    pattern: "/exam-review",
    audience: "visitor",
    requests: ["/api/albums/examReview", mine],
    title: "Exam Review",
    words: "album notes midterm final",
  },
  nightOwl: {
    pattern: "/night-owl",
    audience: "visitor",
    requests: ["/api/albums/nightOwl", mine],
    title: "Night Owl",
    words: "album notes",
  },
  upload: { pattern: "/upload", audience: "student", title: "Request a course", words: "missing ask upload" },
  myNotes: {
    pattern: "/my-notes",
    audience: "student",
    requests: [mine, "/api/me/note-updates"],
    title: "My Notes",
    words: "saved collection bookmarks",
  },
  study: { pattern: "/study", audience: "student", layout: "courses", title: "Study", words: "cards review due" },
  practice: {
    pattern: "/study/practice",
    audience: "student",
    layout: "courses",
    title: "Practice test",
    words: "quiz mock self-test",
  },
  timed: {
    pattern: "/study/timed",
    audience: "student",
    layout: "courses",
    title: "Timed session",
    words: "minutes study cards cram",
  },
  progress: {
    pattern: "/study/progress",
    audience: "student",
    title: "Progress",
    words: "statistics forecast retention streak time",
  },
  profile: { pattern: "/profile", audience: "student", title: "Account", words: "settings photo faculty" },
  account: {
    pattern: "/account",
    audience: "student",
    title: "Profile",
    words: "courses followers following playlists me",
  },
  security: {
    pattern: "/profile/security",
    audience: "student",
    title: "Sign-in and data",
    words: "password email security sessions export delete",
  },
  admin: {
    pattern: "/admin",
    audience: "administrator",
    layout: "console",
    title: "Console",
    words: "administration content storage",
  },
  adminCourses: { pattern: "/admin/courses", audience: "administrator", layout: "console" },
  adminUploads: {
    pattern: "/admin/uploads",
    audience: "administrator",
    layout: "console",
    title: "Uploads",
    words: "console files sent checking failed",
  },
  adminRequests: {
    pattern: "/admin/requests",
    audience: "administrator",
    layout: "console",
    title: "Course requests",
    words: "console wanted demand",
  },
  adminReports: {
    pattern: "/admin/reports",
    audience: "administrator",
    layout: "console",
    title: "Reports",
    words: "console take down",
  },
  adminCopyright: {
    pattern: "/admin/copyright",
    audience: "administrator",
    layout: "console",
    title: "Copyright notices",
    words: "console dmca take down hide",
  },
  adminStudents: {
    pattern: "/admin/students",
    audience: "administrator",
    layout: "console",
    title: "Students",
    words: "console accounts block sessions delete",
  },
  adminTrash: {
    pattern: "/admin/trash",
    audience: "administrator",
    layout: "console",
    title: "Trash",
    words: "console restore deleted",
  },
  adminKeys: {
    pattern: "/admin/keys",
    audience: "administrator",
    layout: "console",
    title: "Keys",
    words: "console command line program upload folder",
  },
  adminActivity: {
    pattern: "/admin/activity",
    audience: "administrator",
    layout: "console",
    title: "Activity",
    words: "console log audit",
  },
  setupGuides: {
    pattern: "/setup-guides",
    audience: "administrator",
    title: "Setup Study Guides",
    words: "console built-in courses",
  },
  notes: {
    pattern: "/guide/:guideId/notes",
    audience: "student",
    requests: [
      "/api/courses/:guideId/notes",
      "/api/courses/:guideId/chapters",
      "/api/courses/:guideId/audio",
      "/api/me/exams",
      mine,
    ],
  },
  chapter: { pattern: "/guide/:guideId/chapter/:chapterId", audience: "student" },
  exam: { pattern: "/guide/:guideId/exam", audience: "student", layout: "courses" },
  personalCards: { pattern: "/guide/:guideId/my-cards", audience: "student", layout: "courses" },
  writeCard: { pattern: "/guide/:guideId/my-cards/new", audience: "student", layout: "courses" },
  importPersonalCards: { pattern: "/guide/:guideId/my-cards/import", audience: "student", layout: "courses" },
  personalCard: { pattern: "/guide/:guideId/my-cards/:cardId", audience: "student", layout: "courses" },
  addCard: {
    pattern: "/study-guide/:guideId/chapter/:chapterId/add-card",
    audience: "administrator",
    layout: "courses",
  },
  importCards: {
    pattern: "/study-guide/:guideId/chapter/:chapterId/import-cards",
    audience: "administrator",
    layout: "courses",
  },
  editCard: {
    pattern: "/study-guide/:guideId/chapter/:chapterId/edit-card/:cardId",
    audience: "administrator",
    layout: "courses",
  },
  myHighlights: { pattern: "/my-notes/highlights", audience: "student", requests: ["/api/me/highlights"] },
  myBookmarks: { pattern: "/my-notes/bookmarks", audience: "student", requests: ["/api/me/bookmarks"] },
  myCards: { pattern: "/my-notes/cards", audience: "student", requests: ["/api/me/cards"] },
  note: {
    pattern: "/note/:noteId",
    audience: "student",
    requests: ["/api/notes/:noteId/reading", "/api/me/highlights/:noteId", mine],
  },
  recording: {
    pattern: "/audio/:audioId",
    audience: "student",
    requests: ["/api/audio/:audioId", "/api/me/bookmarks", mine],
  },
  download: { pattern: "/download/:id", audience: "visitor" },
  student: {
    pattern: "/u/:username",
    audience: "visitor",
    requests: ["/api/students/:username", "/api/students/:username/courses", "/api/students/:username/playlists"],
  },
  playlist: { pattern: "/playlist/:playlistId", audience: "student", requests: ["/api/playlists/:playlistId", mine] },
  privacy: { pattern: "/privacy", audience: "visitor", title: "Privacy", words: "data stored legal" },
  terms: { pattern: "/terms", audience: "visitor", title: "Terms", words: "rules conditions legal" },
  copyright: { pattern: "/copyright", audience: "visitor", title: "Copyright", words: "rights notice legal" },
  copyrightNotice: {
    pattern: "/copyright/notice",
    audience: "visitor",
    title: "Notice of copyright",
    words: "dmca take down my work legal",
  },
  copyrightConfirm: { pattern: "/copyright/confirm", audience: "visitor" },
  accessibility: {
    pattern: "/accessibility",
    audience: "visitor",
    title: "Accessibility",
    words: "screen reader keyboard barrier wcag",
  },
  contact: { pattern: "/contact", audience: "visitor", title: "Contact", words: "help operator address" },
  placeholder: { pattern: "/placeholder", audience: "student" },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof table;

/** Route pattern of a page. */
export type RoutePattern<Name extends PageId> = (typeof table)[Name]["pattern"];

export const pages: Readonly<Record<PageId, Page>> = table;

export const pageIds = Object.keys(table) as PageId[];

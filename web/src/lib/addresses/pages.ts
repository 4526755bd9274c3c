/**
 * Table of pages. The router, links, navigation, the command palette, the first script and the API's list of routes
 * derive from it. `app/pages.ts` has the module of each page, because this layer may not import it.
 */

/** One page. */
interface Page {
  /** Route pattern. `cargo xtask codegen` reads this field for the API. */
  address: string;
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
  signIn: { address: "/signin", audience: "visitor", layout: "account", title: "Sign in", words: "log in login" },
  register: {
    address: "/register",
    audience: "visitor",
    layout: "account",
    title: "Sign up",
    words: "register account",
  },
  forgot: { address: "/forgot", audience: "visitor", layout: "account" },
  studentInfo: { address: "/student-info", audience: "visitor", layout: "account" },
  dashboard: {
    address: "/",
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
    address: "/browse",
    audience: "student",
    requests: [mine],
    usesCatalogue: true,
    title: "Browse & Discover",
    words: "courses study guides people profiles",
  },
  audioNotes: {
    address: "/audio-notes",
    audience: "student",
    requests: ["/api/shelves/radio", mine],
    title: "Audio Notes",
    words: "radio listen recordings",
  },
  deepDive: {
    address: "/deep-dive",
    audience: "visitor",
    requests: ["/api/shelves/deep-dive", mine],
    title: "Deep Dive",
    words: "audio listen shelf",
  },
  quickRecap: {
    address: "/quick-recap",
    audience: "visitor",
    requests: ["/api/shelves/quick-recap", mine],
    title: "Quick Recap",
    words: "audio listen shelf",
  },
  chillReview: {
    address: "/chill-review",
    audience: "visitor",
    requests: ["/api/shelves/chill-review", mine],
    title: "Chill Review",
    words: "audio listen shelf",
  },
  cramMode: {
    address: "/cram-mode",
    audience: "visitor",
    requests: ["/api/albums/cram", mine],
    title: "Cram Mode",
    words: "album notes",
  },
  examReview: {
    address: "/exam-review",
    audience: "visitor",
    requests: ["/api/albums/examReview", mine],
    title: "Exam Review",
    words: "album notes midterm final",
  },
  nightOwl: {
    address: "/night-owl",
    audience: "visitor",
    requests: ["/api/albums/nightOwl", mine],
    title: "Night Owl",
    words: "album notes",
  },
  upload: { address: "/upload", audience: "student", title: "Request a course", words: "missing ask upload" },
  myNotes: {
    address: "/my-notes",
    audience: "student",
    requests: [mine, "/api/me/note-updates"],
    title: "My Notes",
    words: "saved collection bookmarks",
  },
  study: { address: "/study", audience: "student", layout: "courses", title: "Study", words: "cards review due" },
  practice: {
    address: "/study/practice",
    audience: "student",
    layout: "courses",
    title: "Practice test",
    words: "quiz mock self-test",
  },
  profile: { address: "/profile", audience: "student", title: "Account", words: "settings photo faculty" },
  account: {
    address: "/account",
    audience: "student",
    title: "Profile",
    words: "courses followers following playlists me",
  },
  security: {
    address: "/profile/security",
    audience: "student",
    title: "Sign-in and data",
    words: "password email security sessions export delete",
  },
  admin: {
    address: "/admin",
    audience: "administrator",
    layout: "console",
    title: "Console",
    words: "administration content storage",
  },
  adminCourses: { address: "/admin/courses", audience: "administrator", layout: "console" },
  adminUploads: {
    address: "/admin/uploads",
    audience: "administrator",
    layout: "console",
    title: "Uploads",
    words: "console files sent checking failed",
  },
  adminRequests: {
    address: "/admin/requests",
    audience: "administrator",
    layout: "console",
    title: "Course requests",
    words: "console wanted demand",
  },
  adminReports: {
    address: "/admin/reports",
    audience: "administrator",
    layout: "console",
    title: "Reports",
    words: "console take down",
  },
  adminStudents: {
    address: "/admin/students",
    audience: "administrator",
    layout: "console",
    title: "Students",
    words: "console accounts block sessions delete",
  },
  adminTrash: {
    address: "/admin/trash",
    audience: "administrator",
    layout: "console",
    title: "Trash",
    words: "console restore deleted",
  },
  adminActivity: {
    address: "/admin/activity",
    audience: "administrator",
    layout: "console",
    title: "Activity",
    words: "console log audit",
  },
  setupGuides: {
    address: "/setup-guides",
    audience: "administrator",
    title: "Setup Study Guides",
    words: "console built-in courses",
  },
  notes: {
    address: "/guide/:guideId/notes",
    audience: "student",
    requests: ["/api/courses/:guideId/notes", "/api/courses/:guideId/chapters", "/api/me/exams", mine],
  },
  chapter: { address: "/guide/:guideId/chapter/:chapterId", audience: "student" },
  exam: { address: "/guide/:guideId/exam", audience: "student", layout: "courses" },
  personalCards: { address: "/guide/:guideId/my-cards", audience: "student", layout: "courses" },
  writeCard: { address: "/guide/:guideId/my-cards/new", audience: "student", layout: "courses" },
  importPersonalCards: { address: "/guide/:guideId/my-cards/import", audience: "student", layout: "courses" },
  personalCard: { address: "/guide/:guideId/my-cards/:cardId", audience: "student", layout: "courses" },
  addCard: {
    address: "/study-guide/:guideId/chapter/:chapterId/add-card",
    audience: "administrator",
    layout: "courses",
  },
  importCards: {
    address: "/study-guide/:guideId/chapter/:chapterId/import-cards",
    audience: "administrator",
    layout: "courses",
  },
  editCard: {
    address: "/study-guide/:guideId/chapter/:chapterId/edit-card/:cardId",
    audience: "administrator",
    layout: "courses",
  },
  myHighlights: { address: "/my-notes/highlights", audience: "student", requests: ["/api/me/highlights"] },
  myBookmarks: { address: "/my-notes/bookmarks", audience: "student", requests: ["/api/me/bookmarks"] },
  myCards: { address: "/my-notes/cards", audience: "student", requests: ["/api/me/cards"] },
  note: {
    address: "/note/:noteId",
    audience: "student",
    requests: ["/api/notes/:noteId/reading", "/api/me/highlights/:noteId", mine],
  },
  recording: {
    address: "/audio/:audioId",
    audience: "student",
    requests: ["/api/audio/:audioId", "/api/me/bookmarks", mine],
  },
  download: { address: "/download/:id", audience: "visitor" },
  student: {
    address: "/u/:username",
    audience: "visitor",
    requests: ["/api/students/:username", "/api/students/:username/courses", "/api/students/:username/playlists"],
  },
  playlist: { address: "/playlist/:playlistId", audience: "student", requests: ["/api/playlists/:playlistId", mine] },
  privacy: { address: "/privacy", audience: "visitor", title: "Privacy", words: "data stored legal" },
  terms: { address: "/terms", audience: "visitor", title: "Terms", words: "rules conditions legal" },
  copyright: { address: "/copyright", audience: "visitor", title: "Copyright", words: "rights notice legal" },
  contact: { address: "/contact", audience: "visitor", title: "Contact", words: "help operator address" },
  placeholder: { address: "/placeholder", audience: "student" },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof table;

/** Route pattern of a page. */
export type Address<Name extends PageId> = (typeof table)[Name]["address"];

export const pages: Readonly<Record<PageId, Page>> = table;

export const pageIds = Object.keys(table) as PageId[];

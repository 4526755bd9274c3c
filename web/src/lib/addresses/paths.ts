/** Paths of all pages. Parameters are escaped here only. */
export const paths = {
  signIn: () => "/signin",
  register: () => "/register",
  forgot: () => "/forgot",
  studentInfo: () => "/student-info",
  dashboard: () => "/",
  browse: () => "/browse",
  notes: (code: string) => `/guide/${encodeURIComponent(code)}/notes`,
  /** Daily plan until the exam of a course. */
  exam: (code: string) => `/guide/${encodeURIComponent(code)}/exam`,
  /** Notes of a course, scrolled to one of them. */
  noteIn: (code: string, id: string) => `/guide/${encodeURIComponent(code)}/notes#${encodeURIComponent(id)}`,
  chapter: (code: string, id: string) => `/guide/${encodeURIComponent(code)}/chapter/${encodeURIComponent(id)}`,
  addCard: (code: string, chapter: string) =>
    `/study-guide/${encodeURIComponent(code)}/chapter/${encodeURIComponent(chapter)}/add-card`,
  importCards: (code: string, chapter: string) =>
    `/study-guide/${encodeURIComponent(code)}/chapter/${encodeURIComponent(chapter)}/import-cards`,
  editCard: (code: string, chapter: string, card: string) =>
    `/study-guide/${encodeURIComponent(code)}/chapter/${encodeURIComponent(chapter)}/edit-card/${encodeURIComponent(card)}`,
  /** The student's personal cards of a course. */
  ownCards: (code: string) => `/guide/${encodeURIComponent(code)}/my-cards`,
  writeCard: (code: string, chapter?: string) =>
    `/guide/${encodeURIComponent(code)}/my-cards/new${chapter ? `?${new URLSearchParams({ chapter })}` : ""}`,
  importOwnCards: (code: string, chapter?: string) =>
    `/guide/${encodeURIComponent(code)}/my-cards/import${chapter ? `?${new URLSearchParams({ chapter })}` : ""}`,
  ownCard: (code: string, card: string) => `/guide/${encodeURIComponent(code)}/my-cards/${encodeURIComponent(card)}`,
  /** Due study cards of all courses, of some, or of one chapter. */
  study: (courses: string | readonly string[] = [], chapter?: string) => {
    const named = [courses].flat().map((course) => ["course", course]);
    const asked = new URLSearchParams([...named, ...(chapter ? [["chapter", chapter]] : [])]).toString();
    return asked ? `/study?${asked}` : "/study";
  },
  myNotes: () => "/my-notes",
  myHighlights: () => "/my-notes/highlights",
  myCards: () => "/my-notes/cards",
  note: (id: string) => `/note/${encodeURIComponent(id)}`,
  /** A page of a note with search matches marked. The fragment keeps the search text from the server. */
  notePage: (id: string, page: number, find: string) =>
    `/note/${encodeURIComponent(id)}#${new URLSearchParams({ page: `${page}`, find })}`,
  /** A note, opened at one of the student's highlights. */
  highlight: (note: string, page: number, id: string) =>
    `/note/${encodeURIComponent(note)}#page=${page}&highlight=${encodeURIComponent(id)}`,
  download: (id: string) => `/download/${encodeURIComponent(id)}`,
  profile: () => "/profile",
  security: () => "/profile/security",
  onThisDevice: () => "/profile/security#on-this-device",
  account: () => "/account",
  student: (username: string) => `/u/${encodeURIComponent(username)}`,
  upload: () => "/upload",
  deepDive: () => "/deep-dive",
  quickRecap: () => "/quick-recap",
  chillReview: () => "/chill-review",
  audioNotes: () => "/audio-notes",
  cramMode: () => "/cram-mode",
  examReview: () => "/exam-review",
  nightOwl: () => "/night-owl",
  playlist: (id: string) => `/playlist/${encodeURIComponent(id)}`,
  admin: () => "/admin",
  adminCourses: () => "/admin/courses",
  adminNewCourse: (code: string, title: string) => `/admin/courses?${new URLSearchParams({ new: code, title })}`,
  adminUploads: () => "/admin/uploads",
  adminRequests: () => "/admin/requests",
  adminReports: () => "/admin/reports",
  adminTrash: () => "/admin/trash",
  adminActivity: () => "/admin/activity",
  setupGuides: () => "/setup-guides",
  placeholder: () => "/placeholder",
} as const;

/** Route patterns by screen. */
export const patterns = {
  signIn: "/signin",
  register: "/register",
  forgot: "/forgot",
  studentInfo: "/student-info",
  dashboard: "/",
  dashboardAlias: "/dashboard",
  browse: "/browse",
  notes: "/guide/:guideId/notes",
  exam: "/guide/:guideId/exam",
  chapter: "/guide/:guideId/chapter/:chapterId",
  addCard: "/study-guide/:guideId/chapter/:chapterId/add-card",
  importCards: "/study-guide/:guideId/chapter/:chapterId/import-cards",
  editCard: "/study-guide/:guideId/chapter/:chapterId/edit-card/:cardId",
  ownCards: "/guide/:guideId/my-cards",
  writeCard: "/guide/:guideId/my-cards/new",
  importOwnCards: "/guide/:guideId/my-cards/import",
  ownCard: "/guide/:guideId/my-cards/:cardId",
  study: "/study",
  myNotes: "/my-notes",
  myHighlights: "/my-notes/highlights",
  myCards: "/my-notes/cards",
  note: "/note/:noteId",
  download: "/download/:id",
  profile: "/profile",
  security: "/profile/security",
  account: "/account",
  student: "/u/:username",
  upload: "/upload",
  deepDive: "/deep-dive",
  quickRecap: "/quick-recap",
  chillReview: "/chill-review",
  audioNotes: "/audio-notes",
  cramMode: "/cram-mode",
  examReview: "/exam-review",
  nightOwl: "/night-owl",
  playlist: "/playlist/:playlistId",
  admin: "/admin",
  adminCourses: "/admin/courses",
  adminUploads: "/admin/uploads",
  adminRequests: "/admin/requests",
  adminReports: "/admin/reports",
  adminTrash: "/admin/trash",
  adminActivity: "/admin/activity",
  setupGuides: "/setup-guides",
  placeholder: "/placeholder",
} as const;

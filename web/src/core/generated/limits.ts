// Generated from wasm-core/src/limits.rs by `cargo xtask codegen`. Do not edit.

/** Fewest letters that a course code begins with. In characters. */
export const CODE_PREFIX_MIN_CHARS = 2;

/** Most letters that a course code begins with. In characters. */
export const CODE_PREFIX_MAX_CHARS = 8;

/** Most letters and digits after the first digit of a course code. In characters. */
export const CODE_REST_MAX_CHARS = 7;

/** Longest title of a course or note. In characters. */
export const TITLE_MAX_CHARS = 200;

/** Longest description of a course or note. In characters. */
export const DESCRIPTION_MAX_CHARS = 2000;

/** Longest reason of a course request. In characters. */
export const REASON_MAX_CHARS = 1000;

/** Longest name of a person. In characters. */
export const NAME_MAX_CHARS = 80;

/** Longest name of a playlist. In characters. */
export const PLAYLIST_NAME_MAX_CHARS = 80;

/** Longest name that a device gives itself. In characters. */
export const DEVICE_MAX_CHARS = 64;

/** Shortest username. In characters. */
export const USERNAME_MIN_CHARS = 3;

/** Longest username. In characters. */
export const USERNAME_MAX_CHARS = 30;

/** Shortest password. The API refuses common ones as well, from a list that no page needs to load. In characters. */
export const PASSWORD_MIN_CHARS = 10;

/** Longest password. In characters. */
export const PASSWORD_MAX_CHARS = 256;

/** Longest e-mail address that can be delivered to. In characters. */
export const EMAIL_MAX_CHARS = 254;

/** Longest year of study, which is free text. In characters. */
export const YEAR_MAX_CHARS = 20;

/** Digits of the code sent by e-mail. In digits. */
export const CONFIRM_CODE_DIGITS = 6;

/** Longest file name that is kept. In characters. */
export const FILE_NAME_MAX_CHARS = 200;

/** Longest subject of an audio note. In characters. */
export const SUBJECT_MAX_CHARS = 80;

/** The chapter of a note that names none. In chapter. */
export const CHAPTER_DEFAULT = 1;

/** Highest chapter number. In chapter. */
export const CHAPTER_MAX = 999;

/** Longest description of a chapter. In characters. */
export const CHAPTER_DESCRIPTION_MAX_CHARS = 500;

/** Longest front of a study card. In characters. */
export const CARD_TITLE_MAX_CHARS = 500;

/** Longest back of a study card. In characters. */
export const CARD_CONTENT_MAX_CHARS = 4000;

/** Longest description of the picture on a study card, for those who cannot see it. In characters. */
export const CARD_IMAGE_ALT_MAX_CHARS = 200;

/** Longest text taken from the search box; what follows is ignored. In characters. */
export const QUERY_MAX_CHARS = 200;

/** Most facts that are sent and kept together: their item stays below 1 kB, which is one write. In facts. */
export const STUDY_BATCH_MAX = 30;

/** New cards a day, unless the student says otherwise. In cards. */
export const STUDY_NEW_A_DAY_DEFAULT = 20;

/** Most new cards a day. In cards. */
export const STUDY_NEW_A_DAY_MAX = 999;

/** Cards that come again a day, unless the student says otherwise. In cards. */
export const STUDY_REVIEWS_A_DAY_DEFAULT = 200;

/** Most cards that come again a day. In cards. */
export const STUDY_REVIEWS_A_DAY_MAX = 9999;

/** How many of a hundred cards are to be remembered when they come again, unless the student says otherwise. In percent. */
export const STUDY_RETENTION_DEFAULT_PERCENT = 90;

/** The lowest that can be wanted. In percent. */
export const STUDY_RETENTION_MIN_PERCENT = 70;

/** The highest that can be wanted: beyond it, cards come all the time. In percent. */
export const STUDY_RETENTION_MAX_PERCENT = 97;

/** Longest time after which a card comes again. In days. */
export const STUDY_INTERVAL_MAX_DAYS = 36500;

/** When the day of a student begins, by the clock on the wall. In hours. */
export const STUDY_DAY_BEGINS_HOUR = 4;

/** When nothing else is left, a card that comes within this time comes at once. In milliseconds. */
export const STUDY_AHEAD_MS = 1200000;

/** Longest time that one answer is counted for: who takes longer has left the page. In milliseconds. */
export const STUDY_TOOK_MAX_MS = 60000;

/** Answers wait this long for others before they are sent, so that a session is few requests. In milliseconds. */
export const STUDY_HOLD_MS = 120000;

/** How long an answer is thought to take while none was given. In milliseconds. */
export const STUDY_TOOK_DEFAULT_MS = 8000;

/** Days of which is shown how much was studied: a year, in whole weeks. In days. */
export const STUDY_YEAR_DAYS = 371;

/** Days for which is shown how many cards come. In days. */
export const STUDY_FORECAST_DAYS = 30;

/** A snapshot covers nothing that the server had later than this before it is made: such facts may still be on their way into the log. In milliseconds. */
export const STUDY_SNAPSHOT_MARGIN_MS = 1200000;

/** From so many batches on that no snapshot covers, a new one is made: they are 16 kB, or 600 answers. In batches. */
export const STUDY_TAIL_BATCHES = 20;

/** Largest snapshot, packed: five times that of 20,000 cards. In bytes. */
export const STUDY_SNAPSHOT_MAX_BYTES = 2097152;

/** Farthest that an exam may be ahead. In days. */
export const EXAM_AHEAD_MAX_DAYS = 366;

/** Longest title of an exam. In characters. */
export const EXAM_TITLE_MAX_CHARS = 80;

/** Most exams of one student, past ones too. In exams. */
export const EXAMS_MAX = 200;

/** How long a page of a note is thought to take. In seconds. */
export const EXAM_PAGE_SECS = 120;

/** How many days before an exam the dashboard counts down to it. In days. */
export const EXAM_SHOWN_AHEAD_DAYS = 60;

/** Most exams that the dashboard counts down to. In exams. */
export const EXAMS_SHOWN = 3;

/** Largest PDF of a note. In bytes. */
export const NOTE_PDF_MAX_BYTES = 104857600;

/** Most pages of a note's PDF. In pages. */
export const NOTE_PDF_MAX_PAGES = 2000;

/** Largest file of an audio note. In bytes. */
export const AUDIO_MAX_BYTES = 524288000;

/** A larger file is sent in parts, each of which can be sent again by itself. In bytes. */
export const MULTIPART_FROM_BYTES = 52428800;

/** Size of each part but the last. In bytes. */
export const PART_BYTES = 16777216;

/** Most parts of one file. In parts. */
export const PARTS_MAX = 32;

/** A profile image or the picture of a playlist must be smaller than this. In bytes. */
export const PROFILE_IMAGE_MAX_BYTES = 5242880;

/** Largest JSON body of a request. In bytes. */
export const JSON_BODY_MAX_BYTES = 65536;

/** How long an upload may take to begin after its address was given out. In seconds. */
export const UPLOAD_URL_LIFE_SECS = 900;

/** How long the address of a file stays the same, so that caches work. In seconds. */
export const DOWNLOAD_URL_STABLE_SECS = 3600;

/** Most items of one page of a list. In items. */
export const PAGE_MAX_ITEMS = 100;

/** Most courses of one import request. In courses. */
export const IMPORT_BATCH_MAX = 100;

/** Largest import request: below the limit of a body, with room for the brackets. In bytes. */
export const IMPORT_BATCH_MAX_BYTES = 60000;

/** Largest file of courses. In bytes. */
export const IMPORT_FILE_MAX_BYTES = 33554432;

/** Most things that one step of merging two courses moves: what a request has time for. In things. */
export const COURSE_MERGE_BATCH_MAX = 25;

/** Most notes or recordings whose addresses are asked for at once. In notes or recordings. */
export const ADDRESSES_MAX = 20;

/** Most notes in one student's My Notes. In notes. */
export const SAVED_NOTES_MAX = 2000;

/** Most courses that one student follows. In courses. */
export const FOLLOWED_COURSES_MAX = 200;

/** Most sessions of one person; of more, those that were not used for the longest end. In sessions. */
export const SESSIONS_MAX = 100;

/** Most students whom one student follows. In students. */
export const FOLLOWED_STUDENTS_MAX = 500;

/** Fewest characters of a search for students. In characters. */
export const STUDENT_SEARCH_MIN_CHARS = 2;

/** Most playlists of one student. In playlists. */
export const PLAYLISTS_MAX = 100;

/** Most recordings in one playlist. In recordings. */
export const PLAYLIST_ITEMS_MAX = 500;

/** Most recordings of a playlist from whose pictures its cover is made. In recordings. */
export const PLAYLIST_MOSAIC_ITEMS = 4;

/** Most study cards that are imported at once, in requests of a batch each. In cards. */
export const CARDS_IMPORT_MAX = 5000;

/** Most study cards of one import request. In cards. */
export const CARD_BATCH_MAX = 50;

/** Most study cards that one request removes: those of a full chapter. In cards. */
export const CARD_REMOVAL_MAX = 200;

/** Largest file of study cards that Anki wrote. In bytes. */
export const DECK_MAX_BYTES = 104857600;

/** Most such files that one person has read in a day. In files. */
export const DECKS_A_DAY = 3;

/** Largest text of study cards that is read at once. In bytes. */
export const CARD_FILE_MAX_BYTES = 8388608;

/** Most study cards in one chapter. In cards. */
export const CARDS_MAX = 200;

/** Most study cards that one student writes for themselves, in all courses. In cards. */
export const OWN_CARDS_MAX = 5000;

/** Most bytes that the pictures on a student's own study cards have together. In bytes. */
export const OWN_CARD_PICTURES_MAX_BYTES = 52428800;

/** Most highlights of one student, in all notes. In highlights. */
export const HIGHLIGHTS_MAX = 5000;

/** Longest text that one highlight marks. In characters. */
export const HIGHLIGHT_QUOTE_MAX_CHARS = 1000;

/** Longest text before or behind it that it is found by. In characters. */
export const HIGHLIGHT_CONTEXT_MAX_CHARS = 64;

/** Longest remark on a highlight. In characters. */
export const HIGHLIGHT_REMARK_MAX_CHARS = 2000;

/** Most courses and albums whose notes are searched inside at once. In courses and albums. */
export const INSIDE_PLACES_MAX = 50;

/** Most positions in recordings, or in notes, that are sent at once. In positions. */
export const POSITIONS_BATCH_MAX = 50;

/** Most recordings to continue listening to. In recordings. */
export const LISTENING_MAX_ITEMS = 12;

/** Most notes to continue reading. In notes. */
export const READING_MAX_ITEMS = 6;

/** Most audio notes about one course that are listed with it, the newest. In audio notes. */
export const COURSE_AUDIO_MAX_ITEMS = 100;

/** Most followed courses that are looked into for new notes. In courses. */
export const NEW_NOTES_COURSES_MAX = 6;

/** Most new notes of followed courses on the dashboard. In notes. */
export const NEW_NOTES_MAX_ITEMS = 8;

/** Most courses that a profile remembers as begun lately. In courses. */
export const STARTED_COURSES_MAX = 12;

/** Most lines of what followed students did, on the dashboard. In lines. */
export const FEED_MAX_ITEMS = 12;

/** How long it counts as news what a student did. In days. */
export const FEED_DAYS = 30;

/** How long a note counts as new. In days. */
export const NEW_NOTES_DAYS = 30;

/** Most courses that a device remembers as recently opened. In courses. */
export const RECENT_COURSES_MAX = 4;

/** Most searches that a device remembers. In searches. */
export const RECENT_SEARCHES_MAX = 6;

/** Most things that go to the trash at once. In things. */
export const TRASH_BATCH_MAX = 50;

/** Most questions that are asked in one call. In questions. */
export const QUESTIONS_BATCH_MAX = 12;

/** Most measurements that are sent at once. In measurements. */
export const BEACON_BATCH_MAX = 20;

/** Most students of one answer. In students. */
export const STUDENT_SEARCH_MAX_ITEMS = 20;

/** Most courses in the search dropdown. In courses. */
export const SEARCH_MAX_ITEMS = 20;

/** Most course notes that search can find: what a page can load. Of more, the most liked, then the newest. In notes. */
export const FOUND_NOTES_MAX = 100000;

/** Longest description that travels in the catalogue; cards show two lines of it. In characters. */
export const CATALOGUE_DESCRIPTION_MAX_CHARS = 200;

/** A count of likes never falls below this. In likes. */
export const LIKE_FLOOR = 0;

/** Life of an access token. In seconds. */
export const ACCESS_TOKEN_LIFE_SECS = 900;

/** Life of a session on a computer of one's own. In days. */
export const SESSION_LIFE_DAYS = 30;

/** How long a deleted note can be restored. In days. */
export const TRASH_DAYS = 30;

/** How long the record of an administrator's action is kept. In days. */
export const AUDIT_DAYS = 400;

/** How long an account may stay unconfirmed before its address is free again. In days. */
export const UNCONFIRMED_ACCOUNT_DAYS = 7;

/** How long a username that was given up leads to its former owner. In days. */
export const FORMER_USERNAME_DAYS = 30;

/** How long before a code can be sent again. In seconds. */
export const RESEND_COUNTDOWN_SECS = 30;

/** How often a page that somebody looks at asks what others have changed. With what publishing takes, less than a minute. In seconds. */
export const REFETCH_SECS = 45;

/** From a completed profile to the dashboard. In milliseconds. */
export const PROFILE_REDIRECT_MS = 1000;

/** From a sent course request to browsing. In milliseconds. */
export const REQUEST_REDIRECT_MS = 2000;

/** From leaving the search box to closing its dropdown, so that a click on an item still counts. In milliseconds. */
export const DROPDOWN_CLOSE_MS = 150;

/** How long a toast is shown. In milliseconds. */
export const TOAST_MS = 2000;

/** How long a banner of success is shown. In milliseconds. */
export const BANNER_MS = 3000;

/** How long the time tooltip of the mobile player is shown. In milliseconds. */
export const TOOLTIP_MS = 2000;

/** Stillness after which scrolling counts as ended. In milliseconds. */
export const SCROLL_END_MS = 150;

/** How long My Notes takes to fade in. In milliseconds. */
export const FADE_IN_MS = 1100;

/** Width of the sidebar. In pixels. */
export const SIDEBAR_WIDTH_PX = 240;

/** Greatest height of the search dropdown. In rem. */
export const DROPDOWN_MAX_HEIGHT_REM = 16;

/** Width of a guide card. In rem. */
export const GUIDE_CARD_WIDTH_REM = 14.5;

/** Height of a guide card. In rem. */
export const GUIDE_CARD_HEIGHT_REM = 18.75;

/** Lines of a description on a card. In lines. */
export const DESCRIPTION_CLAMP_LINES = 2;

/** Columns of guides on the dashboard. In columns. */
export const DASHBOARD_COLUMNS = 4;

/** Guides on the dashboard. In guides. */
export const DASHBOARD_GUIDES = 4;

/** Mode tiles on the dashboard. In tiles. */
export const DASHBOARD_MODE_TILES = 6;

/** Columns of guides when browsing on a large screen. In columns. */
export const BROWSE_COLUMNS = 3;

/** Widest screen with the bottom bar; the sidebar begins above it. In pixels. */
export const BOTTOM_BAR_MAX_WIDTH_PX = 767;

/** Widest screen with the compact player. In pixels. */
export const COMPACT_PLAYER_MAX_WIDTH_PX = 640;

/** Height of a virtual list. In pixels. */
export const VIRTUAL_LIST_HEIGHT_PX = 600;

/** Height of a row of a virtual list. In pixels. */
export const VIRTUAL_ROW_HEIGHT_PX = 80;

/** Rows that a virtual list draws beyond what is seen. In rows. */
export const VIRTUAL_OVERSCAN_ROWS = 2;

/** Stock images of My Notes. In images. */
export const MY_NOTES_STOCK_IMAGES = 2;

/** Stock images of course notes. In images. */
export const COURSE_NOTES_STOCK_IMAGES = 8;

/** Placeholder avatars of saved courses. In images. */
export const PLACEHOLDER_AVATARS = 5;

/** A recording that takes longer than this to load is slow. In milliseconds. */
export const SLOW_LOAD_MS = 2000;

/** A press on play that takes longer than this to be heard is slow. In milliseconds. */
export const SLOW_PLAY_MS = 500;

/** Pause between two looks for the audio element. In milliseconds. */
export const PLAYER_RETRY_MS = 50;

/** Looks for the audio element before giving up. In tries. */
export const PLAYER_RETRIES = 5;

/** Recordings prepared after one begins to play. In recordings. */
export const PRELOAD_AFTER_PLAY = 3;

/** Recordings prepared when a list is set. In recordings. */
export const PRELOAD_ON_LIST = 5;

/** Recordings of those that are prepared with their data, not only their metadata. In recordings. */
export const PRELOAD_FULL = 1;

/** 'Previous' restarts a recording that was heard for longer than this. In seconds. */
export const PREVIOUS_RESTART_SECS = 5;

/** One jump back. In seconds. */
export const JUMP_BACK_SECS = 15;

/** One jump forward. In seconds. */
export const JUMP_FORWARD_SECS = 30;

/** Slowest speed of playing. In times normal speed. */
export const RATE_MIN = 0.5;

/** Fastest speed of playing. In times normal speed. */
export const RATE_MAX = 3;

/** Speed of playing at first. In times normal speed. */
export const RATE_DEFAULT = 1;

/** How often the position is kept on the device while playing. In milliseconds. */
export const REPORT_EVERY_MS = 5000;

/** How often the server is told of the position while playing; of a pause, a jump and an end it is told at once. In milliseconds. */
export const POSITION_SENT_EVERY_MS = 120000;

/** How long it is said that a recording cannot be played. In milliseconds. */
export const SKIP_NOTICE_MS = 2000;

/** New addresses asked for in a row before a recording counts as not playable. In tries. */
export const RELOADS_MAX = 3;

/** Pause before another new address is asked for; the first is asked for at once. In milliseconds. */
export const RELOAD_DELAY_MS = 1000;

/** A recording that was heard for this long after a failure has recovered from it. In seconds. */
export const RECOVERED_AFTER_SECS = 5;

/** A position before this is the beginning: nothing to go on from. In milliseconds. */
export const RESUME_MIN_MS = 5000;

/** A recording with no more than this left, and no more than a twentieth of it, is finished. In milliseconds. */
export const FINISHED_LEFT_MAX_MS = 10000;

/** Less of the first page than this is the beginning: nothing to go on from. In thousandths of a page. */
export const READING_BEGUN_MIN_PERMILLE = 250;

/** A position may be stamped at most this far ahead of the server's clock. In milliseconds. */
export const POSITION_AHEAD_MAX_MS = 86400000;

/** Volume at first, of 0 to 1. In of 1. */
export const VOLUME_DEFAULT = 1;

/** Faculties, in the order in which they are offered. */
export const FACULTIES = ["Arts", "Mathematics", "Science", "Engineering", "Environment", "Health"] as const;

/** Kinds of course notes, in the order in which they are offered. */
export const NOTE_TYPES = ["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", "Other"] as const;

/** Years of study that are suggested; any other text is accepted too. */
export const YEAR_SUGGESTIONS = ["1", "2", "3", "4", "5", "6", "Graduate"] as const;

/** The patterns of all our pages, by which they are counted. */
export const PAGE_ROUTES = [
  "/",
  "/account",
  "/admin",
  "/admin/activity",
  "/admin/courses",
  "/admin/reports",
  "/admin/requests",
  "/admin/trash",
  "/admin/uploads",
  "/audio-notes",
  "/browse",
  "/chill-review",
  "/cram-mode",
  "/dashboard",
  "/deep-dive",
  "/download/:id",
  "/exam-review",
  "/forgot",
  "/guide/:guideId/chapter/:chapterId",
  "/guide/:guideId/exam",
  "/guide/:guideId/my-cards",
  "/guide/:guideId/my-cards/:cardId",
  "/guide/:guideId/my-cards/import",
  "/guide/:guideId/my-cards/new",
  "/guide/:guideId/notes",
  "/my-notes",
  "/my-notes/cards",
  "/my-notes/highlights",
  "/night-owl",
  "/note/:noteId",
  "/placeholder",
  "/playlist/:playlistId",
  "/profile",
  "/profile/security",
  "/quick-recap",
  "/register",
  "/setup-guides",
  "/signin",
  "/student-info",
  "/study",
  "/study-guide/:guideId/chapter/:chapterId/add-card",
  "/study-guide/:guideId/chapter/:chapterId/edit-card/:cardId",
  "/study-guide/:guideId/chapter/:chapterId/import-cards",
  "/u/:username",
  "/upload",
] as const;

/** Usernames that nobody may have. */
export const RESERVED_USERNAMES = [
  "about",
  "account",
  "admin",
  "administrator",
  "admins",
  "anonymous",
  "api",
  "assets",
  "audio",
  "audionotes",
  "auth",
  "browse",
  "catalogue",
  "chapter",
  "chillreview",
  "console",
  "contact",
  "courses",
  "crammode",
  "dashboard",
  "deepdive",
  "delete",
  "download",
  "examreview",
  "favicon",
  "forgot",
  "guest",
  "guide",
  "health",
  "help",
  "home",
  "index",
  "legal",
  "likes",
  "local",
  "login",
  "logout",
  "mail",
  "moderator",
  "mynotes",
  "nightowl",
  "noreply",
  "noteninja",
  "notes",
  "null",
  "official",
  "owner",
  "placeholder",
  "playlist",
  "playlists",
  "postmaster",
  "privacy",
  "profile",
  "quickrecap",
  "register",
  "requests",
  "root",
  "search",
  "security",
  "settings",
  "setup",
  "setupguides",
  "signin",
  "signout",
  "signup",
  "static",
  "student",
  "studentinfo",
  "students",
  "studyguide",
  "superuser",
  "support",
  "sysadmin",
  "system",
  "team",
  "terms",
  "undefined",
  "unknown",
  "upload",
  "uploads",
  "user",
  "username",
  "users",
  "webmaster",
  "www",
] as const;

/** The kind of a note that names none. */
export const NOTE_TYPE_DEFAULT = "Other";

/** The hint beside the year of study. */
export const YEAR_HINT = "e.g. 1, 2, 3, 4";

/** Said of a file that is to be a photo of a person and is no picture. */
export const PHOTO_INVALID = "Please select a valid image file";

/** Said of a photo of a person that is too large. */
export const PHOTO_TOO_LARGE = "Image size must be less than 5MB";

/** Shown where a recording names no artist. */
export const UNKNOWN_ARTIST = "Unknown Artist";

/** Shown where a date is missing. */
export const UNKNOWN_DATE = "Unknown date";

/** Shown where a saved note names no course. */
export const UNKNOWN_SUBJECT = "Unknown Subject";

/** The title of a saved note that has none. */
export const UNTITLED_NOTE = "Untitled Note";

/** The name on a course request that gives none. */
export const ANONYMOUS = "Anonymous";

/** Courses that exist from the start; the first four are the dashboard's until somebody likes one. */
export const BUILT_IN_COURSES = [
  { code: "CS246", title: "Object-Oriented Software Development", description: "Classes, RAII, templates and the design patterns the midterm keeps asking for." },
  { code: "MATH137", title: "Calculus 1 for Honours Mathematics", description: "Limits, derivatives and integrals, with every proof the final may ask you to reproduce." },
  { code: "STAT230", title: "Probability", description: "Counting, distributions and expectation, from coin flips to the central limit theorem." },
  { code: "MATH135", title: "Algebra for Honours Mathematics", description: "Proof techniques, the integers, congruences, RSA and complex numbers." },
  { code: "PHYS121", title: "Mechanics", description: "Motion, forces, energy and rotation, from free-body diagrams to oscillations." },
  { code: "CHEM120", title: "Physical and Chemical Properties of Matter", description: "Stoichiometry, gases, atomic structure, bonding and the shapes of molecules." },
  { code: "CS245", title: "Logic and Computation", description: "Propositional and first-order logic, natural deduction, decidability." },
  { code: "MATH138", title: "Calculus 2 for Honours Mathematics", description: "Integration techniques, series, Taylor polynomials." },
] as const;

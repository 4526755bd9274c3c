// Generated from wasm-core/src/limits.rs by `cargo xtask codegen`. Do not edit.

/** Minimum number of letters at the start of a course code. In characters. */
export const CODE_PREFIX_MIN_CHARS = 2;

/** Maximum number of letters at the start of a course code. In characters. */
export const CODE_PREFIX_MAX_CHARS = 8;

/** Maximum number of letters and digits after the first digit of a course code. In characters. */
export const CODE_REST_MAX_CHARS = 7;

/** Maximum length of the title of a course or note. In characters. */
export const TITLE_MAX_CHARS = 200;

/** Maximum length of the description of a course or note. In characters. */
export const DESCRIPTION_MAX_CHARS = 2000;

/** Maximum length of the reason of a course request. In characters. */
export const REASON_MAX_CHARS = 1000;

/** Maximum length of the name of a person. In characters. */
export const NAME_MAX_CHARS = 80;

/** Maximum length of a postal address. In characters. */
export const POSTAL_ADDRESS_MAX_CHARS = 400;

/** Maximum number of pages that a notice of copyright names. In pages. */
export const NOTICE_PAGES_MAX = 20;

/** Maximum length of the name of a playlist. In characters. */
export const PLAYLIST_NAME_MAX_CHARS = 80;

/** Maximum length of the name of a device. In characters. */
export const DEVICE_MAX_CHARS = 64;

/** Minimum length of a username. In characters. */
export const USERNAME_MIN_CHARS = 3;

/** Maximum length of a username. In characters. */
export const USERNAME_MAX_CHARS = 30;

/** Minimum length of a password. The API also rejects common passwords, from a list that pages do not load. In characters. */
export const PASSWORD_MIN_CHARS = 10;

/** Maximum length of a password. In characters. */
export const PASSWORD_MAX_CHARS = 256;

/** Maximum length of a deliverable e-mail address. In characters. */
export const EMAIL_MAX_CHARS = 254;

/** Maximum length of the year of study, which is free text. In characters. */
export const YEAR_MAX_CHARS = 20;

/** Number of digits of the code sent by e-mail. In digits. */
export const CONFIRM_CODE_DIGITS = 6;

/** Maximum length of a stored file name. In characters. */
export const FILE_NAME_MAX_CHARS = 200;

/** Maximum length of the subject of an audio note. In characters. */
export const SUBJECT_MAX_CHARS = 80;

/** Chapter of a note without a chosen chapter. In chapter. */
export const CHAPTER_DEFAULT = 1;

/** Highest chapter number. In chapter. */
export const CHAPTER_MAX = 999;

/** Maximum length of the description of a chapter. In characters. */
export const CHAPTER_DESCRIPTION_MAX_CHARS = 500;

/** Maximum length of the front of a study card. In characters. */
export const CARD_TITLE_MAX_CHARS = 500;

/** Maximum number of gaps on a study card. In gaps. */
export const CARD_GAPS_MAX = 50;

/** Maximum length of the back of a study card. In characters. */
export const CARD_CONTENT_MAX_CHARS = 4000;

/** Maximum length of the alternative text of the image on a study card. In characters. */
export const CARD_IMAGE_ALT_MAX_CHARS = 200;

/** Maximum length of a search query; the rest is ignored. In characters. */
export const QUERY_MAX_CHARS = 200;

/** Maximum number of review events in one batch. Its item stays below 1 kB, which costs one write. In events. */
export const STUDY_BATCH_MAX = 30;

/** Default number of new cards per day. In cards. */
export const STUDY_NEW_A_DAY_DEFAULT = 20;

/** Maximum number of new cards per day. In cards. */
export const STUDY_NEW_A_DAY_MAX = 999;

/** Default number of reviews per day. In cards. */
export const STUDY_REVIEWS_A_DAY_DEFAULT = 200;

/** Maximum number of reviews per day. In cards. */
export const STUDY_REVIEWS_A_DAY_MAX = 9999;

/** Default of the desired retention. In percent. */
export const STUDY_RETENTION_DEFAULT_PERCENT = 90;

/** Minimum of the desired retention. In percent. */
export const STUDY_RETENTION_MIN_PERCENT = 70;

/** Maximum of the desired retention. Above it, cards would be due all the time. In percent. */
export const STUDY_RETENTION_MAX_PERCENT = 97;

/** Longest interval between two reviews of a card. In days. */
export const STUDY_INTERVAL_MAX_DAYS = 36500;

/** Local time at which the day of a student begins. In hours. */
export const STUDY_DAY_BEGINS_HOUR = 4;

/** Cards due within this time are shown at once if no other card is left. In milliseconds. */
export const STUDY_AHEAD_MS = 1200000;

/** Maximum time that one answer counts for. A longer pause means that the student left the page. In milliseconds. */
export const STUDY_TOOK_MAX_MS = 60000;

/** Delay before answers are sent, so that a session needs few requests. In milliseconds. */
export const STUDY_HOLD_MS = 120000;

/** Assumed duration of an answer until the student has given one. In milliseconds. */
export const STUDY_TOOK_DEFAULT_MS = 8000;

/** Number of days in the chart of past answers: a year in whole weeks. In days. */
export const STUDY_YEAR_DAYS = 371;

/** Number of days in the forecast of due cards. In days. */
export const STUDY_FORECAST_DAYS = 30;

/** Number of days in the charts of progress: twelve whole weeks. In days. */
export const STUDY_PROGRESS_DAYS = 84;

/** Number of days over which the work for a desired retention is computed. In days. */
export const STUDY_PRICE_DAYS = 60;

/** Shortest session with a time budget. In minutes. */
export const STUDY_TIMED_MIN_MINUTES = 1;

/** Longest session with a time budget. In minutes. */
export const STUDY_TIMED_MAX_MINUTES = 600;

/** Time before its creation up to which a snapshot covers the log. More recent review events may still be on their way into the log. In milliseconds. */
export const STUDY_SNAPSHOT_MARGIN_MS = 1200000;

/** Number of batches after the last snapshot that triggers a new one: 16 kB or 600 answers. In batches. */
export const STUDY_TAIL_BATCHES = 20;

/** Maximum size of a compressed snapshot: five times the size for 20,000 cards. In bytes. */
export const STUDY_SNAPSHOT_MAX_BYTES = 2097152;

/** Number of reviews, after an interval of days, from which the memory model is fitted to the student. In reviews. */
export const STUDY_FIT_REVIEWS = 400;

/** Minimum time between two fits that the student did not ask for. In milliseconds. */
export const STUDY_FIT_EVERY_MS = 604800000;

/** Maximum number of days until an exam. In days. */
export const EXAM_AHEAD_MAX_DAYS = 366;

/** Maximum length of the title of an exam. In characters. */
export const EXAM_TITLE_MAX_CHARS = 80;

/** Maximum number of exams of one student, including past ones. In exams. */
export const EXAMS_MAX = 200;

/** Assumed time to read a page of a note. In seconds. */
export const EXAM_PAGE_SECS = 120;

/** Number of days before an exam at which the dashboard begins its countdown. In days. */
export const EXAM_SHOWN_AHEAD_DAYS = 60;

/** Maximum number of countdowns on the dashboard. In exams. */
export const EXAMS_SHOWN = 3;

/** Maximum size of the PDF of a note. In bytes. */
export const NOTE_PDF_MAX_BYTES = 104857600;

/** Maximum number of pages of the PDF of a note. In pages. */
export const NOTE_PDF_MAX_PAGES = 2000;

/** Maximum size of an audio note. In bytes. */
export const AUDIO_MAX_BYTES = 524288000;

/** Size above which a file is uploaded in parts, each of which can be retried. In bytes. */
export const MULTIPART_FROM_BYTES = 52428800;

/** Size of each part except the last. In bytes. */
export const PART_BYTES = 16777216;

/** Maximum number of parts of one file. In parts. */
export const PARTS_MAX = 32;

/** Size below which a profile or playlist image must be. In bytes. */
export const PROFILE_IMAGE_MAX_BYTES = 5242880;

/** Maximum size of a JSON request body. In bytes. */
export const JSON_BODY_MAX_BYTES = 65536;

/** Maximum size of the file of a transcript. Three hours with times for each word need about 1 MB. In bytes. */
export const TRANSCRIPT_MAX_BYTES = 2097152;

/** Maximum number of lines of a transcript. In lines. */
export const TRANSCRIPT_MAX_LINES = 20000;

/** Maximum length of one line of a transcript. In characters. */
export const TRANSCRIPT_LINE_MAX_CHARS = 5000;

/** Maximum number of chapters of a recording. In chapters. */
export const AUDIO_CHAPTERS_MAX = 200;

/** Maximum length of the title of a chapter of a recording. In characters. */
export const AUDIO_CHAPTER_TITLE_MAX_CHARS = 200;

/** Lifetime of an upload URL: the upload must begin within this time. In seconds. */
export const UPLOAD_URL_LIFE_SECS = 900;

/** Time for which the signed URL of a file stays the same, so that caches work. In seconds. */
export const DOWNLOAD_URL_STABLE_SECS = 3600;

/** Maximum number of items on one page of a list. In items. */
export const PAGE_MAX_ITEMS = 100;

/** Maximum number of courses in one import request. In courses. */
export const IMPORT_BATCH_MAX = 100;

/** Maximum size of an import request: below the limit of a JSON body, with room for the brackets. In bytes. */
export const IMPORT_BATCH_MAX_BYTES = 60000;

/** Maximum size of a course file. In bytes. */
export const IMPORT_FILE_MAX_BYTES = 33554432;

/** Maximum number of items that one step of a course merge moves. The time limit of a request bounds it. In things. */
export const COURSE_MERGE_BATCH_MAX = 25;

/** Maximum number of notes or recordings in one request for signed URLs. In notes or recordings. */
export const ADDRESSES_MAX = 20;

/** Maximum number of notes in the My Notes of one student. In notes. */
export const SAVED_NOTES_MAX = 2000;

/** Maximum number of courses that one student follows. In courses. */
export const FOLLOWED_COURSES_MAX = 200;

/** Maximum number of keys of programs, of all administrators together. In keys. */
export const ACCESS_KEYS_MAX = 50;

/** Maximum number of sessions of one user. When a new one exceeds it, the least recently used session ends. In sessions. */
export const SESSIONS_MAX = 100;

/** Maximum number of students whom one student follows. In students. */
export const FOLLOWED_STUDENTS_MAX = 500;

/** Minimum length of a search for students. In characters. */
export const STUDENT_SEARCH_MIN_CHARS = 2;

/** Maximum number of playlists of one student. In playlists. */
export const PLAYLISTS_MAX = 100;

/** Maximum number of recordings in one playlist. In recordings. */
export const PLAYLIST_ITEMS_MAX = 500;

/** Maximum number of recordings whose images form the cover of a playlist. In recordings. */
export const PLAYLIST_MOSAIC_ITEMS = 4;

/** Maximum number of study cards in one import, sent in batches. In cards. */
export const CARDS_IMPORT_MAX = 5000;

/** Maximum number of study cards in one import request. In cards. */
export const CARD_BATCH_MAX = 50;

/** Maximum number of study cards that one request deletes: those of a full chapter. In cards. */
export const CARD_REMOVAL_MAX = 200;

/** Maximum size of an Anki deck file. In bytes. */
export const DECK_MAX_BYTES = 104857600;

/** Maximum number of Anki decks that one user can convert per day. In files. */
export const DECKS_A_DAY = 3;

/** Maximum size of a text with study cards. In bytes. */
export const CARD_FILE_MAX_BYTES = 8388608;

/** Maximum number of study cards in one chapter. In cards. */
export const CARDS_MAX = 200;

/** Maximum number of personal cards of one student, in all courses. In cards. */
export const OWN_CARDS_MAX = 5000;

/** Maximum total size of the images on a student's personal cards. In bytes. */
export const OWN_CARD_PICTURES_MAX_BYTES = 52428800;

/** Maximum number of highlights of one student, in all notes. In highlights. */
export const HIGHLIGHTS_MAX = 5000;

/** Maximum length of the text of a highlight. In characters. */
export const HIGHLIGHT_QUOTE_MAX_CHARS = 1000;

/** Maximum length of the context before and after a highlight, which locates it. In characters. */
export const HIGHLIGHT_CONTEXT_MAX_CHARS = 64;

/** Maximum length of a remark on a highlight. In characters. */
export const HIGHLIGHT_REMARK_MAX_CHARS = 2000;

/** Maximum number of bookmarks of one student, in all recordings. In bookmarks. */
export const BOOKMARKS_MAX = 1000;

/** Maximum length of a remark on a bookmark. In characters. */
export const BOOKMARK_REMARK_MAX_CHARS = 500;

/** Maximum number of courses and albums in one full-text search. In collections. */
export const INSIDE_PLACES_MAX = 50;

/** Maximum number of resume positions in one request. In positions. */
export const POSITIONS_BATCH_MAX = 50;

/** Maximum number of recordings under 'Continue listening'. In recordings. */
export const LISTENING_MAX_ITEMS = 12;

/** Maximum number of notes under 'Continue reading'. In notes. */
export const READING_MAX_ITEMS = 6;

/** Maximum number of audio notes that are listed with a course, newest first. In audio notes. */
export const COURSE_AUDIO_MAX_ITEMS = 100;

/** Maximum number of followed courses that are checked for new notes. In courses. */
export const NEW_NOTES_COURSES_MAX = 6;

/** Maximum number of new notes of followed courses on the dashboard. In notes. */
export const NEW_NOTES_MAX_ITEMS = 8;

/** Maximum number of recently started courses that a profile stores. In courses. */
export const STARTED_COURSES_MAX = 12;

/** Maximum number of activities of followed students on the dashboard. In lines. */
export const FEED_MAX_ITEMS = 12;

/** Age up to which an activity of a student appears in the feed. In days. */
export const FEED_DAYS = 30;

/** Age up to which a note counts as new. In days. */
export const NEW_NOTES_DAYS = 30;

/** Maximum number of recently opened courses that a device remembers. In courses. */
export const RECENT_COURSES_MAX = 4;

/** Maximum number of searches that a device remembers. In searches. */
export const RECENT_SEARCHES_MAX = 6;

/** Maximum number of items that one request moves to the trash. In items. */
export const TRASH_BATCH_MAX = 50;

/** Maximum number of requests in one batch request. In requests. */
export const BATCH_REQUESTS_MAX = 12;

/** Maximum number of measurements in one request. In measurements. */
export const BEACON_BATCH_MAX = 20;

/** Maximum number of students in one search result. In students. */
export const STUDENT_SEARCH_MAX_ITEMS = 20;

/** Maximum number of courses in the search dropdown. In courses. */
export const SEARCH_MAX_ITEMS = 20;

/** Maximum number of course notes in the search index, so that a page can still load it. The index contains the most liked notes, then the newest. In notes. */
export const FOUND_NOTES_MAX = 100000;

/** Maximum length of a description in the catalogue. Course cards show two lines of it. In characters. */
export const CATALOGUE_DESCRIPTION_MAX_CHARS = 200;

/** Minimum of a count of likes. In likes. */
export const LIKE_FLOOR = 0;

/** Lifetime of an access token. In seconds. */
export const ACCESS_TOKEN_LIFE_SECS = 900;

/** Lifetime of a session on a private computer. In days. */
export const SESSION_LIFE_DAYS = 30;

/** Time for which a deleted note can be restored. In days. */
export const TRASH_DAYS = 30;

/** Longest validity of a key of a program. In days. */
export const ACCESS_KEY_DAYS_MAX = 90;

/** Retention of audit log entries. In days. */
export const AUDIT_DAYS = 400;

/** Time within which the sender of a notice of copyright must confirm the e-mail address. In hours. */
export const NOTICE_CONFIRM_HOURS = 48;

/** Retention of the personal data in a notice of copyright after it is closed. In days. */
export const NOTICE_KEPT_DAYS = 180;

/** Retention of the files that are withheld because of a notice of copyright, counted from the last night on which it was not closed. In days. */
export const WITHHELD_DAYS = 365;

/** Time without a counter notice after which a notice is closed and the files stay removed. In days. */
export const COUNTER_NOTICE_WAIT_DAYS = 60;

/** Days from Monday to Friday after which withheld files are restored because of a counter notice. 17 U.S.C. 512(g) requires 10 to 14 business days. Up to two of these 12 can be public holidays, which the server does not know. In days. */
export const COUNTER_NOTICE_WEEKDAYS = 12;

/** Time after which the e-mail address of an unconfirmed account becomes available. In days. */
export const UNCONFIRMED_ACCOUNT_DAYS = 7;

/** Time for which a former username redirects to its owner. In days. */
export const FORMER_USERNAME_DAYS = 30;

/** Delay before a confirmation code can be sent again. In seconds. */
export const RESEND_COUNTDOWN_SECS = 30;

/** Polling interval of a visible page for changes by others. Including publication, changes appear within a minute. In seconds. */
export const REFETCH_SECS = 45;

/** Delay between completing a profile and opening the dashboard. In milliseconds. */
export const PROFILE_REDIRECT_MS = 1000;

/** Delay between sending a course request and opening the course list. In milliseconds. */
export const REQUEST_REDIRECT_MS = 2000;

/** Delay between leaving the search box and closing its dropdown, so that a click on an item still counts. In milliseconds. */
export const DROPDOWN_CLOSE_MS = 150;

/** Display time of a toast. In milliseconds. */
export const TOAST_MS = 2000;

/** Display time of a success banner. In milliseconds. */
export const BANNER_MS = 3000;

/** Display time of the tooltip of the mobile player. In milliseconds. */
export const TOOLTIP_MS = 2000;

/** Time without scroll events after which scrolling counts as ended. In milliseconds. */
export const SCROLL_END_MS = 150;

/** Duration of the fade-in of My Notes. In milliseconds. */
export const FADE_IN_MS = 1100;

/** Width of the sidebar. In pixels. */
export const SIDEBAR_WIDTH_PX = 240;

/** Maximum height of the search dropdown. In rem. */
export const DROPDOWN_MAX_HEIGHT_REM = 16;

/** Width of a guide card. In rem. */
export const GUIDE_CARD_WIDTH_REM = 14.5;

/** Height of a guide card. In rem. */
export const GUIDE_CARD_HEIGHT_REM = 18.75;

/** Maximum number of lines of a description on a course card. In lines. */
export const DESCRIPTION_CLAMP_LINES = 2;

/** Number of course columns on the dashboard. In columns. */
export const DASHBOARD_COLUMNS = 4;

/** Number of courses on the dashboard. In guides. */
export const DASHBOARD_GUIDES = 4;

/** Number of mode tiles on the dashboard. In tiles. */
export const DASHBOARD_MODE_TILES = 6;

/** Number of course columns in the course list on a large screen. In columns. */
export const BROWSE_COLUMNS = 3;

/** Maximum screen width with the bottom bar. Wider screens have the sidebar. In pixels. */
export const BOTTOM_BAR_MAX_WIDTH_PX = 767;

/** Maximum screen width with the compact player. In pixels. */
export const COMPACT_PLAYER_MAX_WIDTH_PX = 640;

/** Height of a virtual list. In pixels. */
export const VIRTUAL_LIST_HEIGHT_PX = 600;

/** Height of a row of a virtual list. In pixels. */
export const VIRTUAL_ROW_HEIGHT_PX = 80;

/** Number of rows that a virtual list renders outside the viewport. In rows. */
export const VIRTUAL_OVERSCAN_ROWS = 2;

/** Number of stock images in My Notes. In images. */
export const MY_NOTES_STOCK_IMAGES = 2;

/** Number of stock images of course notes. In images. */
export const COURSE_NOTES_STOCK_IMAGES = 8;

/** Number of placeholder avatars of saved courses. In images. */
export const PLACEHOLDER_AVATARS = 5;

/** Load time above which a recording counts as slow. In milliseconds. */
export const SLOW_LOAD_MS = 2000;

/** Time from pressing play to hearing sound above which the start counts as slow. In milliseconds. */
export const SLOW_PLAY_MS = 500;

/** Interval between attempts to find the audio element. In milliseconds. */
export const PLAYER_RETRY_MS = 50;

/** Maximum number of attempts to find the audio element. In tries. */
export const PLAYER_RETRIES = 5;

/** Number of recordings that are preloaded when one begins to play. In recordings. */
export const PRELOAD_AFTER_PLAY = 3;

/** Number of recordings that are preloaded when a list is set. In recordings. */
export const PRELOAD_ON_LIST = 5;

/** Number of these recordings that are preloaded with their audio data, not only their metadata. In recordings. */
export const PRELOAD_FULL = 1;

/** Playback time after which 'Previous' restarts the recording. In seconds. */
export const PREVIOUS_RESTART_SECS = 5;

/** Distance of a jump back. In seconds. */
export const JUMP_BACK_SECS = 15;

/** Distance of a jump forward. In seconds. */
export const JUMP_FORWARD_SECS = 30;

/** Minimum playback rate. In times normal speed. */
export const RATE_MIN = 0.5;

/** Maximum playback rate. In times normal speed. */
export const RATE_MAX = 3;

/** Initial playback rate. In times normal speed. */
export const RATE_DEFAULT = 1;

/** Interval at which the position is stored on the device during playback. In milliseconds. */
export const REPORT_EVERY_MS = 5000;

/** Interval at which the position is sent to the server during playback. After a pause, a seek or the end it is sent at once. In milliseconds. */
export const POSITION_SENT_EVERY_MS = 120000;

/** Display time of the notice that a recording cannot be played. In milliseconds. */
export const SKIP_NOTICE_MS = 2000;

/** Maximum number of new URLs requested in a row before a recording counts as unplayable. In tries. */
export const RELOADS_MAX = 3;

/** Delay before each further request for a new URL. The first request has no delay. In milliseconds. */
export const RELOAD_DELAY_MS = 1000;

/** Playback time after a failure that counts as recovery. In seconds. */
export const RECOVERED_AFTER_SECS = 5;

/** Position below which a recording starts at its beginning. In milliseconds. */
export const RESUME_MIN_MS = 5000;

/** Remaining time below which a recording is finished, if it is also at most a twentieth of the duration. In milliseconds. */
export const FINISHED_LEFT_MAX_MS = 10000;

/** Part of the first page below which a note opens at its beginning. In thousandths of a page. */
export const READING_BEGUN_MIN_PERMILLE = 250;

/** Maximum lead of a position's timestamp over the server's clock. In milliseconds. */
export const POSITION_AHEAD_MAX_MS = 86400000;

/** Initial volume, from 0 to 1. In of 1. */
export const VOLUME_DEFAULT = 1;

/** Faculties, in the order in which they are offered. */
export const FACULTIES = ["Arts", "Mathematics", "Science", "Engineering", "Environment", "Health"] as const;

/** Kinds of course notes, in the order in which they are offered. */
export const NOTE_TYPES = ["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", "Other"] as const;

/** Years of study that are suggested; any other text is accepted too. */
export const YEAR_SUGGESTIONS = ["1", "2", "3", "4", "5", "6", "Graduate"] as const;

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

/** Courses that exist from the start; the dashboard shows the first four until a student likes one. */
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

//! Every business constant, named, with its unit.
//!
//! One macro writes both the constant that Rust uses and the row of [`ALL`] from which the web app's constants are
//! generated, so the two cannot differ.

mod lists;

pub use lists::*;

/// One constant as the code generator sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// The name, in upper snake case; it ends with the unit where there is one.
    pub name: &'static str,
    /// The value. All of them are exact as a double.
    pub value: f64,
    /// What it counts.
    pub unit: &'static str,
    /// What it means, as written beside the constant.
    pub doc: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $value:expr, $unit:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: $kind = $value;)+

        /// All constants of this module, in the order in which they are written.
        pub const ALL: &[Limit] = &[
            $(Limit { name: stringify!($name), value: $name as f64, unit: $unit, doc: concat!($($doc),+) },)+
        ];
    };
}

const MIB: u64 = 1024 * 1024;

limits! {
    // What people may type.
    /// Fewest letters that a course code begins with.
    CODE_PREFIX_MIN_CHARS: usize = 2, "characters";
    /// Most letters that a course code begins with.
    CODE_PREFIX_MAX_CHARS: usize = 8, "characters";
    /// Most letters and digits after the first digit of a course code.
    CODE_REST_MAX_CHARS: usize = 7, "characters";
    /// Longest title of a course or note.
    TITLE_MAX_CHARS: usize = 200, "characters";
    /// Longest description of a course or note.
    DESCRIPTION_MAX_CHARS: usize = 2000, "characters";
    /// Longest reason of a course request.
    REASON_MAX_CHARS: usize = 1000, "characters";
    /// Longest name of a person.
    NAME_MAX_CHARS: usize = 80, "characters";
    /// Longest name of a playlist.
    PLAYLIST_NAME_MAX_CHARS: usize = 80, "characters";
    /// Longest name that a device gives itself.
    DEVICE_MAX_CHARS: usize = 64, "characters";
    /// Shortest username.
    USERNAME_MIN_CHARS: usize = 3, "characters";
    /// Longest username.
    USERNAME_MAX_CHARS: usize = 30, "characters";
    /// Shortest password. The API refuses common ones as well, from a list that no page needs to load.
    PASSWORD_MIN_CHARS: usize = 10, "characters";
    /// Longest password.
    PASSWORD_MAX_CHARS: usize = 256, "characters";
    /// Longest e-mail address that can be delivered to.
    EMAIL_MAX_CHARS: usize = 254, "characters";
    /// Longest year of study, which is free text.
    YEAR_MAX_CHARS: usize = 20, "characters";
    /// Digits of the code sent by e-mail.
    CONFIRM_CODE_DIGITS: usize = 6, "digits";
    /// Longest file name that is kept.
    FILE_NAME_MAX_CHARS: usize = 200, "characters";
    /// Longest subject of an audio note.
    SUBJECT_MAX_CHARS: usize = 80, "characters";
    /// The chapter of a note that names none.
    CHAPTER_DEFAULT: u32 = 1, "chapter";
    /// Highest chapter number.
    CHAPTER_MAX: u32 = 999, "chapter";
    /// Longest description of a chapter.
    CHAPTER_DESCRIPTION_MAX_CHARS: usize = 500, "characters";
    /// Longest front of a study card.
    CARD_TITLE_MAX_CHARS: usize = 500, "characters";
    /// Longest back of a study card.
    CARD_CONTENT_MAX_CHARS: usize = 4000, "characters";
    /// Longest description of the picture on a study card, for those who cannot see it.
    CARD_IMAGE_ALT_MAX_CHARS: usize = 200, "characters";
    /// Longest text taken from the search box; what follows is ignored.
    QUERY_MAX_CHARS: usize = 200, "characters";

    // Studying.
    /// Most facts that are sent and kept together: their item stays below 1 kB, which is one write.
    STUDY_BATCH_MAX: usize = 30, "facts";
    /// New cards a day, unless the student says otherwise.
    STUDY_NEW_A_DAY_DEFAULT: u32 = 20, "cards";
    /// Most new cards a day.
    STUDY_NEW_A_DAY_MAX: u32 = 999, "cards";
    /// Cards that come again a day, unless the student says otherwise.
    STUDY_REVIEWS_A_DAY_DEFAULT: u32 = 200, "cards";
    /// Most cards that come again a day.
    STUDY_REVIEWS_A_DAY_MAX: u32 = 9999, "cards";
    /// How many of a hundred cards are to be remembered when they come again, unless the student says otherwise.
    STUDY_RETENTION_DEFAULT_PERCENT: u8 = 90, "percent";
    /// The lowest that can be wanted.
    STUDY_RETENTION_MIN_PERCENT: u8 = 70, "percent";
    /// The highest that can be wanted: beyond it, cards come all the time.
    STUDY_RETENTION_MAX_PERCENT: u8 = 97, "percent";
    /// Longest time after which a card comes again.
    STUDY_INTERVAL_MAX_DAYS: i32 = 36_500, "days";
    /// When the day of a student begins, by the clock on the wall.
    STUDY_DAY_BEGINS_HOUR: u8 = 4, "hours";
    /// When nothing else is left, a card that comes within this time comes at once.
    STUDY_AHEAD_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// Longest time that one answer is counted for: who takes longer has left the page.
    STUDY_TOOK_MAX_MS: u32 = 60 * 1000, "milliseconds";
    /// Answers wait this long for others before they are sent, so that a session is few requests.
    STUDY_HOLD_MS: u32 = 2 * 60 * 1000, "milliseconds";
    /// How long an answer is thought to take while none was given.
    STUDY_TOOK_DEFAULT_MS: u32 = 8 * 1000, "milliseconds";
    /// Days of which is shown how much was studied: a year, in whole weeks.
    STUDY_YEAR_DAYS: usize = 371, "days";
    /// Days for which is shown how many cards come.
    STUDY_FORECAST_DAYS: usize = 30, "days";
    /// A snapshot covers nothing that the server had later than this before it is made: such facts may still be on their
    /// way into the log.
    STUDY_SNAPSHOT_MARGIN_MS: u32 = 20 * 60 * 1000, "milliseconds";
    /// From so many batches on that no snapshot covers, a new one is made: they are 16 kB, or 600 answers.
    STUDY_TAIL_BATCHES: usize = 20, "batches";
    /// Largest snapshot, packed: five times that of 20,000 cards.
    STUDY_SNAPSHOT_MAX_BYTES: u64 = 2 * 1024 * 1024, "bytes";

    // Exams.
    /// Farthest that an exam may be ahead.
    EXAM_AHEAD_MAX_DAYS: u32 = 366, "days";
    /// Longest title of an exam.
    EXAM_TITLE_MAX_CHARS: usize = 80, "characters";
    /// Most exams of one student, past ones too.
    EXAMS_MAX: usize = 200, "exams";
    /// How long a page of a note is thought to take.
    EXAM_PAGE_SECS: u32 = 2 * 60, "seconds";
    /// How many days before an exam the dashboard counts down to it.
    EXAM_SHOWN_AHEAD_DAYS: u32 = 60, "days";
    /// Most exams that the dashboard counts down to.
    EXAMS_SHOWN: usize = 3, "exams";

    // Files.
    /// Largest PDF of a note.
    NOTE_PDF_MAX_BYTES: u64 = 100 * MIB, "bytes";
    /// Most pages of a note's PDF.
    NOTE_PDF_MAX_PAGES: u32 = 2000, "pages";
    /// Largest file of an audio note.
    AUDIO_MAX_BYTES: u64 = 500 * MIB, "bytes";
    /// A larger file is sent in parts, each of which can be sent again by itself.
    MULTIPART_FROM_BYTES: u64 = 50 * MIB, "bytes";
    /// Size of each part but the last.
    PART_BYTES: u64 = 16 * MIB, "bytes";
    /// Most parts of one file.
    PARTS_MAX: u32 = 32, "parts";
    /// A profile image or the picture of a playlist must be smaller than this.
    PROFILE_IMAGE_MAX_BYTES: u64 = 5 * MIB, "bytes";
    /// Largest JSON body of a request.
    JSON_BODY_MAX_BYTES: u64 = 64 * 1024, "bytes";
    /// How long an upload may take to begin after its address was given out.
    UPLOAD_URL_LIFE_SECS: u32 = 900, "seconds";
    /// How long the address of a file stays the same, so that caches work.
    DOWNLOAD_URL_STABLE_SECS: u32 = 3600, "seconds";

    // Lists.
    /// Most items of one page of a list.
    PAGE_MAX_ITEMS: usize = 100, "items";
    /// Most courses of one import request.
    IMPORT_BATCH_MAX: usize = 100, "courses";
    /// Largest import request: below the limit of a body, with room for the brackets.
    IMPORT_BATCH_MAX_BYTES: usize = 60_000, "bytes";
    /// Largest file of courses.
    IMPORT_FILE_MAX_BYTES: usize = 32 * 1024 * 1024, "bytes";
    /// Most things that one step of merging two courses moves: what a request has time for.
    COURSE_MERGE_BATCH_MAX: u32 = 25, "things";
    /// Most notes or recordings whose addresses are asked for at once.
    ADDRESSES_MAX: usize = 20, "notes or recordings";
    /// Most notes in one student's My Notes.
    SAVED_NOTES_MAX: usize = 2000, "notes";
    /// Most courses that one student follows.
    FOLLOWED_COURSES_MAX: usize = 200, "courses";
    /// Most sessions of one person; of more, those that were not used for the longest end.
    SESSIONS_MAX: usize = 100, "sessions";
    /// Most students whom one student follows.
    FOLLOWED_STUDENTS_MAX: usize = 500, "students";
    /// Fewest characters of a search for students.
    STUDENT_SEARCH_MIN_CHARS: usize = 2, "characters";
    /// Most playlists of one student.
    PLAYLISTS_MAX: usize = 100, "playlists";
    /// Most recordings in one playlist.
    PLAYLIST_ITEMS_MAX: usize = 500, "recordings";
    /// Most recordings of a playlist from whose pictures its cover is made.
    PLAYLIST_MOSAIC_ITEMS: usize = 4, "recordings";
    /// Most study cards that are imported at once, in requests of a batch each.
    CARDS_IMPORT_MAX: usize = 5000, "cards";
    /// Most study cards of one import request.
    CARD_BATCH_MAX: usize = 50, "cards";
    /// Most study cards that one request removes: those of a full chapter.
    CARD_REMOVAL_MAX: usize = 200, "cards";
    /// Largest file of study cards that Anki wrote.
    DECK_MAX_BYTES: u64 = 100 * MIB, "bytes";
    /// Most such files that one person has read in a day.
    DECKS_A_DAY: u32 = 3, "files";
    /// Largest text of study cards that is read at once.
    CARD_FILE_MAX_BYTES: usize = 8 * 1024 * 1024, "bytes";
    /// Most study cards in one chapter.
    CARDS_MAX: usize = 200, "cards";
    /// Most study cards that one student writes for themselves, in all courses.
    OWN_CARDS_MAX: usize = 5000, "cards";
    /// Most bytes that the pictures on a student's own study cards have together.
    OWN_CARD_PICTURES_MAX_BYTES: u64 = 50 * MIB, "bytes";
    /// Most highlights of one student, in all notes.
    HIGHLIGHTS_MAX: usize = 5000, "highlights";
    /// Longest text that one highlight marks.
    HIGHLIGHT_QUOTE_MAX_CHARS: usize = 1000, "characters";
    /// Longest text before or behind it that it is found by.
    HIGHLIGHT_CONTEXT_MAX_CHARS: usize = 64, "characters";
    /// Longest remark on a highlight.
    HIGHLIGHT_REMARK_MAX_CHARS: usize = 2000, "characters";
    /// Most courses and albums whose notes are searched inside at once.
    INSIDE_PLACES_MAX: usize = 50, "courses and albums";
    /// Most positions in recordings, or in notes, that are sent at once.
    POSITIONS_BATCH_MAX: usize = 50, "positions";
    /// Most recordings to continue listening to.
    LISTENING_MAX_ITEMS: usize = 12, "recordings";
    /// Most notes to continue reading.
    READING_MAX_ITEMS: usize = 6, "notes";
    /// Most audio notes about one course that are listed with it, the newest.
    COURSE_AUDIO_MAX_ITEMS: usize = 100, "audio notes";
    /// Most followed courses that are looked into for new notes.
    NEW_NOTES_COURSES_MAX: usize = 6, "courses";
    /// Most new notes of followed courses on the dashboard.
    NEW_NOTES_MAX_ITEMS: usize = 8, "notes";
    /// Most courses that a profile remembers as begun lately.
    STARTED_COURSES_MAX: usize = 12, "courses";
    /// Most lines of what followed students did, on the dashboard.
    FEED_MAX_ITEMS: usize = 12, "lines";
    /// How long it counts as news what a student did.
    FEED_DAYS: u32 = 30, "days";
    /// How long a note counts as new.
    NEW_NOTES_DAYS: u32 = 30, "days";
    /// Most courses that a device remembers as recently opened.
    RECENT_COURSES_MAX: usize = 4, "courses";
    /// Most searches that a device remembers.
    RECENT_SEARCHES_MAX: usize = 6, "searches";
    /// Most things that go to the trash at once.
    TRASH_BATCH_MAX: usize = 50, "things";
    /// Most questions that are asked in one call.
    QUESTIONS_BATCH_MAX: usize = 12, "questions";
    /// Most measurements that are sent at once.
    BEACON_BATCH_MAX: usize = 20, "measurements";
    /// Most students of one answer.
    STUDENT_SEARCH_MAX_ITEMS: usize = 20, "students";
    /// Most courses in the search dropdown.
    SEARCH_MAX_ITEMS: usize = 20, "courses";
    /// Most course notes that search can find: what a page can load. Of more, the most liked, then the newest.
    FOUND_NOTES_MAX: usize = 100_000, "notes";
    /// Longest description that travels in the catalogue; cards show two lines of it.
    CATALOGUE_DESCRIPTION_MAX_CHARS: usize = 200, "characters";
    /// A count of likes never falls below this.
    LIKE_FLOOR: u32 = 0, "likes";

    // Sessions and records.
    /// Life of an access token.
    ACCESS_TOKEN_LIFE_SECS: u32 = 900, "seconds";
    /// Life of a session on a computer of one's own.
    SESSION_LIFE_DAYS: u32 = 30, "days";
    /// How long a deleted note can be restored.
    TRASH_DAYS: u32 = 30, "days";
    /// How long the record of an administrator's action is kept.
    AUDIT_DAYS: u32 = 400, "days";
    /// How long an account may stay unconfirmed before its address is free again.
    UNCONFIRMED_ACCOUNT_DAYS: u32 = 7, "days";
    /// How long a username that was given up leads to its former owner.
    FORMER_USERNAME_DAYS: u32 = 30, "days";
    /// How long before a code can be sent again.
    RESEND_COUNTDOWN_SECS: u32 = 30, "seconds";
    /// How often a page that somebody looks at asks what others have changed. With what publishing takes, less than a minute.
    REFETCH_SECS: u32 = 45, "seconds";

    // Timings of the interface.
    /// From a completed profile to the dashboard.
    PROFILE_REDIRECT_MS: u32 = 1000, "milliseconds";
    /// From a sent course request to browsing.
    REQUEST_REDIRECT_MS: u32 = 2000, "milliseconds";
    /// From leaving the search box to closing its dropdown, so that a click on an item still counts.
    DROPDOWN_CLOSE_MS: u32 = 150, "milliseconds";
    /// How long a toast is shown.
    TOAST_MS: u32 = 2000, "milliseconds";
    /// How long a banner of success is shown.
    BANNER_MS: u32 = 3000, "milliseconds";
    /// How long the time tooltip of the mobile player is shown.
    TOOLTIP_MS: u32 = 2000, "milliseconds";
    /// Stillness after which scrolling counts as ended.
    SCROLL_END_MS: u32 = 150, "milliseconds";
    /// How long My Notes takes to fade in.
    FADE_IN_MS: u32 = 1100, "milliseconds";

    // Layout.
    /// Width of the sidebar.
    SIDEBAR_WIDTH_PX: u32 = 240, "pixels";
    /// Greatest height of the search dropdown.
    DROPDOWN_MAX_HEIGHT_REM: f64 = 16.0, "rem";
    /// Width of a guide card.
    GUIDE_CARD_WIDTH_REM: f64 = 14.5, "rem";
    /// Height of a guide card.
    GUIDE_CARD_HEIGHT_REM: f64 = 18.75, "rem";
    /// Lines of a description on a card.
    DESCRIPTION_CLAMP_LINES: u32 = 2, "lines";
    /// Columns of guides on the dashboard.
    DASHBOARD_COLUMNS: u32 = 4, "columns";
    /// Guides on the dashboard.
    DASHBOARD_GUIDES: usize = 4, "guides";
    /// Mode tiles on the dashboard.
    DASHBOARD_MODE_TILES: usize = 6, "tiles";
    /// Columns of guides when browsing on a large screen.
    BROWSE_COLUMNS: u32 = 3, "columns";
    /// Widest screen with the bottom bar; the sidebar begins above it.
    BOTTOM_BAR_MAX_WIDTH_PX: u32 = 767, "pixels";
    /// Widest screen with the compact player.
    COMPACT_PLAYER_MAX_WIDTH_PX: u32 = 640, "pixels";
    /// Height of a virtual list.
    VIRTUAL_LIST_HEIGHT_PX: u32 = 600, "pixels";
    /// Height of a row of a virtual list.
    VIRTUAL_ROW_HEIGHT_PX: u32 = 80, "pixels";
    /// Rows that a virtual list draws beyond what is seen.
    VIRTUAL_OVERSCAN_ROWS: u32 = 2, "rows";

    // Images that stand in for missing ones.
    /// Stock images of My Notes.
    MY_NOTES_STOCK_IMAGES: u32 = 2, "images";
    /// Stock images of course notes.
    COURSE_NOTES_STOCK_IMAGES: u32 = 8, "images";
    /// Placeholder avatars of saved courses.
    PLACEHOLDER_AVATARS: u32 = 5, "images";

    // Player.
    /// A recording that takes longer than this to load is slow.
    SLOW_LOAD_MS: u32 = 2000, "milliseconds";
    /// A press on play that takes longer than this to be heard is slow.
    SLOW_PLAY_MS: u32 = 500, "milliseconds";
    /// Pause between two looks for the audio element.
    PLAYER_RETRY_MS: u32 = 50, "milliseconds";
    /// Looks for the audio element before giving up.
    PLAYER_RETRIES: u32 = 5, "tries";
    /// Recordings prepared after one begins to play.
    PRELOAD_AFTER_PLAY: usize = 3, "recordings";
    /// Recordings prepared when a list is set.
    PRELOAD_ON_LIST: usize = 5, "recordings";
    /// Recordings of those that are prepared with their data, not only their metadata.
    PRELOAD_FULL: usize = 1, "recordings";
    /// 'Previous' restarts a recording that was heard for longer than this.
    PREVIOUS_RESTART_SECS: f64 = 5.0, "seconds";
    /// One jump back.
    JUMP_BACK_SECS: f64 = 15.0, "seconds";
    /// One jump forward.
    JUMP_FORWARD_SECS: f64 = 30.0, "seconds";
    /// Slowest speed of playing.
    RATE_MIN: f64 = 0.5, "times normal speed";
    /// Fastest speed of playing.
    RATE_MAX: f64 = 3.0, "times normal speed";
    /// Speed of playing at first.
    RATE_DEFAULT: f64 = 1.0, "times normal speed";
    /// How often the position is kept on the device while playing.
    REPORT_EVERY_MS: u32 = 5000, "milliseconds";
    /// How often the server is told of the position while playing; of a pause, a jump and an end it is told at once.
    POSITION_SENT_EVERY_MS: u32 = 120_000, "milliseconds";
    /// How long it is said that a recording cannot be played.
    SKIP_NOTICE_MS: u32 = 2000, "milliseconds";
    /// New addresses asked for in a row before a recording counts as not playable.
    RELOADS_MAX: u32 = 3, "tries";
    /// Pause before another new address is asked for; the first is asked for at once.
    RELOAD_DELAY_MS: u32 = 1000, "milliseconds";
    /// A recording that was heard for this long after a failure has recovered from it.
    RECOVERED_AFTER_SECS: f64 = 5.0, "seconds";
    /// A position before this is the beginning: nothing to go on from.
    RESUME_MIN_MS: u32 = 5000, "milliseconds";
    /// A recording with no more than this left, and no more than a twentieth of it, is finished.
    FINISHED_LEFT_MAX_MS: u32 = 10_000, "milliseconds";
    /// Less of the first page than this is the beginning: nothing to go on from.
    READING_BEGUN_MIN_PERMILLE: u16 = 250, "thousandths of a page";
    /// A position may be stamped at most this far ahead of the server's clock.
    POSITION_AHEAD_MAX_MS: u32 = 86_400_000, "milliseconds";
    /// Volume at first, of 0 to 1.
    VOLUME_DEFAULT: f64 = 1.0, "of 1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn value(name: &str) -> f64 {
        ALL.iter().find(|limit| limit.name == name).map(|limit| limit.value).unwrap()
    }

    /// The second of a skeleton is the browser's test: it goes when the data is there, so no limit says how long it stays.
    #[test]
    fn s9_c_6_timings() {
        let timings = [
            "PROFILE_REDIRECT_MS",
            "REQUEST_REDIRECT_MS",
            "DROPDOWN_CLOSE_MS",
            "TOAST_MS",
            "BANNER_MS",
            "TOOLTIP_MS",
            "SCROLL_END_MS",
            "FADE_IN_MS",
        ]
        .map(value);
        assert_eq!(timings, [1000.0, 2000.0, 150.0, 2000.0, 3000.0, 2000.0, 150.0, 1100.0]);
    }

    #[test]
    fn s9_c_8_layout() {
        assert_eq!(value("SIDEBAR_WIDTH_PX"), 240.0);
        assert_eq!(value("DROPDOWN_MAX_HEIGHT_REM"), 16.0);
        assert_eq!((value("GUIDE_CARD_WIDTH_REM"), value("GUIDE_CARD_HEIGHT_REM")), (14.5, 18.75));
        assert_eq!(value("DESCRIPTION_CLAMP_LINES"), 2.0);
    }

    #[test]
    fn s9_c_9_grids() {
        let grids = ["DASHBOARD_COLUMNS", "DASHBOARD_MODE_TILES", "BROWSE_COLUMNS"].map(value);
        assert_eq!(grids, [4.0, 6.0, 3.0]);
    }

    #[test]
    fn s9_c_12_images() {
        let images = ["MY_NOTES_STOCK_IMAGES", "COURSE_NOTES_STOCK_IMAGES", "PLACEHOLDER_AVATARS"].map(value);
        assert_eq!(images, [2.0, 8.0, 5.0]);
    }

    #[test]
    fn s9_c_10_breakpoints() {
        assert_eq!(value("BOTTOM_BAR_MAX_WIDTH_PX"), 767.0);
        assert_eq!(value("COMPACT_PLAYER_MAX_WIDTH_PX"), 640.0);
    }

    #[test]
    fn the_parts_of_the_largest_recording_are_not_too_many() {
        assert!(AUDIO_MAX_BYTES.div_ceil(PART_BYTES) <= u64::from(PARTS_MAX));
    }

    #[test]
    fn every_constant_has_a_name_of_its_own_and_a_meaning() {
        let mut names: Vec<_> = ALL.iter().map(|limit| limit.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.iter().all(|limit| limit.doc.starts_with(' ') && limit.doc.len() > 10 && !limit.unit.is_empty()));
    }
}

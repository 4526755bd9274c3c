//! Maximum numbers of items: per list, per request or in total.

use super::{Limit, MIB};

limits! {
    AMOUNTS:
    /// Maximum number of items on one page of a list.
    PAGE_MAX_ITEMS: usize = 100, "items";
    /// Maximum number of courses in one import request.
    IMPORT_BATCH_MAX: usize = 100, "courses";
    /// Maximum size of an import request: below the limit of a JSON body, with room for the brackets.
    IMPORT_BATCH_MAX_BYTES: usize = 60_000, "bytes";
    /// Maximum size of a course file.
    IMPORT_FILE_MAX_BYTES: usize = 32 * 1024 * 1024, "bytes";
    /// Maximum number of items that one step of a course merge moves. The time limit of a request bounds it.
    COURSE_MERGE_BATCH_MAX: u32 = 25, "things";
    /// Maximum number of notes or recordings in one request for signed URLs.
    ADDRESSES_MAX: usize = 20, "notes or recordings";
    /// Maximum number of notes in the My Notes of one student.
    SAVED_NOTES_MAX: usize = 2000, "notes";
    /// Maximum number of courses that one student follows.
    FOLLOWED_COURSES_MAX: usize = 200, "courses";
    /// Maximum number of keys of programs, of all administrators together.
    ACCESS_KEYS_MAX: usize = 50, "keys";
    /// Maximum number of sessions of one user. When a new one exceeds it, the least recently used session ends.
    SESSIONS_MAX: usize = 100, "sessions";
    /// Maximum number of students whom one student follows.
    FOLLOWED_STUDENTS_MAX: usize = 500, "students";
    /// Minimum length of a search for students.
    STUDENT_SEARCH_MIN_CHARS: usize = 2, "characters";
    /// Maximum number of playlists of one student.
    PLAYLISTS_MAX: usize = 100, "playlists";
    /// Maximum number of recordings in one playlist.
    PLAYLIST_ITEMS_MAX: usize = 500, "recordings";
    /// Maximum number of recordings whose images form the cover of a playlist.
    PLAYLIST_MOSAIC_ITEMS: usize = 4, "recordings";
    /// Maximum number of study cards in one import, sent in batches.
    CARDS_IMPORT_MAX: usize = 5000, "cards";
    /// Maximum number of study cards in one import request.
    CARD_BATCH_MAX: usize = 50, "cards";
    /// Maximum number of study cards that one request deletes: those of a full chapter.
    CARD_REMOVAL_MAX: usize = 200, "cards";
    /// Maximum size of an Anki deck file.
    DECK_MAX_BYTES: u64 = 100 * MIB, "bytes";
    /// Maximum number of Anki decks that one user can convert per day.
    DECKS_A_DAY: u32 = 3, "files";
    /// Maximum size of a text with study cards.
    CARD_FILE_MAX_BYTES: usize = 8 * 1024 * 1024, "bytes";
    /// Maximum number of study cards in one chapter.
    CARDS_MAX: usize = 200, "cards";
    /// Maximum number of personal cards of one student, in all courses.
    OWN_CARDS_MAX: usize = 5000, "cards";
    /// Maximum total size of the images on a student's personal cards.
    OWN_CARD_PICTURES_MAX_BYTES: u64 = 50 * MIB, "bytes";
    /// Maximum number of highlights of one student, in all notes.
    HIGHLIGHTS_MAX: usize = 5000, "highlights";
    /// Maximum length of the text of a highlight.
    HIGHLIGHT_QUOTE_MAX_CHARS: usize = 1000, "characters";
    /// Maximum length of the context before and after a highlight, which locates it.
    HIGHLIGHT_CONTEXT_MAX_CHARS: usize = 64, "characters";
    /// Maximum length of a remark on a highlight.
    HIGHLIGHT_REMARK_MAX_CHARS: usize = 2000, "characters";
    /// Maximum number of bookmarks of one student, in all recordings.
    BOOKMARKS_MAX: usize = 1000, "bookmarks";
    /// Maximum length of a remark on a bookmark.
    BOOKMARK_REMARK_MAX_CHARS: usize = 500, "characters";
    /// Maximum number of courses and albums in one full-text search.
    INSIDE_PLACES_MAX: usize = 50, "collections";
    /// Maximum number of resume positions in one request.
    POSITIONS_BATCH_MAX: usize = 50, "positions";
    /// Maximum number of recordings under 'Continue listening'.
    LISTENING_MAX_ITEMS: usize = 12, "recordings";
    /// Maximum number of notes under 'Continue reading'.
    READING_MAX_ITEMS: usize = 6, "notes";
    /// Maximum number of audio notes that are listed with a course, newest first.
    COURSE_AUDIO_MAX_ITEMS: usize = 100, "audio notes";
    /// Maximum number of followed courses that are checked for new notes.
    NEW_NOTES_COURSES_MAX: usize = 6, "courses";
    /// Maximum number of new notes of followed courses on the dashboard.
    NEW_NOTES_MAX_ITEMS: usize = 8, "notes";
    /// Maximum number of recently started courses that a profile stores.
    STARTED_COURSES_MAX: usize = 12, "courses";
    /// Maximum number of activities of followed students on the dashboard.
    FEED_MAX_ITEMS: usize = 12, "lines";
    /// Age up to which an activity of a student appears in the feed.
    FEED_DAYS: u32 = 30, "days";
    /// Age up to which a note counts as new.
    NEW_NOTES_DAYS: u32 = 30, "days";
    /// Maximum number of recently opened courses that a device remembers.
    RECENT_COURSES_MAX: usize = 4, "courses";
    /// Maximum number of searches that a device remembers.
    RECENT_SEARCHES_MAX: usize = 6, "searches";
    /// Maximum number of items that one request moves to the trash.
    TRASH_BATCH_MAX: usize = 50, "items";
    /// Maximum number of requests in one batch request.
    BATCH_REQUESTS_MAX: usize = 12, "requests";
    /// Maximum number of measurements in one request.
    BEACON_BATCH_MAX: usize = 20, "measurements";
    /// Maximum number of students in one search result.
    STUDENT_SEARCH_MAX_ITEMS: usize = 20, "students";
    /// Maximum number of courses in the search dropdown.
    SEARCH_MAX_ITEMS: usize = 20, "courses";
    /// Maximum number of course notes in the search index, so that a page can still load it. The index contains the
    /// most liked notes, then the newest.
    FOUND_NOTES_MAX: usize = 100_000, "notes";
    /// Maximum length of a description in the catalogue. Course cards show two lines of it.
    CATALOGUE_DESCRIPTION_MAX_CHARS: usize = 200, "characters";
    /// Minimum of a count of likes.
    LIKE_FLOOR: u32 = 0, "likes";
}

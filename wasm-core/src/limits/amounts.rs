//! How many there may be of something, in a list, a request or in all.

use super::{Limit, MIB};

limits! {
    AMOUNTS:
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
}

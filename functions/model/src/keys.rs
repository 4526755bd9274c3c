//! Every key of the table and of the buckets. No other module formats keys.
//!
//! | access pattern | functions | index | consistency | expected size |
//! |---|---|---|---|---|
//! | one course | [`course::primary`] | table | strong | 1 item, 1 kB |
//! | a course and its notes, newest first, in one query | [`course::with_notes`] | table | eventual | 1 + 1 to 300 items, 1 kB each |
//! | all courses, for the catalogue and for paging | [`course::shard`], [`course::index_key`] | `gsi1` | eventual | 16 ranges of up to 6,000 items |
//! | the hidden courses | [`course::all_hidden`], [`course::hidden_marker`] | table | strong | up to 1,000 items, 0.1 kB each |
//! | the course that a course was merged into | [`course::merge`] | table | strong | 1 item, 0.2 kB |
//! | all merges of courses | [`course::merges`] | table | strong | up to 1,000 items, 0.2 kB each |
//! | the notes of a course, for the members' list | [`note::of_course`] | table | strong | 1 to 300 items, 1 kB each |
//! | one note of a known course, and up to 100 at once | [`note::primary`] | table | strong | 1 item each |
//! | one note by id | [`note::by_id`], [`note::index_key`] | `gsi1` | eventual | 1 item |
//! | one shelf with its counts | [`shelf::primary`] | table | strong | 1 item |
//! | a shelf, its audio notes and the places of moved ones, newest first, in one query | [`shelf::with_recordings`] | table | eventual | 1 + 1 to 10,000 items, 1 kB each |
//! | one audio note of a known shelf, and up to 100 at once | [`audio::primary`] | table | strong | 1 item each |
//! | one audio note by id | [`audio::by_id`], [`audio::index_key`] | `gsi1` | eventual | 1 item |
//! | the waveform of an audio note | [`audio::waveform`] | table | strong | 1 item, 1 kB |
//! | one entry of the content index | [`content::primary`] | table | - | 1 item, 0.4 kB |
//! | all published items of one kind, newest first | [`content::of_kind`] | table | eventual | up to 10,000 items |
//! | all published items, newest first | [`content::all`], [`content::index_key`] | `gsi1` | eventual | up to 20,000 items |
//! | item counts and sizes by kind | [`content::storage`] | table | strong | 1 item |
//! | items with the same file | [`files_by_hash::of_hash`], [`files_by_hash::primary`] | table | strong | up to 20 items, 0.1 kB each |
//! | one album with its counts | [`album::primary`] | table | strong | 1 item |
//! | an album and its notes, newest first, in one query | [`album::with_notes`] | table | strong | 1 + 1 to 2,000 items, 1 kB each |
//! | the notes of an album, for the full-text index | [`album::notes`] | table | strong | up to 2,000 items, 1 kB each |
//! | one note of a known album, and up to 100 at once | [`album::note`] | table | strong | 1 item each |
//! | one album note by id | [`album::by_id`], [`album::index_key`] | `gsi1` | eventual | 1 item |
//! | one note by id, of a course or of an album | [`album::course_or_album_note_by_id`] | `gsi1` | eventual | 1 item |
//! | the audio notes about a course, newest first | [`course_audio::of_course`], [`course_audio::primary`] | table | eventual | up to 1,000 items, 0.2 kB each |
//! | one note in the trash | [`trash::note`] | table | strong | 1 item |
//! | one audio note in the trash | [`trash::audio`] | table | strong | 1 item |
//! | one album note in the trash | [`trash::album_note`] | table | strong | 1 item |
//! | one replaced file in the trash | [`trash::file`] | table | strong | 1 item |
//! | the trash, newest first | [`trash::all`], [`trash::index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | one profile, and up to 100 at once | [`student::primary`] | table | strong | 1 item each |
//! | my profile and the courses I follow, in one query | [`student::profile_and_follows`] | table | strong | 1 + 1 to 200 items |
//! | is this username taken | [`username::claim`] | table | strong | 1 item |
//! | students by username or prefix | [`student::by_username_prefix`], [`student::index_key`] | `gsi1` | eventual | up to 20 items of a bucket |
//! | an account to purge unless it is confirmed | [`unconfirmed::primary`] | table, stream | - | 1 item |
//! | the unconfirmed new address of my account | [`account::pending_email`] | table | strong | 1 item |
//! | has this account been deleted | [`account::tombstone`] | table, stream | strong | 1 item |
//! | is this account blocked | [`account::block`] | table | strong | 1 item, 0.1 kB |
//! | has this account been deleted or blocked | [`account::closing_markers`] | table | strong | up to 2 items, 0.3 kB |
//! | is my session still valid | [`session::primary`] | table | strong | 1 item |
//! | my sessions | [`session::all`] | table | strong | up to 100 items, 0.3 kB each |
//! | all items of a deleted account | [`account::everything`] | table | strong | up to 25,000 items |
//! | who gave up this username | [`former_name::primary`] | table | strong | 1 item |
//! | the owner of a photo | [`photo::primary`] | table | strong | 1 item |
//! | do I follow this student | [`follower::primary`] | table | strong | 1 item |
//! | the students that a student follows | [`follower::followed_by`] | table | eventual | up to 500 items, 0.3 kB each |
//! | the followers of a student, newest first | [`follower::followers_of`], [`follower::index_key`] | `gsi1` | eventual | pages of up to 10,000 items |
//! | do I follow this course | [`follow::primary`] | table | strong | 1 item |
//! | the courses I follow | [`follow::all`] | table | strong | up to 200 items |
//! | My Notes | [`saved::all`] | table | strong | up to 2,000 items, 2 kB each |
//! | is this note in My Notes | [`saved::primary`] | table | strong | 1 item |
//! | my downloads, newest day first | [`download::all`] | table | eventual | up to 5,000 items |
//! | did I download this note today | [`download::primary`] | table | strong | 1 item |
//! | my likes | [`like::all`] | table | strong | up to 5,000 items, 0.2 kB each |
//! | do I like this | [`like::course`], [`like::note`], [`like::audio`] | table | strong | 1 item |
//! | a playlist and its items, in one query | [`playlist::with_items`] | table | strong | 1 + 1 to 500 items, 0.4 kB each |
//! | one playlist, and up to 100 at once | [`playlist::primary`] | table | strong | 1 item each, 1 kB |
//! | is this recording in this playlist | [`playlist::item`] | table | strong | 1 item |
//! | the items of a deleted playlist | [`playlist::items`] | table | strong | up to 500 items |
//! | my playlist of this name | [`playlist::name_claim`] | table | strong | 1 item |
//! | my playlists | [`playlist::name_claims`] | table | strong | up to 100 items, 0.2 kB each |
//! | the playlists of another student, newest first | [`playlist::of_owner`], [`playlist::index_key`] | `gsi1` | eventual | up to 100 items |
//! | all public playlists, for the catalogue | [`playlist::all_public`], [`playlist::public_marker`] | table | eventual | up to 100,000 items, 0.1 kB each |
//! | my position in a recording, and in up to 50 at once | [`audio_position::primary`] | table | strong | 1 item each |
//! | my positions in all recordings | [`audio_position::all`] | table | strong | up to 10,000 items, 0.4 kB each |
//! | my unfinished recordings, newest first | [`audio_position::unfinished`], [`audio_position::index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | my highlights in all notes, by note | [`highlight::all`] | table | strong | up to 5,000 items, 0.6 to 4 kB each |
//! | my highlights in one note | [`highlight::of_note`] | table | strong | up to 5,000 items |
//! | one highlight | [`highlight::primary`] | table | strong | 1 item |
//! | my bookmarks, by recording | [`bookmark::all`] | table | strong | up to 1,000 items, 0.4 to 4.4 kB each |
//! | one bookmark | [`bookmark::primary`] | table | strong | 1 item |
//! | my position in a note, and in up to 50 at once | [`note_position::primary`] | table | strong | 1 item each, 0.3 kB |
//! | my positions in all notes | [`note_position::all`] | table | strong | up to 2,000 items, 0.3 kB each |
//! | my unfinished notes, newest first | [`note_position::unfinished`], [`note_position::index_key`] | `gsi1` | eventual | up to 2,000 items |
//! | the chapters of a course, in one query | [`chapter::of_course`] | table | strong | up to 999 items, 1 kB each |
//! | one chapter of a course | [`chapter::primary`] | table | strong | 1 item |
//! | does a chapter of the course have this number | [`chapter::number_claim`] | table | strong | 1 item |
//! | the study cards of a chapter, in one query | [`chapter::cards`] | table | strong | up to 200 items, 2 kB each |
//! | one study card | [`chapter::card`] | table | strong | 1 item |
//! | my personal cards of a course, in one query | [`personal_card::of_course`] | table | strong | up to 5,000 items, 1 kB each |
//! | all my personal cards | [`personal_card::all`] | table | strong | up to 5,000 items, 1 kB each |
//! | one personal card | [`personal_card::primary`] | table | strong | 1 item |
//! | number of my personal cards by course | [`personal_card::course_counts`] | table | strong | up to 200 items, 0.1 kB each |
//! | number of my personal cards of one course | [`personal_card::course_count`] | table | strong | 1 item |
//! | my review log, in order of arrival | [`review_log::log`] | table | strong | up to 10,000 items, 0.8 kB each |
//! | my review log from a given time | [`review_log::log`], [`review_log::log_from`] | table | strong | up to 40 items |
//! | one batch of review events | [`review_log::batch`] | table | - | 1 item, below 1 kB |
//! | my study settings | [`review_log::settings`] | table | strong | 1 item, 0.1 kB |
//! | my exams | [`exam::all`] | table | strong | up to 200 items, 0.3 kB each |
//! | my exam in a course | [`exam::primary`] | table | strong | 1 item |
//! | the full-text index of a course, an album or transcripts, and up to 100 at once | [`full_text::primary`] | table | strong | 1 item each, 0.3 kB |
//! | one upload | [`upload::primary`] | table | strong | 1 item |
//! | my uploads, newest first | [`upload::of_uploader`], [`upload::index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | requests for one course | [`request::primary`] | table | strong | 1 item a request |
//! | all requests, newest first | [`request::all`], [`request::index_key`] | `gsi1` | eventual | up to 10,000 items |
//! | a requested course, and up to 100 at once | [`requested_course::primary`] | table | strong | 1 item each, 0.5 kB |
//! | a requested course and its requesters, in one query | [`requested_course::with_requests`] | table | eventual | 1 + 1 to 1,000 items |
//! | the requested courses in one state, most requested first | [`requested_course::in_state`], [`requested_course::index_key`] | `gsi1` | eventual | up to 5,000 items |
//! | did I request this course | [`requested_course::student_request`] | table | strong | 1 item |
//! | my course requests | [`requested_course::student_requests`] | table | strong | up to 100 items, 0.2 kB each |
//! | the reports of one item in summary | [`report::primary`] | table | strong | 1 item, 0.5 kB |
//! | did I report this item | [`report::of_student`] | table | strong | 1 item |
//! | the open reports of one item | [`report::of_round`] | table | eventual | up to 100 items, 1 kB each |
//! | reported items, most reported first | [`report::undecided`], [`report::index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | the reports by one student, newest first | [`report::of_reporter`], [`report::reporter_index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | one notice of copyright | [`notice::primary`] | table | strong | 1 item, 1 to 8 kB |
//! | the confirmed notices, open or closed, newest first | [`notice::listed`], [`notice::index_key`] | `gsi1` | eventual | up to 1,000 items |
//! | the notices because of which a file is withheld | [`withheld::primary`] | table | strong | 1 item, 0.2 kB |
//! | one key of a program | [`access_key::primary`] | table | strong | 1 item, 0.4 kB |
//! | all keys of programs | [`access_key::all`] | table | strong | up to 50 items, 0.4 kB each |
//! | the audit log of a month | [`audit::month`], [`audit::primary`] | table | eventual | up to 10,000 items |
//! | attempts by one user or address in a window | [`rate_limit::primary`] | table | strong | 1 item |
//!
//! A test compares the rows with the functions in the folders. The row of a list also names the function that makes the
//! keys of its entries.
//!
//! `#` separates the parts of a key and no typed id can contain it. Days and months are UTC and of fixed width, so that
//! text order is time order. A key in the partition of a person is made from its [`PersonalKind`].

pub mod admin;
mod key;
pub mod library;
pub mod mine;
/// Keys in the buckets.
pub mod object;
pub mod people;
pub mod study;

pub use self::admin::{access_key, audit, notice, rate_limit, report, request, requested_course, upload};
pub use self::key::{COURSE_SHARDS, EXPIRES_AT, GSI1, GSI1_PK, GSI1_SK, Index, Key, PK, PersonalKind, Range, SK};
pub use self::library::{
    album, audio, content, course, course_audio, files_by_hash, full_text, note, shelf, trash, withheld,
};
pub use self::mine::{audio_position, bookmark, download, exam, highlight, like, note_position, playlist, saved};
pub use self::people::{account, follow, follower, former_name, photo, session, student, unconfirmed, username};
pub use self::study::{chapter, personal_card, review_log};

#[cfg(test)]
mod tests;

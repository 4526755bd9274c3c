//! Every key of the table and of the buckets. No other file formats one.
//!
//! | access pattern | function | index | consistency | expected size |
//! |---|---|---|---|---|
//! | one course | [`course::primary`] | table | strong | 1 item, 1 kB |
//! | a course and its notes, newest first, in one query | [`course::page`] | table | eventual | 1 + 1 to 300 items, 1 kB each |
//! | all courses, for the catalogue and for paging | [`course::shard`] | `gsi1` | eventual | 16 ranges of up to 6,000 items |
//! | the hidden courses | [`course::all_hidden`] | table | eventual | up to 1,000 items, 0.1 kB each |
//! | which course a course was merged into | [`course::merge`] | table | strong | 1 item, 0.2 kB |
//! | all merges of courses | [`course::merges`] | table | eventual | up to 1,000 items, 0.2 kB each |
//! | the notes of a course, for the members' list | [`note::of_course`] | table | strong | 1 to 300 items, 1 kB each |
//! | one note of a known course, and up to 100 at once | [`note::primary`] | table | strong | 1 item each |
//! | one note by id | [`note::by_id`] | `gsi1` | eventual | 1 item |
//! | a shelf and its audio notes, newest first, in one query | [`shelf::page`] | table | eventual | 1 + 1 to 10,000 items, 1 kB each |
//! | one audio note of a known shelf, and up to 100 at once | [`audio::primary`] | table | strong | 1 item each |
//! | one audio note by id | [`audio::by_id`] | `gsi1` | eventual | 1 item |
//! | the waveform of an audio note | [`audio::waveform`] | table | eventual | 1 item, 1 kB |
//! | one entry of the register of content | [`content::primary`] | table | - | 1 item, 0.4 kB |
//! | everything of one kind that was published, newest first | [`content::of_kind`] | table | eventual | up to 10,000 items |
//! | everything that was published, newest first | [`content::all`] | `gsi1` | eventual | up to 20,000 items |
//! | how much there is of each kind | [`content::storage`] | table | strong | 1 item |
//! | what has the very same file | [`same_file::of_hash`] | table | strong | up to 20 items, 0.1 kB each |
//! | an album and its notes, newest first, in one query | [`album::page`] | table | strong | 1 + 1 to 2,000 items, 1 kB each |
//! | the notes of an album, for the index of their insides | [`album::notes`] | table | strong | up to 2,000 items, 1 kB each |
//! | one note of a known album, and up to 100 at once | [`album::note`] | table | strong | 1 item each |
//! | one album note by id | [`album::by_id`] | `gsi1` | eventual | 1 item |
//! | one note by id, of a course or of an album | [`album::any_by_id`] | `gsi1` | eventual | 1 item |
//! | the audio notes about a course, newest first | [`course_audio::of_course`] | table | eventual | up to 1,000 items, 0.2 kB each |
//! | one note in the trash | [`trash::primary`] | table | strong | 1 item |
//! | one audio note in the trash | [`trash::audio`] | table | strong | 1 item |
//! | one album note in the trash | [`trash::album`] | table | strong | 1 item |
//! | one replaced file in the trash | [`trash::file`] | table | strong | 1 item |
//! | the trash, newest first | [`trash::all`] | `gsi1` | eventual | up to 1,000 items |
//! | my profile and the courses I follow, in one query | [`student::me`] | table | strong | 1 + 1 to 200 items |
//! | does this username belong to somebody | [`username::claim`] | table | strong | 1 item |
//! | students by username or its beginning | [`student::usernames`] | `gsi1` | eventual | up to 20 items of a bucket |
//! | an account to purge unless it is confirmed | [`unconfirmed::primary`] | table, stream | - | 1 item |
//! | the address that my account is to get | [`account::address`] | table | strong | 1 item |
//! | has this account been deleted | [`account::left`] | table, stream | strong | 1 item |
//! | is this session of mine not ended | [`session::primary`] | table | strong | 1 item |
//! | where I am signed in | [`session::all`] | table | strong | up to 100 items, 0.3 kB each |
//! | has somebody ended sessions of mine | [`session::only_listed`] | table | strong | 1 item |
//! | what a deleted account leaves behind | [`account::everything`] | table | strong | up to 25,000 items |
//! | who gave up this username | [`former_name::primary`] | table | strong | 1 item |
//! | whose picture is this | [`photo::primary`] | table | strong | 1 item |
//! | do I follow this student | [`follower::primary`] | table | strong | 1 item |
//! | whom somebody follows | [`follower::followed_by`] | table | eventual | up to 500 items, 0.3 kB each |
//! | who follows somebody, newest first | [`follower::of`] | `gsi1` | eventual | pages of up to 10,000 items |
//! | do I follow this course | [`follow::primary`] | table | strong | 1 item |
//! | the courses I follow | [`follow::all`] | table | strong | up to 200 items |
//! | My Notes | [`saved::all`] | table | strong | up to 2,000 items, 2 kB each |
//! | is this note in My Notes | [`saved::primary`] | table | strong | 1 item |
//! | my downloads, newest day first | [`download::all`] | table | eventual | up to 5,000 items |
//! | did I download this note today | [`download::primary`] | table | strong | 1 item |
//! | what I like | [`like::all`] | table | strong | up to 5,000 items, 0.2 kB each |
//! | do I like this | [`like::course`], [`like::note`], [`like::audio`] | table | strong | 1 item |
//! | a playlist and all that is in it, in one query | [`playlist::page`] | table | strong | 1 + 1 to 500 items, 0.4 kB each |
//! | one playlist, and up to 100 at once | [`playlist::primary`] | table | strong | 1 item each, 1 kB |
//! | is this recording in this playlist | [`playlist::item`] | table | strong | 1 item |
//! | what a deleted playlist leaves behind | [`playlist::items`] | table | strong | up to 500 items |
//! | my playlist of this name | [`playlist::name_claim`] | table | strong | 1 item |
//! | which playlists are mine | [`playlist::names`] | table | strong | up to 100 items, 0.2 kB each |
//! | the playlists of somebody else, newest first | [`playlist::of_owner`] | `gsi1` | eventual | up to 100 items |
//! | the playlists that everybody may see, for the catalogue | [`playlist::all_shown`] | table | eventual | up to 100,000 items, 0.1 kB each |
//! | where I stopped in this recording, and in up to 50 at once | [`heard::primary`] | table | strong | 1 item each |
//! | where I stopped in each recording | [`heard::all`] | table | strong | up to 10,000 items, 0.4 kB each |
//! | what I have not finished, newest first | [`heard::unfinished`] | `gsi1` | eventual | up to 1,000 items |
//! | what I marked in all notes, by note | [`highlight::all`] | table | strong | up to 5,000 items, 0.6 to 4 kB each |
//! | what I marked in this note | [`highlight::of_note`] | table | strong | up to 5,000 items |
//! | one highlight | [`highlight::primary`] | table | strong | 1 item |
//! | where I stopped in this note, and in up to 50 at once | [`reading::primary`] | table | strong | 1 item each, 0.3 kB |
//! | where I stopped in each note | [`reading::all`] | table | strong | up to 2,000 items, 0.3 kB each |
//! | what I have not read to its end, newest first | [`reading::unfinished`] | `gsi1` | eventual | up to 2,000 items |
//! | the chapters of a course, in one query | [`chapter::of_course`] | table | strong | up to 999 items, 1 kB each |
//! | one chapter of a course | [`chapter::primary`] | table | strong | 1 item |
//! | does a chapter of the course have this number | [`chapter::number`] | table | strong | 1 item |
//! | the study cards of a chapter, in one query | [`chapter::cards`] | table | strong | up to 200 items, 2 kB each |
//! | one study card | [`chapter::card`] | table | strong | 1 item |
//! | the study cards that I wrote for a course, in one query | [`own_card::of_course`] | table | strong | up to 5,000 items, 1 kB each |
//! | all study cards that I wrote | [`own_card::all`] | table | strong | up to 5,000 items, 1 kB each |
//! | one study card that I wrote | [`own_card::primary`] | table | strong | 1 item |
//! | how many I wrote for each course | [`own_card::courses`] | table | strong | up to 200 items, 0.1 kB each |
//! | how many I wrote for one course | [`own_card::course`] | table | strong | 1 item |
//! | what I did with study cards, as it arrived | [`studying::log`] | table | strong | up to 10,000 items, 0.8 kB each |
//! | the same from some time on | [`studying::log`], [`studying::log_from`] | table | strong | up to 40 items |
//! | one batch of that | [`studying::batch`] | table | - | 1 item, below 1 kB |
//! | how many cards I want a day | [`studying::settings`] | table | strong | 1 item, 0.1 kB |
//! | my exams | [`exam::all`] | table | strong | up to 200 items, 0.3 kB each |
//! | my exam in a course | [`exam::primary`] | table | strong | 1 item |
//! | which index has the insides of the notes of a course or an album, and up to 100 at once | [`inside::primary`] | table | strong | 1 item each, 0.3 kB |
//! | one upload | [`upload::primary`] | table | strong | 1 item |
//! | my uploads, newest first | [`upload::of_uploader`] | `gsi1` | eventual | up to 1,000 items |
//! | requests for one course | [`request::primary`] | table | strong | 1 item a request |
//! | all requests, newest first | [`request::all`] | `gsi1` | eventual | up to 10,000 items |
//! | how much a course is wanted, and up to 100 at once | [`demand::primary`] | table | strong | 1 item each, 0.5 kB |
//! | a wanted course and who asked for it, in one query | [`demand::page`] | table | eventual | 1 + 1 to 1,000 items |
//! | the wanted courses of a state, most wanted first | [`demand::in_state`] | `gsi1` | eventual | up to 5,000 items |
//! | did I ask for this course | [`demand::asked`] | table | strong | 1 item |
//! | what I asked for | [`demand::asked_all`] | table | strong | up to 100 items, 0.2 kB each |
//! | what is reported of one thing | [`report::primary`] | table | strong | 1 item, 0.5 kB |
//! | did I report this thing | [`report::of_student`] | table | strong | 1 item |
//! | the open reports of one thing | [`report::of_round`] | table | strong | up to 100 items, 1 kB each |
//! | reported things, most reported first | [`report::open`] | `gsi1` | eventual | up to 1,000 items |
//! | what one student reported, newest first | [`report::of_reporter`] | `gsi1` | eventual | up to 1,000 items |
//! | what administrators did in a month | [`audit::month`] | table | eventual | up to 10,000 items |
//! | tries of somebody in a window | [`throttle::primary`] | table | strong | 1 item |
//!
//! `#` separates the parts of a key and no typed id can contain it. Names of days and months are UTC and of
//! fixed width, so that text order is time order.

pub mod desk;
mod key;
pub mod library;
pub mod mine;
/// Keys in the buckets.
pub mod object;
pub mod people;
pub mod study;

pub use self::desk::{audit, demand, report, request, throttle, upload};
pub use self::key::{COURSE_SHARDS, EXPIRES_AT, GSI1, GSI1_PK, GSI1_SK, Index, Key, PK, Range, SK};
pub use self::library::{album, audio, content, course, course_audio, inside, note, same_file, shelf, trash};
pub use self::mine::{download, exam, heard, highlight, like, playlist, reading, saved};
pub use self::people::{account, follow, follower, former_name, photo, session, student, unconfirmed, username};
pub use self::study::{chapter, own_card, studying};

#[cfg(test)]
mod tests;

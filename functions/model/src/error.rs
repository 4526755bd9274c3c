//! What can go wrong, in the words of the product; callers turn it into an answer with one `match`.

use std::error::Error as StdError;
use std::fmt;

use wasm_core::forms::FieldErrors;

/// The cause of a failure that is not the caller's, kept for the log.
pub type BoxError = Box<dyn StdError + Send + Sync + 'static>;

/// Shorthand for a result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The things a request can name and that may not be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Noun {
    /// A course.
    Course,
    /// A note that students can see.
    Note,
    /// A note in the trash.
    TrashedNote,
    /// A shelf of audio notes.
    Shelf,
    /// An album.
    Album,
    /// An audio note that people can see.
    Audio,
    /// An audio note in the trash.
    TrashedAudio,
    /// A student's profile.
    Student,
    /// A note in somebody's My Notes.
    SavedNote,
    /// An upload.
    Upload,
    /// A course request.
    Request,
    /// Reports of a thing that nobody has decided on.
    Report,
    /// A playlist that the caller may see.
    Playlist,
    /// A recording in a playlist.
    PlaylistItem,
    /// A chapter of a course.
    Chapter,
    /// A study card.
    Card,
    /// A highlight of the caller.
    Highlight,
    /// A stored file.
    File,
    /// A session of the caller.
    Session,
}

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Course => "course",
            Self::Note => "note",
            Self::TrashedNote => "note in the trash",
            Self::Shelf => "shelf",
            Self::Album => "album",
            Self::Audio => "audio note",
            Self::TrashedAudio => "audio note in the trash",
            Self::Student => "student",
            Self::SavedNote => "saved note",
            Self::Upload => "upload",
            Self::Request => "request",
            Self::Report => "report",
            Self::Playlist => "playlist",
            Self::PlaylistItem => "recording in the playlist",
            Self::Chapter => "chapter",
            Self::Card => "study card",
            Self::Highlight => "highlight",
            Self::File => "file",
            Self::Session => "session",
        })
    }
}

/// The rule that forbids an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Only administrators may do this.
    AdministratorsOnly,
    /// Only the owner may do this.
    OwnerOnly,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AdministratorsOnly => "only administrators may do this",
            Self::OwnerOnly => "only the owner may do this",
        })
    }
}

/// Why a write does not fit what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// Another student has this username.
    UsernameTaken,
    /// The upload with this id has already arrived or been decided.
    AlreadyUploaded,
    /// The id that the client chose is in use for something else.
    IdInUse,
    /// Parts of the file are missing, or are not those that were sent.
    PartsMissing,
    /// The upload is being checked at this moment.
    BeingChecked,
    /// The owner has another playlist of this name.
    PlaylistNameTaken,
    /// The course has another chapter with this number.
    ChapterNumberTaken,
    /// There is a course with this code.
    CourseThere,
    /// The course was merged into another one, or is being so.
    CourseMerged,
    /// Another course is being merged into this one.
    MergeUnfinished,
    /// Nothing can be merged into itself.
    SameCourse,
    /// Whoever follows others must have a username, by which they see it.
    NoUsername,
    /// Nobody can follow themselves.
    OneselfFollowed,
    /// Somebody else changed it in between; read it again.
    Changed,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UsernameTaken => "the username is already taken",
            Self::AlreadyUploaded => "this upload has already arrived",
            Self::IdInUse => "this id is already in use",
            Self::PartsMissing => "parts of the file are missing",
            Self::BeingChecked => "the upload is being checked",
            Self::PlaylistNameTaken => "another playlist has this name",
            Self::ChapterNumberTaken => "another chapter has this number",
            Self::CourseThere => "there is a course with this code",
            Self::CourseMerged => "the course was merged into another one",
            Self::MergeUnfinished => "another course is being merged into this one",
            Self::SameCourse => "a course cannot be merged into itself",
            Self::NoUsername => "a username must be chosen first",
            Self::OneselfFollowed => "nobody can follow themselves",
            Self::Changed => "somebody else changed it in between",
        })
    }
}

/// Every failure that leaves this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// All fields that do not fit, not only the first.
    #[error("the input has fields that do not fit")]
    Invalid(FieldErrors),
    /// The cursor was not made by us, or for another list.
    #[error("the cursor does not belong to this list")]
    InvalidCursor,
    /// It is not there, or not for this caller.
    #[error("{0} not found")]
    NotFound(Noun),
    /// It is there, but a rule forbids it.
    #[error("forbidden: {0}")]
    Forbidden(Rule),
    /// It does not fit what is stored.
    #[error("conflict: {0}")]
    Conflict(Conflict),
    /// A person may have no more of these.
    #[error("{limit} is limited to {max}")]
    LimitReached {
        /// Name of the constant in `wasm_core::limits`.
        limit: &'static str,
        /// Its value.
        max: u32,
    },
    /// Too many tries in a window of time.
    #[error("too many tries, wait {retry_after_secs} s")]
    TooMany {
        /// Seconds until the window ends.
        retry_after_secs: u32,
    },
    /// Something we depend on did not answer: safe to try again.
    #[error("a service did not answer")]
    Unavailable(#[source] BoxError),
    /// Stored data that nobody can read, or a bug of ours.
    #[error("stored data could not be understood")]
    Broken(#[source] BoxError),
}

impl Error {
    /// A broken item or a bug, described by a sentence.
    pub fn broken(text: impl Into<String>) -> Self {
        Self::Broken(text.into().into())
    }
}

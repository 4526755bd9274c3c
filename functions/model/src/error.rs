//! Domain errors. Callers map each variant to a response in one `match`.

use std::error::Error as StdError;
use std::fmt;

use wasm_core::forms::FieldErrors;

/// Cause of a failure that the caller did not cause. It is only logged.
pub type BoxError = Box<dyn StdError + Send + Sync + 'static>;

/// Shorthand for a result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Kinds of resources that can be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// A course.
    Course,
    /// A note that students can see.
    Note,
    /// A course note in the trash.
    TrashedNote,
    /// A shelf of audio notes.
    Shelf,
    /// An album.
    Album,
    /// An audio note that users can see.
    Audio,
    /// An audio note in the trash.
    TrashedAudio,
    /// A student's profile.
    Student,
    /// A note in a user's My Notes.
    SavedNote,
    /// An upload.
    Upload,
    /// A course request.
    Request,
    /// An open report about an item.
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
    /// A bookmark in a recording.
    Bookmark,
    /// A stored file.
    File,
    /// A session of the caller.
    Session,
    /// A key of a program.
    AccessKey,
    /// A notice of copyright.
    Notice,
}

impl fmt::Display for ResourceKind {
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
            Self::Bookmark => "bookmark",
            Self::File => "file",
            Self::Session => "session",
            Self::AccessKey => "key",
            Self::Notice => "notice of copyright",
        })
    }
}

/// The rule that forbids an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessRule {
    /// Only administrators may do this.
    AdministratorsOnly,
    /// Only the owner may do this.
    OwnerOnly,
}

impl fmt::Display for AccessRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AdministratorsOnly => "only administrators may do this",
            Self::OwnerOnly => "only the owner may do this",
        })
    }
}

/// The reason why a write conflicts with stored data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// Another student has this username.
    UsernameTaken,
    /// The upload with this id has already arrived or been decided on.
    AlreadyUploaded,
    /// The id chosen by the client is already used for another item.
    IdInUse,
    /// Parts of the file are missing or differ from the parts that were sent.
    PartsMissing,
    /// The upload is being checked right now.
    CheckInProgress,
    /// The owner has another playlist with this name.
    PlaylistNameTaken,
    /// The course has another chapter with this number.
    ChapterNumberTaken,
    /// A course with this code already exists.
    CourseExists,
    /// The course was merged into another one, or such a merge is running.
    CourseMerged,
    /// Another course is being merged into this one.
    MergeUnfinished,
    /// A course cannot be merged into itself.
    SameCourse,
    /// A student needs a username before following others, who would see it.
    NoUsername,
    /// Students cannot follow themselves.
    SelfFollow,
    /// The item was already restored from the trash.
    AlreadyRestored,
    /// The file is withheld because of a notice of copyright.
    FileWithheld,
    /// The notice of copyright is not in a state that allows the action.
    NoticeDecided,
    /// There may still be a counter notice, or its term is not over.
    NoticePending,
    /// Another request is working on the notice of copyright.
    NoticeBusy,
    /// The record was changed by another request. The caller should read it again.
    VersionMismatch,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UsernameTaken => "the username is already taken",
            Self::AlreadyUploaded => "this upload has already arrived",
            Self::IdInUse => "this id is already in use",
            Self::PartsMissing => "parts of the file are missing",
            Self::CheckInProgress => "the upload is being checked",
            Self::PlaylistNameTaken => "another playlist has this name",
            Self::ChapterNumberTaken => "another chapter has this number",
            Self::CourseExists => "there is a course with this code",
            Self::CourseMerged => "the course was merged into another one",
            Self::MergeUnfinished => "another course is being merged into this one",
            Self::SameCourse => "a course cannot be merged into itself",
            Self::NoUsername => "a username must be chosen first",
            Self::SelfFollow => "nobody can follow themselves",
            Self::AlreadyRestored => "the item was already restored",
            Self::FileWithheld => "the file is withheld because of a notice of copyright",
            Self::NoticePending => "a counter notice is still possible",
            Self::NoticeBusy => "another request is working on the notice of copyright",
            Self::NoticeDecided => "the notice of copyright was decided in between",
            Self::VersionMismatch => "another request changed the item in between",
        })
    }
}

/// Every error that this crate returns.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is invalid. Contains all invalid fields, not only the first.
    #[error("the input has fields that do not fit")]
    Invalid(FieldErrors),
    /// The cursor was not created by this server, or belongs to another list.
    #[error("the cursor does not belong to this list")]
    InvalidCursor,
    /// The resource does not exist, or the caller may not see it.
    #[error("{0} not found")]
    NotFound(ResourceKind),
    /// The resource exists, but a rule forbids the action.
    #[error("forbidden: {0}")]
    Forbidden(AccessRule),
    /// The write conflicts with stored data.
    #[error("conflict: {0}")]
    Conflict(Conflict),
    /// The user has reached a limit.
    #[error("{limit} is limited to {max}")]
    LimitReached {
        /// Name of the constant in `wasm_core::limits`.
        limit: &'static str,
        /// Value of the limit.
        max: u32,
    },
    /// Too many attempts in a time window.
    #[error("too many tries, wait {retry_after_secs} s")]
    RateLimited {
        /// Seconds until the window ends.
        retry_after_secs: u32,
    },
    /// A service did not respond, or other requests kept changing the same items. A retry is safe.
    #[error("a service did not answer")]
    Unavailable(#[source] BoxError),
    /// Stored data cannot be decoded, or our code has a bug.
    #[error("stored data could not be understood")]
    Broken(#[source] BoxError),
}

impl Error {
    /// Creates a [`Broken`](Self::Broken) error from a message.
    pub fn broken(text: impl Into<String>) -> Self {
        Self::Broken(text.into().into())
    }
}

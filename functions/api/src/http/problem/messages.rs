//! Messages for errors of the store.

use store::{AccessRule, Conflict, ResourceKind};
use wasm_core::forms::format_integer;

use super::{Problem, ProblemCode};

pub(super) fn not_found(noun: ResourceKind) -> &'static str {
    match noun {
        ResourceKind::Course => "There is no such course.",
        ResourceKind::Note => "This note does not exist or was deleted.",
        ResourceKind::TrashedNote => "There is no such note in the trash.",
        ResourceKind::Shelf => "There is no such shelf.",
        ResourceKind::Album => "There is no such album.",
        ResourceKind::Audio => "This audio note does not exist or was deleted.",
        ResourceKind::TrashedAudio => "There is no such audio note in the trash.",
        ResourceKind::Student => "User not found",
        ResourceKind::SavedNote => "This note is not in your collection.",
        ResourceKind::Upload => "There is no such upload.",
        ResourceKind::Request => "There is no such request.",
        ResourceKind::Report => "There are no open reports here. Someone may have handled them already.",
        ResourceKind::Playlist => "Playlist not found.",
        ResourceKind::PlaylistItem => "This is no longer in the playlist.",
        ResourceKind::Chapter => "This chapter does not exist or was removed.",
        ResourceKind::Card => "This study card does not exist or was removed.",
        ResourceKind::Highlight => "There is no such highlight.",
        ResourceKind::Bookmark => "There is no such bookmark.",
        ResourceKind::File => "The file no longer exists.",
        ResourceKind::Session => "There is no such session.",
        ResourceKind::Notice => "There is no such notice of copyright. It may have expired.",
        ResourceKind::AccessKey => "There is no such key. It may have been revoked.",
    }
}

pub(super) fn forbidden(rule: AccessRule) -> &'static str {
    match rule {
        AccessRule::AdministratorsOnly => "Administrators only",
        AccessRule::OwnerOnly => "Only the owner may do this.",
    }
}

/// Returns the message for a reached limit: the name of its constant in `wasm_core::limits`, and its value.
pub(super) fn limit_reached(limit: &str, max: u32) -> String {
    let max = format_integer(max as usize);
    match limit {
        "ACCESS_KEYS_MAX" => format!("There can be at most {max} keys. Revoke one that nobody uses."),
        "CARDS_MAX" => format!("A chapter can have at most {max} cards."),
        "CHAPTER_MAX" => format!("A course can have at most {max} chapters."),
        "EXAMS_MAX" => format!("You can have at most {max} exams."),
        "FOLLOWED_COURSES_MAX" => format!("You can follow at most {max} courses."),
        "FOLLOWED_STUDENTS_MAX" => format!("You can follow at most {max} students."),
        "HIGHLIGHTS_MAX" => format!("You can have at most {max} highlights."),
        "IMPORT_BATCH_MAX" => format!("Send at most {max} courses at a time."),
        "OWN_CARDS_MAX" => format!("You can have at most {max} cards of your own."),
        "PLAYLISTS_MAX" => format!("You can have at most {max} playlists."),
        "PLAYLIST_ITEMS_MAX" => format!("A playlist can have at most {max} audio notes."),
        "POSITIONS_BATCH_MAX" => format!("Send at most {max} positions at a time."),
        "SAVED_NOTES_MAX" => format!("You can save at most {max} notes."),
        _ => format!("The limit of {max} is reached."),
    }
}

pub(super) fn conflict_problem(conflict: Conflict) -> Problem {
    let (code, detail) = match conflict {
        Conflict::UsernameTaken => {
            return Problem::new(ProblemCode::UsernameTaken, "Username is already taken.")
                .at_field("username", "taken");
        }
        Conflict::PlaylistNameTaken => {
            let detail = "You already have a playlist with this name.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("name", "taken");
        }
        Conflict::ChapterNumberTaken => {
            let detail = "This course already has a chapter with this number.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("number", "taken");
        }
        Conflict::CourseExists => {
            let detail = "A course with this code already exists. Edit that one.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("courseCode", "taken");
        }
        Conflict::CourseMerged => {
            let detail = "This course was merged into another one. Its code leads there.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("courseCode", "merged");
        }
        Conflict::MergeUnfinished => {
            (ProblemCode::Conflict, "Another course is being merged into this one. Finish that merge first.")
        }
        Conflict::SameCourse => {
            (ProblemCode::Conflict, "Choose a different course. A course can't be merged into itself.")
        }
        Conflict::AlreadyUploaded => (ProblemCode::AlreadyUploaded, "This file has already been uploaded."),
        Conflict::IdInUse => (ProblemCode::Conflict, "This id is already used for something else."),
        Conflict::PartsMissing => (
            ProblemCode::Conflict,
            "Parts of this file are missing. Check which parts have arrived, then send the others.",
        ),
        Conflict::CheckInProgress => {
            (ProblemCode::Conflict, "The file is still being checked. Try again when the check is done.")
        }
        Conflict::NoUsername => (ProblemCode::Conflict, "Choose a username first so others can see who follows them."),
        Conflict::SelfFollow => (ProblemCode::Conflict, "You cannot follow yourself."),
        Conflict::AlreadyRestored => (ProblemCode::Conflict, "This item was already restored."),
        Conflict::FileWithheld => (
            ProblemCode::Conflict,
            "This file is withheld because of a notice of copyright. Decide about the notice in Copyright.",
        ),
        Conflict::NoticePending => (
            ProblemCode::Conflict,
            "The uploader can still answer. The notice shows the day from which you can close it.",
        ),
        Conflict::NoticeBusy => {
            (ProblemCode::Conflict, "This notice is being worked on. Wait a minute, and reload to see its state.")
        }
        Conflict::NoticeDecided => {
            (ProblemCode::Conflict, "This notice was decided in the meantime. Reload to see its state.")
        }
        Conflict::VersionMismatch => {
            (ProblemCode::Conflict, "This was changed somewhere else. Reload to see the latest version.")
        }
    };
    Problem::new(code, detail)
}

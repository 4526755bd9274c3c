//! Messages for errors of the store.

use store::{Conflict, Noun, Rule};

use super::{Problem, ProblemCode};

pub(super) fn missing(noun: Noun) -> &'static str {
    match noun {
        Noun::Course => "There is no such course.",
        Noun::Note => "There is no such note, or not any more.",
        Noun::TrashedNote => "There is no such note in the trash.",
        Noun::Shelf => "There is no such shelf.",
        Noun::Album => "There is no such album.",
        Noun::Audio => "There is no such audio note, or not any more.",
        Noun::TrashedAudio => "There is no such audio note in the trash.",
        Noun::Student => "User not found",
        Noun::SavedNote => "This note is not in your collection.",
        Noun::Upload => "There is no such upload.",
        Noun::Request => "There is no such request.",
        Noun::Report => "Nothing is reported here, or somebody has decided already.",
        Noun::Playlist => "Playlist not found.",
        Noun::PlaylistItem => "This is not in the playlist any more.",
        Noun::Chapter => "There is no such chapter, or not any more.",
        Noun::Card => "There is no such study card, or not any more.",
        Noun::Highlight => "There is no such highlight.",
        Noun::File => "The file is not there any more.",
        Noun::Session => "There is no such session.",
    }
}

pub(super) fn forbidden(rule: Rule) -> &'static str {
    match rule {
        Rule::AdministratorsOnly => "Administrators only",
        Rule::OwnerOnly => "Only the owner may do this.",
    }
}

pub(super) fn conflicting(conflict: Conflict) -> Problem {
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
        Conflict::CourseThere => {
            let detail = "There is a course with this code already. Edit that one.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("courseCode", "taken");
        }
        Conflict::CourseMerged => {
            let detail = "This course was merged into another one. Its code leads there.";
            return Problem::new(ProblemCode::Conflict, detail).at_field("courseCode", "merged");
        }
        Conflict::MergeUnfinished => {
            (ProblemCode::Conflict, "Another course is being merged into this one. Finish that merge first.")
        }
        Conflict::SameCourse => (ProblemCode::Conflict, "Choose another course: nothing can be merged into itself."),
        Conflict::AlreadyUploaded => (ProblemCode::AlreadyUploaded, "This file has already been uploaded."),
        Conflict::IdInUse => (ProblemCode::Conflict, "This id is already used for something else."),
        Conflict::PartsMissing => {
            (ProblemCode::Conflict, "Parts of this file are missing. Ask which have arrived, and send the others.")
        }
        Conflict::BeingChecked => (ProblemCode::Conflict, "The file is being checked; wait until that is done."),
        Conflict::NoUsername => {
            (ProblemCode::Conflict, "Choose a username first, so that others can see who follows them.")
        }
        Conflict::OneselfFollowed => (ProblemCode::Conflict, "You cannot follow yourself."),
        Conflict::Changed => (ProblemCode::Conflict, "It was changed elsewhere in between. Load it again."),
    };
    Problem::new(code, detail)
}

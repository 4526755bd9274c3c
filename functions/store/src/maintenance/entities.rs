//! All entities of a user, with their sections of the export and their handling in a course merge. A key in a user's
//! partition needs a [`PersonalKind`], and a kind without an entity here does not compile.

use std::pin::Pin;

use aws::client::Store;
use aws::codec::{Entity, Item, decode};
use model::error::Result;
use model::ids::UserId;
use model::keys::PersonalKind;
use serde_json::Value;

use self::MergeEffect::{Move, MoveLater, Stay};
use self::Section::{List, Single};
use crate::desk::reports::ExportedReport;
use crate::desk::requests::Asked;
use crate::library::merges::StudentDataKind;
use crate::mine::bookmarks::Bookmark;
use crate::mine::downloads::Download;
use crate::mine::exams::Exam;
use crate::mine::highlights::Highlight;
use crate::mine::likes::Like;
use crate::mine::playlists::NameClaim;
use crate::mine::positions::{AudioPosition, NotePosition};
use crate::mine::saved_notes::SavedNote;
use crate::people::account::{AccountBlock, AccountTombstone, PendingEmail};
use crate::people::course_follows::Follow;
use crate::people::sessions::Session;
use crate::people::student_follows::Following;
use crate::people::students::Student;
use crate::people::unconfirmed::UnconfirmedAccount;
use crate::personal::{ExportContext, ReferencedIds, UserData};
use crate::study::personal_cards::{PersonalCard, PersonalCardCount};
use crate::study::review_log::{ReviewBatch, StudySettings};

/// Section of the reports.
pub(super) const REPORTS: Section = List("reports");

/// Returns all entities of a person: those in the partition, and the reports, which are stored with the reported items.
pub(super) fn all() -> impl Iterator<Item = PersonalEntity> {
    PersonalKind::ALL.iter().copied().map(stored_as).chain([exported::<ExportedReport>(REPORTS, Stay)])
}

fn stored_as(kind: PersonalKind) -> PersonalEntity {
    match kind {
        PersonalKind::Profile => exported::<Student>(Single("profile"), Stay),
        PersonalKind::PendingAddress => exported::<PendingEmail>(Single("pendingEmail"), Stay),
        PersonalKind::StudySettings => exported::<StudySettings>(Single("studySettings"), Stay),
        PersonalKind::FollowedCourse => {
            exported::<Follow>(List("followedCourses"), MoveLater(StudentDataKind::Follows))
        }
        PersonalKind::FollowedStudent => exported::<Following>(List("followedStudents"), Stay),
        PersonalKind::SavedNote => exported::<SavedNote>(List("savedNotes"), MoveLater(StudentDataKind::SavedNotes)),
        PersonalKind::Download => exported::<Download>(List("downloads"), Stay),
        PersonalKind::Like => exported::<Like>(List("likes"), MoveLater(StudentDataKind::Likes)),
        PersonalKind::Listening => exported::<AudioPosition>(List("positions"), Stay),
        PersonalKind::Reading => exported::<NotePosition>(List("readingPositions"), Stay),
        PersonalKind::Highlight => exported::<Highlight>(List("highlights"), Stay),
        PersonalKind::Bookmark => exported::<Bookmark>(List("bookmarks"), Stay),
        PersonalKind::StudyBatch => exported::<ReviewBatch>(List("studying"), Stay),
        PersonalKind::PersonalCard => {
            exported::<PersonalCard>(List("ownCards"), MoveLater(StudentDataKind::PersonalCards))
        }
        PersonalKind::Exam => exported::<Exam>(List("exams"), MoveLater(StudentDataKind::Exams)),
        PersonalKind::PlaylistName => exported::<NameClaim>(List("playlists"), Stay),
        PersonalKind::CourseRequest => exported::<Asked>(List("requests"), Move),
        PersonalKind::Session => exported::<Session>(List("sessions"), Stay),
        // State of the account, and counts. They add nothing to the other sections.
        PersonalKind::PersonalCardsOfCourse => hidden::<PersonalCardCount>(MoveLater(StudentDataKind::PersonalCards)),
        PersonalKind::UnconfirmedAccount => hidden::<UnconfirmedAccount>(Stay),
        PersonalKind::LeftAccount => hidden::<AccountTombstone>(Stay),
        PersonalKind::BlockedAccount => hidden::<AccountBlock>(Stay),
    }
}

/// A section of the export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// A person has at most one record.
    Single(&'static str),
    /// A list, possibly empty.
    List(&'static str),
}

impl Section {
    /// Returns the name in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Single(name) | List(name) => name,
        }
    }
}

/// Effect of a course merge on the items of an entity.
pub(super) enum MergeEffect {
    /// The items stay: they name no course, or the merged code leads to the target.
    Stay,
    /// The merge moves the items.
    Move,
    /// The items move on the next visit of their owner, because the partitions of all students cannot be searched.
    MoveLater(StudentDataKind),
}

pub(super) struct PersonalEntity {
    /// Value of the attribute `entity`.
    pub(super) name: &'static str,
    pub(super) on_merge: MergeEffect,
    pub(super) exported: Option<ExportFunctions>,
}

/// The implementation of [`UserData`] by one entity.
pub(super) struct ExportFunctions {
    pub(super) section: Section,
    pub(super) decode: fn(Item) -> Result<Box<dyn ExportedItem>>,
    pub(super) clear: for<'a> fn(&'a Store, &'a UserId) -> Answer<'a, ()>,
}

fn hidden<T: Entity>(on_merge: MergeEffect) -> PersonalEntity {
    PersonalEntity { name: T::ENTITY, on_merge, exported: None }
}

fn exported<T: UserData>(section: Section, on_merge: MergeEffect) -> PersonalEntity {
    let exported = ExportFunctions {
        section,
        decode: |item| Ok(Box::new(decode::<T>(item)?)),
        clear: |store, owner| Box::pin(T::clear(store, owner)),
    };
    PersonalEntity { name: T::ENTITY, on_merge, exported: Some(exported) }
}

type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A decoded item of any exported entity.
pub(super) trait ExportedItem: Send {
    /// As [`UserData::collect_references`].
    fn collect_references(&self, mentions: &mut ReferencedIds);
    /// As [`UserData::export_view`].
    fn export_view<'a>(self: Box<Self>, source: &'a ExportContext<'a>) -> Answer<'a, Option<Value>>;
}

impl<T: UserData> ExportedItem for T {
    fn collect_references(&self, mentions: &mut ReferencedIds) {
        UserData::collect_references(self, mentions);
    }

    fn export_view<'a>(self: Box<Self>, source: &'a ExportContext<'a>) -> Answer<'a, Option<Value>> {
        Box::pin(UserData::export_view(*self, source))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;

    #[test]
    fn s7_legal_2_the_privacy_page_lists_every_entity_of_a_person() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/public/legal/privacy.md");
        let page = std::fs::read_to_string(path).unwrap();
        // The last column has the name between backticks.
        let rows = page.lines().filter(|line| line.starts_with("| "));
        let listed: Vec<&str> = rows.filter_map(|row| row.rsplit('`').nth(1)).collect();
        let stored: BTreeSet<&str> = all().map(|entity| entity.name).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), stored, "update web/public/legal/privacy.md");
        assert_eq!(listed.len(), stored.len(), "an entity has two rows: {listed:?}");
    }
}

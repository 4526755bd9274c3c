//! Wire types of the trash and the activity log.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use store::audit::{ActionKind, AuditEntry};
use store::content::Content;
use store::content_index::IndexEntry;
use store::students::Student;
use store::trash::{Trashed, TrashedEntry};
use store::{Timestamp, UserId};
use utoipa::{IntoParams, ToSchema};

use crate::console::content::wire::ContentKind;

/// Shown in place of the name of a deleted account.
const NOBODY: &str = "Deleted account";

/// Kind of an entry in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TrashKind {
    /// A course note.
    Note,
    /// A recording.
    Audio,
    /// An album note.
    AlbumNote,
    /// A replaced file. The item it belonged to still exists.
    File,
}

/// An item or a file in the trash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashEntry {
    pub kind: TrashKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Week 3: Observers")]
    pub title: String,
    /// Course code, shelf name or album name.
    #[schema(example = "CS246")]
    pub place: String,
    #[schema(example = "observers.pdf")]
    pub file_name: String,
    #[schema(example = 482_113)]
    pub size_bytes: u64,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub deleted_at: String,
    /// Display name of the user who deleted it.
    #[schema(example = "Note Ninja")]
    pub deleted_by: String,
    /// Time of permanent deletion. Until then it can be restored.
    #[schema(example = "2026-12-21T10:00:00Z")]
    pub expires_at: String,
    /// Whether it is hidden because of a notice of copyright. Only closing the notice restores it.
    #[schema(example = false)]
    pub withheld: bool,
}

/// Items to move to the trash, with the password. Has no `Debug`, so that the password is never printed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashRequest {
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// At most 50.
    #[schema(required = true)]
    pub things: Vec<ItemRef>,
}

/// Identifies one item by kind and id.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemRef {
    pub kind: ContentKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
}

/// Result of moving several items to the trash.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrashOutcome {
    /// Items that are now in the trash.
    pub done: Vec<ItemRef>,
    /// Items that were already deleted, or that could not be moved because of an error.
    pub failed: Vec<ItemRef>,
}

/// One action of an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityEntry {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub at: String,
    /// Display name of the administrator.
    #[schema(example = "Note Ninja")]
    pub by: String,
    /// Name of the key with which a program acted for the administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Office computer")]
    pub key: Option<String>,
    /// User id of the administrator, to filter the log.
    #[schema(example = "0b1f6a52-3c1d-4a55-9f0e-6f1f4f4f9a10")]
    pub by_id: String,
    /// Name of the operation.
    #[schema(example = "delete_note")]
    pub action: String,
    /// Id or code of the changed record.
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub target: String,
    /// Name of the changed record at the time of the action. For a student, the current name.
    #[schema(example = "Week 3: Observers (CS246)")]
    pub object: String,
    /// Value before the change, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Week 3: Observers")]
    pub before: Option<String>,
    /// Value after the change as text. For an import, the number of created and updated items.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Week 3: Observer")]
    pub after: Option<String>,
}

/// Kind of an administrator action: about published items, uploads, courses, study cards and their chapters, course
/// requests, reports, accounts of students, or the administrator's own sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActivityKind {
    Content,
    Upload,
    Course,
    Card,
    Request,
    Report,
    Student,
    Security,
}

/// Filter of the activity log. All given conditions must match.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActivityQuery {
    /// Calendar month in UTC. By default, the current month.
    #[param(example = "2026-11")]
    pub month: Option<String>,
    /// User id of the administrator.
    #[param(example = "0b1f6a52-3c1d-4a55-9f0e-6f1f4f4f9a10")]
    pub by: Option<String>,
    /// Kind of the action.
    #[param(inline)]
    pub kind: Option<ActivityKind>,
    /// Words to find in the name or id of the changed record or in its values before and after the change.
    pub text: Option<String>,
}

impl From<ActivityKind> for ActionKind {
    fn from(kind: ActivityKind) -> Self {
        match kind {
            ActivityKind::Content => Self::Content,
            ActivityKind::Upload => Self::Upload,
            ActivityKind::Course => Self::Course,
            ActivityKind::Card => Self::Card,
            ActivityKind::Request => Self::Request,
            ActivityKind::Report => Self::Report,
            ActivityKind::Student => Self::Student,
            ActivityKind::Security => Self::Security,
        }
    }
}

/// Display names by user id.
pub(crate) struct StudentsById(pub(crate) HashMap<UserId, Student>);

impl StudentsById {
    /// Returns the username. An administrator without one has the first part of the email address, or the whole address if
    /// another person has the same name.
    pub(crate) fn of(&self, uid: &UserId) -> String {
        let Some(student) = self.0.get(uid) else { return NOBODY.to_owned() };
        let name = short_name(student);
        let is_shared = self.0.values().filter(|other| short_name(other).eq_ignore_ascii_case(name)).count() > 1;
        let is_address = student.display_username.is_none();
        if is_shared && is_address { student.email.clone() } else { name.to_owned() }
    }
}

fn short_name(student: &Student) -> &str {
    let mailbox = || student.email.split('@').next().unwrap_or_default();
    student.display_username.as_deref().unwrap_or_else(mailbox)
}

impl TrashEntry {
    pub(crate) fn of(trashed: TrashedEntry, names: &StudentsById) -> Self {
        let withheld = trashed.hidden_at().is_some();
        let (kind, entry, deleted_at, deleted_by, expires_at) = match trashed {
            TrashedEntry::Note(it) => of_content(TrashKind::Note, *it),
            TrashedEntry::Audio(it) => of_content(TrashKind::Audio, *it),
            TrashedEntry::AlbumNote(it) => of_content(TrashKind::AlbumNote, *it),
            TrashedEntry::File(it) => {
                return TrashEntry {
                    kind: TrashKind::File,
                    id: it.id.to_string(),
                    file_name: it.file.name().to_owned(),
                    size_bytes: it.file.size_bytes(),
                    title: it.title,
                    place: it.place,
                    deleted_at: it.deleted_at.to_string(),
                    deleted_by: names.of(&it.deleted_by),
                    expires_at: moment(it.expires_at),
                    withheld,
                };
            }
        };
        TrashEntry {
            kind,
            id: entry.id.to_string(),
            title: entry.title,
            place: entry.place,
            file_name: entry.file_name,
            size_bytes: entry.bytes,
            deleted_at: deleted_at.to_string(),
            deleted_by: names.of(&deleted_by),
            expires_at: moment(expires_at),
            withheld,
        }
    }
}

fn of_content<T: Content>(kind: TrashKind, it: Trashed<T>) -> (TrashKind, IndexEntry, Timestamp, UserId, i64) {
    (kind, IndexEntry::of(&it.content), it.deleted_at, it.deleted_by, it.expires_at)
}

impl ActivityEntry {
    pub(crate) fn of(entry: AuditEntry, names: &StudentsById) -> Self {
        let student = student_of(&entry);
        ActivityEntry {
            id: entry.id.to_string(),
            at: entry.at.to_string(),
            by: names.of(&entry.actor),
            key: entry.key,
            by_id: entry.actor.to_string(),
            action: entry.action,
            object: student.map_or(entry.object, |student| names.of(&student)),
            target: entry.target,
            before: entry.before,
            after: entry.after.or_else(|| counted(&entry.counts)),
        }
    }
}

/// Returns the student whose account an entry is about.
pub(crate) fn student_of(entry: &AuditEntry) -> Option<UserId> {
    if ActionKind::of(&entry.action) == Some(ActionKind::Student) { entry.target.parse().ok() } else { None }
}

/// Formats the counts of an import: '3 created, 1 updated'. Counts of zero are left out.
fn counted(counts: &BTreeMap<String, u32>) -> Option<String> {
    let part = |(name, count): (&String, &u32)| match count {
        0 => None,
        1 => Some(format!("1 {}", name.strip_suffix('s').unwrap_or(name))),
        count => Some(format!("{count} {name}")),
    };
    let parts: Vec<String> = counts.iter().filter_map(part).collect();
    let text = if parts.is_empty() { "no changes".to_owned() } else { parts.join(", ") };
    (!counts.is_empty()).then_some(text)
}

fn moment(epoch_secs: i64) -> String {
    Timestamp::from_epoch_secs(epoch_secs).map(|at| at.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn import_summary_omits_zero_counts() {
        let of = |counts: &[(&str, u32)]| counted(&counts.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("cards", 0)]).as_deref(), Some("no changes"));
        assert_eq!(of(&[("cards", 1)]).as_deref(), Some("1 card"));
        let courses = of(&[("created", 3), ("rejected", 0), ("updated", 1)]);
        assert_eq!(courses.as_deref(), Some("3 created, 1 updated"));
    }

    #[test]
    fn administrators_with_the_same_mailbox_name_are_shown_with_full_addresses() {
        let people = [
            json!({ "uid": "a", "email": "kim@north.example" }),
            json!({ "uid": "b", "email": "kim@south.example" }),
            json!({ "uid": "c", "email": "lee@north.example" }),
            json!({ "uid": "d", "email": "kim@west.example", "display_username": "Kim" }),
        ];
        let others = json!({
            "name": "K", "created_at": "2026-11-21T10:00:00Z", "updated_at": "2026-11-21T10:00:00Z",
            "shows_courses": true, "followers": 0, "following": 0, "saved_count": 0, "saved_edition": 0,
        });
        let people = people.into_iter().map(|mut person| {
            person.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
            let student: Student = serde_json::from_value(person).unwrap();
            (student.uid.clone(), student)
        });
        let names = StudentsById(people.collect());
        let shown = ["a", "b", "c", "d", "e"].map(|uid| names.of(&uid.parse().unwrap()));
        assert_eq!(shown, ["kim@north.example", "kim@south.example", "lee", "Kim", NOBODY]);
    }
}

//! The audit log of administrators' actions.

use store::audit::{self, AuditEntry};
use store::chapters::Chapter;
use store::content_index::IndexEntry;
use store::{Store, Timestamp};
use wasm_core::course::CourseCode;

use crate::http::auth::principal::Principal;
use crate::http::problem::Problem;

/// Adds an entry about an action of an administrator. `target` is the id or code of the item, `object` its name at the
/// time of the action. Called after the action and before the response, so that every successful action is in the log.
pub(crate) async fn record(
    store: &Store,
    caller: &Principal,
    action: &str,
    target: impl ToString,
    object: impl Into<String>,
    before: Option<String>,
    after: Option<String>,
) -> Result<(), Problem> {
    let entry = AuditEntry::new(caller.uid.clone(), action, target.to_string(), object, Timestamp::now());
    Ok(audit::append(store, &AuditEntry { key: caller.key_name().map(str::to_owned), before, after, ..entry }).await?)
}

/// Adds one request of an import to the log, like [`record`]. The `counts` of all requests of an import, which must
/// have the same names, add up in one entry.
pub(crate) async fn record_import<const N: usize>(
    store: &Store,
    caller: &Principal,
    action: &str,
    target: impl ToString,
    object: impl Into<String>,
    counts: [(&str, u32); N],
) -> Result<(), Problem> {
    let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    let entry = AuditEntry::new(caller.uid.clone(), action, target.to_string(), object, Timestamp::now());
    Ok(audit::append_import(store, &AuditEntry { key: caller.key_name().map(str::to_owned), counts, ..entry }).await?)
}

/// Returns the name of a published item in the log.
pub(crate) fn item_label(entry: &IndexEntry) -> String {
    audit::item_name(&entry.title, &entry.place)
}

/// Returns the name of a course in the log.
pub(crate) fn course_label(code: &CourseCode, title: &str) -> String {
    if title.is_empty() { code.to_string() } else { format!("{code}: {}", audit::shorten(title)) }
}

/// Returns the name of a chapter in the log.
pub(crate) fn chapter_label(chapter: &Chapter) -> String {
    format!("{}, chapter {} ‘{}’", chapter.course, chapter.number, chapter.title)
}

/// Returns the name of a study card in the log.
pub(crate) fn card_label(title: &str, chapter: &Chapter) -> String {
    audit::item_name(title, &format!("{}, chapter {}", chapter.course, chapter.number))
}

//! Wire types of notices of copyright.

use serde::{Deserialize, Serialize};
use store::notices;
use utoipa::{IntoParams, ToSchema};

use crate::console::content::wire::ContentKind;

/// Notice of copyright by a person without an account.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateNoticeRequest {
    #[serde(default)]
    #[schema(required = true, example = "Amara Okafor")]
    pub name: String,
    #[serde(default)]
    #[schema(required = true, example = "200 University Avenue West, Waterloo")]
    pub postal_address: String,
    #[serde(default)]
    #[schema(required = true, example = "amara@example.org")]
    pub email: String,
    /// Description of the work.
    #[serde(default)]
    #[schema(required = true, example = "Chapter 3 of my book ‘Pointers’.")]
    pub work: String,
    /// Addresses of the pages of notes and recordings, at most 20.
    #[serde(default)]
    #[schema(required = true, example = json!(["https://notes.example.org/note/01JD8Z5V7R8XQ4N2T6W0YB3C9E"]))]
    pub pages: Vec<String>,
    /// The sender believes in good faith that the use is not permitted by the owner, its agent or the law.
    #[serde(default)]
    #[schema(required = true, example = true)]
    pub is_in_good_faith: bool,
    /// The sender states under penalty of perjury that the notice is accurate and that the sender may act for the owner.
    #[serde(default)]
    #[schema(required = true, example = true)]
    pub is_accurate: bool,
    /// Full name as signature.
    #[serde(default)]
    #[schema(required = true, example = "Amara Okafor")]
    pub signature: String,
    /// Hidden field that people leave empty.
    #[serde(default)]
    #[schema(example = "")]
    pub website: String,
}

/// The address to which the link for confirmation was mailed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeCreated {
    #[schema(example = "amara@example.org")]
    pub email: String,
}

/// State of the form for notices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeForm {
    /// False if the site sends no mail, without which the sender cannot confirm the e-mail address.
    #[schema(example = true)]
    pub open: bool,
}

/// Code of the mailed link.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmNoticeRequest {
    #[serde(default)]
    #[schema(required = true, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub code: String,
}

/// Filter of the notices.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NoticesQuery {
    /// True lists the notices that are closed, false those that are not.
    #[serde(default)]
    pub closed: bool,
}

/// State of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoticeState {
    /// The notice waits for a decision.
    Open,
    /// The copies are being hidden. After an interruption, a further press or the nightly run completes it.
    Hiding,
    /// The copies are hidden.
    Hidden,
    /// The copies are hidden, and a counter notice will restore them.
    Countered,
    /// The copies stay hidden although there is a counter notice.
    Held,
    /// The copies are being restored.
    Restoring,
    /// The notice was dismissed or withdrawn.
    Dismissed,
    /// The term of a counter notice is over. Copies were restored as far as they still existed.
    Restored,
    /// The files stay removed.
    Removed,
}

/// Result for a hidden copy when its notice was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CopyResult {
    /// The copy is published again.
    Restored,
    /// The copy stays hidden because of another notice.
    Withheld,
    /// The copy or its course was deleted. The copy can be restored from the trash.
    Trashed,
    /// The copy had been deleted for good.
    Deleted,
}

/// An item that a notice names, or a copy of its file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeItem {
    pub kind: ContentKind,
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    #[schema(example = "Pointers and references")]
    pub title: String,
    /// Course code, shelf name or album name.
    #[schema(example = "CS246")]
    pub place: String,
    /// Display name of the uploader at the time of the upload.
    #[schema(example = "Note Ninja")]
    pub uploader_name: String,
    /// Result for a hidden copy of a closed notice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<CopyResult>,
}

/// Counter notice of an uploader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CounterNotice {
    #[schema(example = "Ben Lee")]
    pub name: String,
    /// Postal address and telephone number.
    #[schema(example = "200 University Avenue West, Waterloo, 519 555 0100")]
    pub postal_address: String,
    #[schema(example = "I wrote these notes myself.")]
    pub statement: String,
    #[schema(example = "Ben Lee")]
    pub signature: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub received_at: String,
    /// Time from which the copies are restored.
    #[schema(example = "2026-12-09T10:00:00Z")]
    pub restore_at: String,
}

/// A confirmed notice of copyright.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CopyrightNotice {
    #[schema(example = "01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub id: String,
    pub state: NoticeState,
    #[schema(example = "Amara Okafor")]
    pub name: String,
    #[schema(example = "200 University Avenue West, Waterloo")]
    pub postal_address: String,
    /// Confirmed e-mail address of the sender.
    #[schema(example = "amara@example.org")]
    pub email: String,
    #[schema(example = "Chapter 3 of my book ‘Pointers’.")]
    pub work: String,
    #[schema(example = "Amara Okafor")]
    pub signature: String,
    /// Items that the sender named.
    pub items: Vec<NoticeItem>,
    /// Items that were hidden because of the notice.
    pub copies: Vec<NoticeItem>,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub received_at: String,
    /// Time of the last decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub decided_at: Option<String>,
    /// Time from which the notice can be closed with the files removed; absent in a state that does not allow it, and
    /// until all uploaders have been told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2027-01-20T10:00:00Z")]
    pub closable_at: Option<String>,
    /// Recipients whose mails were rejected for good: names of uploaders, or the e-mail address of the sender.
    #[schema(example = json!(["Note Ninja"]))]
    pub rejected_mails: Vec<String>,
    /// Reason of the last decision; empty if it needs none.
    #[schema(example = "The sender may not act for the owner.")]
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<CounterNotice>,
}

/// Published items that have a file of a notice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeCopies {
    pub items: Vec<NoticeItem>,
    /// Named items whose file has been replaced since the notice was sent.
    pub replaced: Vec<NoticeItem>,
}

/// Request to hide the copies of a notice, with the password. Has no `Debug`, so that the password is never printed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HideCopiesRequest {
    /// True also hides the current files of the named items whose file has been replaced since the notice was sent.
    #[serde(default)]
    #[schema(example = false)]
    pub replaced: bool,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
}

/// Request to close a notice, with the password. Has no `Debug`, so that the password is never printed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseNoticeRequest {
    /// State in which the administrator has seen the notice.
    pub state: NoticeState,
    #[serde(default)]
    #[schema(required = true, example = "The sender may not act for the owner.")]
    pub reason: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
}

/// Counter notice to a notice whose copies are hidden.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CounterNoticeRequest {
    #[serde(default)]
    #[schema(required = true, example = "Ben Lee")]
    pub name: String,
    /// Postal address and telephone number.
    #[serde(default)]
    #[schema(required = true, example = "200 University Avenue West, Waterloo, 519 555 0100")]
    pub postal_address: String,
    /// Why the files were hidden by mistake.
    #[serde(default)]
    #[schema(required = true, example = "I wrote these notes myself.")]
    pub statement: String,
    /// The uploader believes in good faith, under penalty of perjury, that the files were hidden by mistake, and
    /// consents to the jurisdiction of the court and to being served by the sender of the notice.
    #[serde(default)]
    #[schema(required = true, example = true)]
    pub consents: bool,
    /// Full name as signature.
    #[serde(default)]
    #[schema(required = true, example = "Ben Lee")]
    pub signature: String,
}

/// Request to hold the copies of a notice with a counter notice, or to end the hold.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldNoticeRequest {
    #[schema(example = true)]
    pub held: bool,
    #[serde(default)]
    #[schema(required = true, example = "Case 26-1234 in the Northern District")]
    pub reason: String,
}

impl From<notices::NoticeState> for NoticeState {
    fn from(state: notices::NoticeState) -> Self {
        match state {
            // Unconfirmed notices are not listed.
            notices::NoticeState::Unconfirmed | notices::NoticeState::Open => NoticeState::Open,
            notices::NoticeState::Hiding => NoticeState::Hiding,
            notices::NoticeState::Hidden => NoticeState::Hidden,
            notices::NoticeState::Countered => NoticeState::Countered,
            notices::NoticeState::Held => NoticeState::Held,
            notices::NoticeState::Dismissing | notices::NoticeState::Restoring => NoticeState::Restoring,
            notices::NoticeState::Dismissed => NoticeState::Dismissed,
            notices::NoticeState::Restored => NoticeState::Restored,
            notices::NoticeState::Removed => NoticeState::Removed,
        }
    }
}

impl From<NoticeState> for notices::NoticeState {
    fn from(state: NoticeState) -> Self {
        match state {
            NoticeState::Open => notices::NoticeState::Open,
            NoticeState::Hiding => notices::NoticeState::Hiding,
            NoticeState::Hidden => notices::NoticeState::Hidden,
            NoticeState::Countered => notices::NoticeState::Countered,
            NoticeState::Held => notices::NoticeState::Held,
            NoticeState::Restoring => notices::NoticeState::Restoring,
            NoticeState::Dismissed => notices::NoticeState::Dismissed,
            NoticeState::Restored => notices::NoticeState::Restored,
            NoticeState::Removed => notices::NoticeState::Removed,
        }
    }
}

impl From<notices::CopyResult> for CopyResult {
    fn from(result: notices::CopyResult) -> Self {
        match result {
            notices::CopyResult::Restored => CopyResult::Restored,
            notices::CopyResult::Withheld => CopyResult::Withheld,
            notices::CopyResult::Trashed => CopyResult::Trashed,
            notices::CopyResult::Deleted => CopyResult::Deleted,
        }
    }
}

impl From<notices::HiddenCopy> for NoticeItem {
    fn from(copy: notices::HiddenCopy) -> Self {
        NoticeItem { result: copy.result.map(Into::into), ..copy.item.into() }
    }
}

impl From<notices::NoticeItem> for NoticeItem {
    fn from(item: notices::NoticeItem) -> Self {
        NoticeItem {
            kind: item.kind.into(),
            id: item.id.to_string(),
            title: item.title,
            place: item.place,
            uploader_name: item.uploader_name,
            result: None,
        }
    }
}

impl From<notices::CounterNotice> for CounterNotice {
    fn from(counter: notices::CounterNotice) -> Self {
        let notices::NewCounterNotice { name, postal_address, statement, signature } = counter.draft;
        CounterNotice {
            name,
            postal_address,
            statement,
            signature,
            received_at: counter.received_at.to_string(),
            restore_at: counter.restore_at.to_string(),
        }
    }
}

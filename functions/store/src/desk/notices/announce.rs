//! Announces decisions about notices: entries of the activity log, and mails.
//!
//! A decision is stored with its [`Announcement`]. The request of the decision sends and removes it; the nightly run
//! does so after an interruption. A lease lets one of them work at a time. Entries of the log are written once, because
//! their id follows from the announcement. A mail is sent twice only if the function dies between sending and noting it.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::mail::{self, Mail};
use aws::users;
use model::error::{Error, Result};
use model::ids::{AuditId, NoticeId, UserId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Decision, Notice, NoticeState, modify};
use crate::desk::audit::{self, AuditEntry, item_name};

/// Time in seconds in which only one request announces the decisions of a notice. Longer than the API may run.
const ANNOUNCING_SECS: u64 = 120;

/// A mail about a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Recipient {
    /// An uploader gets the list of hidden copies.
    Uploader(UserId),
    /// The sender of the notice gets the counter notice.
    Sender,
}

/// A decision that is not announced yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Announcement {
    /// Name of the operation in the activity log.
    action: String,
    by: UserId,
    at: Timestamp,
    /// Value after the change in the activity log.
    after: String,
    /// Mails that are not sent yet.
    mails: Vec<Recipient>,
    /// Scheme and host of the site.
    origin: String,
}

impl Announcement {
    /// The copies of a notice were hidden.
    pub(super) fn of_hiding(notice: &Notice, decision: Decision<'_>) -> Self {
        let uploaders: BTreeSet<&UserId> = notice.copies.iter().map(|copy| &copy.item.uploader).collect();
        let copies = notice.copies.len();
        let after = if copies == 1 { "1 copy hidden".to_owned() } else { format!("{copies} copies hidden") };
        let mails = uploaders.into_iter().cloned().map(Recipient::Uploader).collect();
        Self { mails, ..Self::of_action("hide_copies", after, decision) }
    }

    /// There is a counter notice.
    pub(super) fn of_counter(after: String, decision: Decision<'_>) -> Self {
        Self { mails: vec![Recipient::Sender], ..Self::of_action("counter_notice", after, decision) }
    }

    /// The notice was closed. Its fields say how and why.
    pub(super) fn of_closing(notice: &Notice, decision: Decision<'_>) -> Self {
        let action = match notice.state {
            NoticeState::Removed => "close_notice",
            NoticeState::Restored => "restore_copies",
            _ => "dismiss_notice",
        };
        let restored = if notice.state == NoticeState::Removed { None } else { notice.restored_text() };
        let after = match (notice.reason.as_str(), restored) {
            ("", restored) => restored.unwrap_or_default(),
            (reason, None) => reason.to_owned(),
            (reason, Some(restored)) => format!("{restored}: {reason}"),
        };
        Self::of_action(action, after, decision)
    }

    /// A decision without mails.
    pub(super) fn of_action(action: &str, after: String, Decision { by, origin, now }: Decision<'_>) -> Self {
        let (action, origin) = (action.to_owned(), origin.to_owned());
        Self { action, by: by.clone(), at: now, after, mails: Vec::new(), origin }
    }

    fn is_same(&self, other: &Self) -> bool {
        (&self.action, self.at) == (&other.action, other.at)
    }

    /// Returns an entry of the activity log.
    fn entry(&self, action: &str, id: AuditId, target: String, object: String, after: String) -> AuditEntry {
        let after = Some(after).filter(|after| !after.is_empty());
        AuditEntry { id, after, ..AuditEntry::new(self.by.clone(), action, target, object, self.at) }
    }

    /// Returns the entries of the activity log. Their ids are the same each time.
    fn entries(&self, notice: &Notice) -> Vec<AuditEntry> {
        let mut entries = Vec::new();
        if self.action == "hide_copies" {
            for item in notice.copies.iter().map(|copy| &copy.item) {
                let name = item_name(&item.title, &item.place);
                let uploaded = format!("Uploaded by {}", item.uploader_name);
                let id = AuditId::of_subject(item.id.ulid(), self.at);
                entries.push(self.entry("withhold_item", id, item.id.to_string(), name, uploaded));
            }
        }
        let id = AuditId::of_subject(notice.id.ulid(), self.at);
        entries.push(self.entry(&self.action, id, notice.id.to_string(), notice.label(), self.after.clone()));
        entries
    }
}

/// Announces the decisions of a notice that are not announced yet, unless another request is doing so. Cost: 1 read; with
/// something to announce 3 writes, 1 write per entry of the activity log, and 1 request to SES and 1 write per mail.
///
/// # Errors
/// `NotFound(Notice)`; `Unavailable` if a mail cannot be sent now. The nightly run then repeats it.
pub async fn announce(store: &Store, id: NoticeId, now: Timestamp) -> Result<()> {
    let leased = modify(store, id, |notice| {
        let is_free = notice.announcing_until.is_none_or(|until| until <= now);
        let is_due = is_free && !notice.announcements.is_empty();
        if is_due {
            notice.announcing_until = Some(now.plus_secs(ANNOUNCING_SECS));
        }
        Ok(is_due)
    });
    let (notice, is_leased) = leased.await?;
    if !is_leased {
        return Ok(());
    }
    let told = tell_all(store, &notice).await;
    let freed = modify(store, id, |notice| Ok(notice.announcing_until.take().is_some())).await;
    told.and(freed.map(drop))
}

async fn tell_all(store: &Store, notice: &Notice) -> Result<()> {
    for announcement in &notice.announcements {
        for entry in announcement.entries(notice) {
            audit::append(store, &entry).await?;
        }
        for recipient in &announcement.mails {
            send(store, notice, announcement, recipient).await?;
            let noted = modify(store, notice.id, |notice| {
                let told = notice.announcements.iter_mut().find(|other| other.is_same(announcement));
                let Some(told) = told else { return Ok(false) };
                told.mails.retain(|other| other != recipient);
                Ok(true)
            });
            noted.await?;
        }
        let removed = modify(store, notice.id, |notice| {
            let before = notice.announcements.len();
            notice.announcements.retain(|other| !other.is_same(announcement));
            Ok(notice.announcements.len() < before)
        });
        removed.await?;
    }
    Ok(())
}

/// Sends a mail. One that can never be sent is only logged: the activity log names the copies too.
async fn send(store: &Store, notice: &Notice, announcement: &Announcement, recipient: &Recipient) -> Result<()> {
    if !mail::can_send(store) {
        return Ok(());
    }
    let (to, subject, text) = match recipient {
        Recipient::Sender => {
            let Some(text) = sender_text(notice, &announcement.origin) else { return Ok(()) };
            (notice.draft.email.clone(), "Counter notice to your notice of copyright", text)
        }
        Recipient::Uploader(uploader) => match address_of(store, uploader).await? {
            Some(to) => (to, "Files that you uploaded were hidden", uploader_text(notice, uploader, announcement)),
            // The account may have been deleted since the upload.
            None => return Ok(()),
        },
    };
    match mail::send(store, Mail { to: &to, subject, text: &text }).await {
        Err(Error::Broken(error)) => {
            tracing::warn!(notice = %notice.id, %error, subject, "a mail about a notice could not be sent");
            Ok(())
        }
        sent => sent,
    }
}

async fn address_of(store: &Store, user: &UserId) -> Result<Option<String>> {
    match users::find_by_id(store, user).await {
        Ok(user) => Ok(user.map(|user| user.email)),
        Err(error) => Err(Error::Unavailable(Box::new(error))),
    }
}

fn uploader_text(notice: &Notice, uploader: &UserId, announcement: &Announcement) -> String {
    let copies = notice.copies.iter().map(|copy| &copy.item).filter(|copy| copy.uploader == *uploader);
    let titles: Vec<String> = copies.map(|copy| format!("- {}", item_name(&copy.title, &copy.place))).collect();
    format!(
        "An administrator has hidden these files, which you uploaded to Note Ninja, because of a notice of copyright:\n\n\
         {}\n\nIf this is a mistake, answer with a counter notice in the console:\n\n{}/admin/copyright\n",
        titles.join("\n"),
        announcement.origin
    )
}

fn sender_text(notice: &Notice, origin: &str) -> Option<String> {
    let counter = notice.counter.as_ref()?;
    let draft = &counter.draft;
    Some(format!(
        "The uploader has answered your notice of copyright on Note Ninja with this counter notice:\n\n\
         {}\n{}\n\n{}\n\nSigned: {}\n\n\
         We restore the files on {} or soon after, unless you tell us before that day that you have asked a court for an \
         order. Write to the address on the page {origin}/contact.\n",
        draft.name,
        draft.postal_address,
        draft.statement,
        draft.signature,
        counter.restore_at.day(),
    ))
}

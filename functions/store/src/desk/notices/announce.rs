//! Announces decisions about notices: entries of the activity log, and mails.
//!
//! A decision is stored with its [`Announcement`]. The request of the decision sends and removes it; the nightly run
//! does so after an interruption. Entries of the log are written once, because their id follows from the announcement. A
//! mail is sent twice only if the function dies between sending and noting it.

use std::collections::BTreeSet;

use aws::client::Store;
use aws::mail::{self, Mail};
use aws::users;
use model::error::{Conflict, Error, Result};
use model::ids::{AuditId, NoticeId, UserId};
use model::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use wasm_core::limits::COUNTER_NOTICE_WAIT_DAYS;

use super::{Notice, NoticeState, lease, modify};
use crate::desk::audit::{self, AuditEntry, item_name};

/// The recipient of a mail about a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Recipient {
    /// An uploader gets the list of hidden copies.
    Uploader(UserId),
    /// The sender of the notice gets the counter notice.
    Sender,
}

/// Result of delivering a mail.
enum Delivery {
    /// The mail was sent, or its recipient no longer exists.
    Done,
    /// SES has rejected the mail for good.
    Rejected,
    /// The site sends no mails now.
    Waiting,
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
}

/// Name of the operation that hides copies.
const HIDE: &str = "hide_copies";

impl Announcement {
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
        if self.action == HIDE {
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

impl Notice {
    /// Adds the announcement of the last decision.
    pub(super) fn announce(&mut self, action: &str, after: String, mails: Vec<Recipient>) {
        if let (Some(by), Some(at)) = (self.decided_by.clone(), self.decided_at) {
            self.announcements.push(Announcement { action: action.to_owned(), by, at, after, mails });
        }
    }

    pub(super) fn announce_hiding(&mut self) {
        let uploaders: BTreeSet<UserId> = self.copies.iter().map(|copy| copy.item.uploader.clone()).collect();
        let copies = self.copies.len();
        let after = if copies == 1 { "1 copy hidden".to_owned() } else { format!("{copies} copies hidden") };
        self.announce(HIDE, after, uploaders.into_iter().map(Recipient::Uploader).collect());
    }

    pub(super) fn announce_closing(&mut self) {
        let (action, restored) = match self.state {
            NoticeState::Removed => ("close_notice", None),
            NoticeState::Restored => ("restore_copies", self.restored_text()),
            _ => ("dismiss_notice", self.restored_text()),
        };
        let after = match (self.reason.as_str(), restored) {
            ("", restored) => restored.unwrap_or_default(),
            (reason, None) => reason.to_owned(),
            (reason, Some(restored)) => format!("{restored}: {reason}"),
        };
        self.announce(action, after, Vec::new());
    }

    /// Returns whose mails were rejected for good: names of uploaders, or the e-mail address of the sender. An
    /// administrator must tell them in another way.
    #[must_use]
    pub fn rejected_mails(&self) -> Vec<&str> {
        let name = |recipient: &Recipient| match recipient {
            Recipient::Sender => Some(self.draft.email.as_str()),
            Recipient::Uploader(uploader) => {
                let copy = self.copies.iter().find(|copy| copy.item.uploader == *uploader);
                copy.map(|copy| copy.item.uploader_name.as_str())
            }
        };
        // The names are empty after the retention of personal data.
        self.rejected.iter().filter_map(name).filter(|name| !name.is_empty()).collect()
    }
}

/// Announces the decisions of a notice that are not announced yet, unless another request works on the notice. Cost: 1
/// read; with something to announce 3 writes, 1 write per entry of the activity log, and 1 request to SES and 1 write per
/// mail.
///
/// # Errors
/// `NotFound(Notice)`; `Unavailable` if a mail cannot be sent now. The nightly run then repeats it.
pub async fn announce(store: &Store, id: NoticeId, now: Timestamp) -> Result<()> {
    announce_within(store, id, now, lease::REQUEST_SECS).await
}

/// Like [`announce`], with a lease of this duration in seconds.
pub(super) async fn announce_within(store: &Store, id: NoticeId, now: Timestamp, secs: u64) -> Result<()> {
    let leased = lease::acquire(store, id, now, secs, |notice| {
        if notice.announcements.is_empty() { Err(Error::Conflict(Conflict::NoticeDecided)) } else { Ok(()) }
    });
    let leased = match leased.await {
        // Everything is announced, or will be by another request or in the night.
        Err(Error::Conflict(_)) => return Ok(()),
        leased => leased?,
    };
    let told = tell_all(store, &leased, now).await;
    lease::release(store, &leased, told, |_, ()| {}).await.map(drop)
}

async fn tell_all(store: &Store, notice: &Notice, now: Timestamp) -> Result<()> {
    let mut failed = None;
    for announcement in &notice.announcements {
        for entry in announcement.entries(notice) {
            audit::append(store, &entry).await?;
        }
        for recipient in &announcement.mails {
            // A mail that fails must not keep the others from being sent.
            match deliver(store, notice, recipient).await {
                Ok(Delivery::Done) => note_mail(store, notice.id, announcement, recipient, false).await?,
                Ok(Delivery::Rejected) => note_mail(store, notice.id, announcement, recipient, true).await?,
                Ok(Delivery::Waiting) => {}
                Err(error) => failed = Some(error),
            }
        }
        let told = modify(store, notice.id, |notice| {
            let before = notice.announcements.len();
            notice.announcements.retain(|other| !other.is_same(announcement) || !other.mails.is_empty());
            let is_told = notice.announcements.len() < before;
            if is_told && announcement.action == HIDE {
                notice.told_at = Some(now);
            }
            Ok(is_told)
        });
        told.await?;
    }
    failed.map_or(Ok(()), Err)
}

/// Notes that a mail was sent or rejected.
async fn note_mail(
    store: &Store,
    id: NoticeId,
    announcement: &Announcement,
    recipient: &Recipient,
    is_rejected: bool,
) -> Result<()> {
    let noted = modify(store, id, |notice| {
        let told = notice.announcements.iter_mut().find(|other| other.is_same(announcement));
        let Some(told) = told else { return Ok(false) };
        told.mails.retain(|other| other != recipient);
        if is_rejected {
            notice.rejected.push(recipient.clone());
        }
        Ok(true)
    });
    noted.await.map(drop)
}

async fn deliver(store: &Store, notice: &Notice, recipient: &Recipient) -> Result<Delivery> {
    if !mail::can_send(store) {
        return Ok(Delivery::Waiting);
    }
    let (to, subject, text) = match recipient {
        Recipient::Sender => {
            let Some(text) = sender_text(notice) else { return Ok(Delivery::Done) };
            (notice.draft.email.clone(), "Counter notice to your notice of copyright", text)
        }
        Recipient::Uploader(uploader) => match address_of(store, uploader).await? {
            Some(to) => (to, "Files that you uploaded were hidden", uploader_text(notice, uploader)),
            // The account may have been deleted since the upload.
            None => return Ok(Delivery::Done),
        },
    };
    match mail::send(store, Mail { to: &to, subject, text: &text }).await {
        Ok(()) => Ok(Delivery::Done),
        Err(Error::Broken(error)) => {
            tracing::warn!(notice = %notice.id, %error, subject, "a mail about a notice was rejected");
            Ok(Delivery::Rejected)
        }
        Err(error) => Err(error),
    }
}

async fn address_of(store: &Store, user: &UserId) -> Result<Option<String>> {
    match users::find_by_id(store, user).await {
        Ok(user) => Ok(user.map(|user| user.email)),
        Err(error) => Err(Error::Unavailable(Box::new(error))),
    }
}

fn uploader_text(notice: &Notice, uploader: &UserId) -> String {
    let copies = notice.copies.iter().map(|copy| &copy.item).filter(|copy| copy.uploader == *uploader);
    let titles: Vec<String> = copies.map(|copy| format!("- {}", item_name(&copy.title, &copy.place))).collect();
    format!(
        "An administrator has hidden these files, which you uploaded to Note Ninja, because of a notice of copyright:\n\n\
         {}\n\nIf this is a mistake, answer within {COUNTER_NOTICE_WAIT_DAYS} days with a counter notice in the console:\n\n\
         {}/admin/copyright\n\nWithout an answer, the files stay removed.\n",
        titles.join("\n"),
        notice.origin
    )
}

fn sender_text(notice: &Notice) -> Option<String> {
    let counter = notice.counter.as_ref()?;
    let draft = &counter.draft;
    Some(format!(
        "The uploader has answered your notice of copyright on Note Ninja with this counter notice:\n\n\
         {}\n{}\n\n{}\n\nSigned: {}\n\n\
         We restore the files on {} or soon after, unless you tell us before that day that you have asked a court for an \
         order. Write to the address on the page {}/contact.\n",
        draft.name,
        draft.postal_address,
        draft.statement,
        draft.signature,
        counter.restore_at.day(),
        notice.origin,
    ))
}

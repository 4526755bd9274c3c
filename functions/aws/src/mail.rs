//! Mails that our server sends itself, through SES. The user pool sends the mails about accounts.

use aws_sdk_sesv2::error::SdkError;
use aws_sdk_sesv2::types::{Body, Content, Destination, EmailContent, Message};

use crate::client::Store;
use model::error::{Error, Result};

/// A mail of plain text.
#[derive(Debug, Clone, Copy)]
pub struct Mail<'a> {
    /// Address of the recipient.
    pub to: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// Text with line breaks.
    pub text: &'a str,
}

/// Returns true if the deployment has a sender address, without which it sends no mail.
#[must_use]
pub fn can_send(store: &Store) -> bool {
    store.settings().mail_from.is_some()
}

/// Sends a mail. Cost: 1 request to SES.
///
/// # Errors
/// `Broken` without a sender address, or if SES rejects this mail for good; `Unavailable` if it can be sent later.
pub async fn send(store: &Store, mail: Mail<'_>) -> Result<()> {
    let sender = store.settings().mail_from.as_deref().ok_or_else(|| Error::broken("there is no sender address"))?;
    let message = Message::builder()
        .subject(content(mail.subject)?)
        .body(Body::builder().text(content(mail.text)?).build())
        .build();
    let request = store
        .ses()
        .send_email()
        .from_email_address(sender)
        .destination(Destination::builder().to_addresses(mail.to).build())
        .content(EmailContent::builder().simple(message).build());
    match request.send().await {
        Ok(_) => Ok(()),
        // All other errors concern the account or the moment: a paused account, a domain that is not verified, a limit.
        Err(SdkError::ServiceError(refusal))
            if refusal.err().is_message_rejected() || refusal.err().is_bad_request_exception() =>
        {
            Err(Error::Broken(refusal.into_err().into()))
        }
        Err(error) => Err(Error::Unavailable(error.into())),
    }
}

fn content(text: &str) -> Result<Content> {
    Content::builder().data(text).charset("UTF-8").build().map_err(|error| Error::Broken(error.into()))
}

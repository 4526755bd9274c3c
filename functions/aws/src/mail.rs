//! Mails that our server sends itself, through SES. The user pool sends the mails about accounts.

use aws_sdk_sesv2::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_sesv2::operation::send_email::SendEmailError;
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
        // All other errors concern the account or the moment: a paused account, a limit.
        Err(SdkError::ServiceError(refusal)) if is_final(refusal.err()) => {
            Err(Error::Broken(refusal.into_err().into()))
        }
        Err(error) => Err(Error::Unavailable(error.into())),
    }
}

/// Returns true if SES rejects this mail for good. It also rejects all mails while the sender address is not verified.
fn is_final(error: &SendEmailError) -> bool {
    let concerns_account = error.message().is_some_and(|message| message.contains("not verified"));
    (error.is_message_rejected() || error.is_bad_request_exception()) && !concerns_account
}

fn content(text: &str) -> Result<Content> {
    Content::builder().data(text).charset("UTF-8").build().map_err(|error| Error::Broken(error.into()))
}

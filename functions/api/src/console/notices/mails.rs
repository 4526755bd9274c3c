//! Mails about notices of copyright. The mail to an unconfirmed address contains no text from the form, so that nobody
//! can send messages to others through it.

use std::collections::BTreeSet;

use store::audit::item_name;
use store::mail::{self, Mail};
use store::notices::Notice;
use store::{UserId, users};
use wasm_core::limits::NOTICE_CONFIRM_HOURS;

use crate::http::problem::Problem;
use crate::state::ApiState;

/// Mails the link that confirms the address of the sender.
pub(super) async fn ask_to_confirm(state: &ApiState, notice: &Notice, code: &str) -> Result<(), Problem> {
    let link = format!("{}/copyright/confirm?id={}&code={code}", state.app_origin(), notice.id);
    let text = format!(
        "Someone entered this address in the form for notices of copyright on Note Ninja.\n\n\
         If it was you, open this page and confirm your notice within {NOTICE_CONFIRM_HOURS} hours:\n\n{link}\n\n\
         Otherwise ignore this mail. Nobody reads the notice then, and it is deleted.\n"
    );
    let subject = "Confirm your notice of copyright";
    Ok(mail::send(state.store(), Mail { to: &notice.draft.email, subject, text: &text }).await?)
}

/// Tells the uploaders of the hidden copies. A mail that cannot be sent is only logged: the activity log of the console
/// names the copies too.
pub(super) async fn tell_uploaders(state: &ApiState, notice: &Notice) {
    let uploaders: BTreeSet<&UserId> = notice.copies.iter().map(|copy| &copy.uploader).collect();
    for uploader in uploaders {
        let copies = notice.copies.iter().filter(|copy| copy.uploader == *uploader);
        let titles: Vec<String> = copies.map(|copy| format!("- {}", item_name(&copy.title, &copy.place))).collect();
        let text = format!(
            "An administrator has hidden these files, which you uploaded to Note Ninja, because of a notice of copyright:\n\n\
             {}\n\nIf this is a mistake, answer with a counter notice in the console:\n\n{}/admin/copyright\n",
            titles.join("\n"),
            state.app_origin()
        );
        match users::get(state.store(), uploader).await {
            Ok(user) => send_or_log(state, &user.email, "Files that you uploaded were hidden", &text).await,
            // The account may have been deleted since the upload.
            Err(error) => tracing::warn!(notice = %notice.id, %error, "an uploader could not be told"),
        }
    }
}

/// Tells the sender of a notice about the counter notice, with the term after which the copies are restored.
pub(super) async fn tell_sender(state: &ApiState, notice: &Notice) {
    let Some(counter) = &notice.counter else { return };
    let draft = &counter.draft;
    let text = format!(
        "The uploader has answered your notice of copyright on Note Ninja with this counter notice:\n\n\
         {}\n{}\n\n{}\n\nSigned: {}\n\n\
         We restore the files on {} or soon after, unless you tell us before that day that you have asked a court for an \
         order. Write to the address on the page {}/contact.\n",
        draft.name,
        draft.postal_address,
        draft.statement,
        draft.signature,
        counter.restore_at.day(),
        state.app_origin()
    );
    send_or_log(state, &notice.draft.email, "Counter notice to your notice of copyright", &text).await;
}

async fn send_or_log(state: &ApiState, to: &str, subject: &str, text: &str) {
    if !mail::can_send(state.store()) {
        return;
    }
    if let Err(error) = mail::send(state.store(), Mail { to, subject, text }).await {
        tracing::warn!(%error, subject, "a mail about a notice of copyright could not be sent");
    }
}

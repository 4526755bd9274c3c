//! The mail to the sender of a notice. It contains no text from the form, so that nobody can send messages to others
//! through it. `store::notices` sends the mails about decisions.

use store::mail::{self, Mail};
use store::notices::Notice;
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

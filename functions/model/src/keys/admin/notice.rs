use crate::ids::NoticeId;
use crate::keys::key::{Key, Range, gsi1};

/// One notice of copyright.
#[must_use]
pub fn primary(notice: NoticeId) -> Key {
    Key { pk: format!("NOTICE#{notice}"), sk: "SELF".into() }
}

/// Index entry that lists a confirmed notice by the time at which it was sent.
#[must_use]
pub fn index_key(is_closed: bool, notice: NoticeId) -> Key {
    Key { pk: group(is_closed).into(), sk: notice.to_string() }
}

/// The confirmed notices that are closed, or those that are open.
#[must_use]
pub fn listed(is_closed: bool) -> Range {
    gsi1(group(is_closed).into(), "")
}

fn group(is_closed: bool) -> &'static str {
    if is_closed { "NOTICES#closed" } else { "NOTICES#open" }
}

//! Pictures that a page showed when its user replaced or removed them.

use std::fmt::Display;

use aws::expression::{Condition, attribute, exists};
use serde::{Deserialize, Serialize};

/// The picture that a caller saw on an item: its id or key as stored, empty for none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeenPicture(String);

impl SeenPicture {
    /// Creates the value for an item that shows this picture, or none.
    #[must_use]
    pub fn new(shown: Option<impl Display>) -> Self {
        Self(shown.map(|shown| shown.to_string()).unwrap_or_default())
    }
}

/// Returns true if `new` may replace the picture `shown`: it is the seen one, or `new` itself after a repeated check.
/// Without `seen`, any picture may be replaced.
pub(crate) fn may_replace(seen: Option<&SeenPicture>, shown: Option<impl Display>, new: impl Display) -> bool {
    let shown = SeenPicture::new(shown);
    seen.is_none_or(|seen| *seen == shown) || shown == SeenPicture::new(Some(new))
}

/// Returns true if the image `shown` may be removed: there is none, or it is the one that the caller saw. Without
/// `seen`, any image may be removed.
pub(crate) fn may_remove(seen: Option<&SeenPicture>, shown: Option<impl Display>) -> bool {
    let shown = SeenPicture::new(shown);
    shown.0.is_empty() || seen.is_none_or(|seen| *seen == shown)
}

/// Returns the condition that the item exists and [`may_replace`] holds for the picture in `field`.
pub(crate) fn is_replaceable(seen: Option<&SeenPicture>, field: &'static str, new: impl Serialize) -> Condition {
    let Some(SeenPicture(seen)) = seen else { return exists() };
    let is_seen = attribute(field).eq_option(Some(seen).filter(|seen| !seen.is_empty()));
    exists().and(is_seen.or(attribute(field).is(new)))
}

/// Returns the condition that the item exists and [`may_remove`] holds for the picture in `field`.
pub(crate) fn is_removable(seen: Option<&SeenPicture>, field: &'static str) -> Condition {
    let Some(SeenPicture(seen)) = seen else { return exists() };
    exists().and(attribute(field).eq_or_absent(seen))
}

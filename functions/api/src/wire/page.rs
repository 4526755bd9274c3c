//! Lists come in pages.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One page of a list, at most 100 items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// Where the next page begins; absent on the last one. Opaque: send it back as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "q83vEjRWeJCrze8")]
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Turns a page of stored things into a page of answers.
    pub(crate) fn of<S>(items: impl IntoIterator<Item = S>, next_cursor: Option<String>, item: impl FnMut(S) -> T) -> Self {
        Page { items: items.into_iter().map(item).collect(), next_cursor }
    }
}

/// Where to go on reading a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The `nextCursor` of the page before; leave it out for the first page.
    pub cursor: Option<String>,
}

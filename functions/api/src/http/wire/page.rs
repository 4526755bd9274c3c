//! Pagination of lists.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One page of a list, at most 100 items unless the operation says otherwise.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// Opaque cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "q83vEjRWeJCrze8")]
    pub next_cursor: Option<String>,
}

/// Maximum number of items in a page.
pub(crate) const PAGE_ITEMS: u32 = 100;
const _: () = assert!(PAGE_ITEMS as usize == wasm_core::limits::PAGE_MAX_ITEMS);

impl<S, T: From<S>> From<store::Page<S>> for Page<T> {
    fn from(page: store::Page<S>) -> Self {
        Page {
            items: page.items.into_iter().map(T::from).collect(),
            next_cursor: page.next.map(|next| next.to_string()),
        }
    }
}

/// Cursor of a list request.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// `nextCursor` of the previous page. Leave it out for the first page.
    pub cursor: Option<String>,
}

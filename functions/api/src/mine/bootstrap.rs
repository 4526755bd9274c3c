//! Bootstrap request of a page load.

pub mod wire;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::{ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};
use store::{likes, positions, saved_notes};

use crate::http::auth::principal::Principal;
use crate::http::problem::Problem;
use crate::http::wire::page::{PAGE_ITEMS, Page};
use crate::mine::bootstrap::wire::{Bootstrap, BootstrapETag};
use crate::people::me::profile_with_merges;
use crate::people::me::wire::Me;
use crate::state::ApiState;

/// Returns the caller's profile, likes, saved notes and resume positions. With the `ETag` of an earlier response, the
/// status is `304` if nothing has changed. My Notes are the most expensive part and are left out if only they are
/// unchanged.
#[utoipa::path(
    get,
    path = "/api/me/start",
    tag = "me",
    params(("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier response", example = "\"1.12.9f86d081884c7d65\"")),
    responses((status = 200, description = "Done", body = Bootstrap), (status = 304, description = "Nothing has changed")),
)]
pub(crate) async fn get_bootstrap(
    State(state): State<ApiState>,
    caller: Principal,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let store = state.store();
    let known = headers.get(IF_NONE_MATCH).and_then(|tag| BootstrapETag::parse(tag.to_str().ok()?));
    let me = profile_with_merges(store, &caller).await?;
    // Read the edition before the notes. If the notes change in between, the ETag has the older edition, which only
    // causes another request; the newer one would hide the change.
    let edition = me.student.saved_edition;
    let likes = likes::list_after_merges(store, &caller.uid).await?;
    let positions = positions::list(store, &caller.uid, None, PAGE_ITEMS).await?;
    let start = Bootstrap {
        me: Me::new(me, caller.is_admin, state.second_factor_required()),
        likes: likes.into(),
        positions: Page::from(positions),
        notes: None,
    };
    let tag = BootstrapETag::of(&start, edition).map_err(Problem::internal)?;
    let headers = [(ETAG, tag.header())];
    if known.as_ref() == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let notes = if known.is_some_and(|known| known.notes == edition) {
        None
    } else {
        Some(Page::from(saved_notes::list(store, &caller.uid, None, PAGE_ITEMS).await?))
    };
    Ok((headers, Json(Bootstrap { notes, ..start })).into_response())
}

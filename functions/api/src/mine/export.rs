//! Export of the caller's data.

pub mod wire;

use axum::Json;
use axum::extract::State;
use store::Store;
use store::export;

use crate::http::auth::principal::Principal;
use crate::http::extract::CursorParam;
use crate::http::problem::Problem;
use crate::mine::export::wire::Export;

/// Returns one page of the caller's stored data, at most about 1 MB.
#[utoipa::path(
    get,
    path = "/api/me/export",
    tag = "account",
    responses((status = 200, description = "Done", body = Export)),
)]
pub(crate) async fn export_me(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Export>, Problem> {
    Ok(Json(export::page(&store, &caller.uid, cursor.as_ref()).await?.into()))
}

/// Returns one page of the caller's reports, newest first. Reports have an export of their own because they are not
/// stored with the caller's other data.
#[utoipa::path(
    get,
    path = "/api/me/export/reports",
    tag = "account",
    responses((status = 200, description = "Done", body = Export)),
)]
pub(crate) async fn export_my_reports(
    State(store): State<Store>,
    caller: Principal,
    CursorParam(cursor): CursorParam,
) -> Result<Json<Export>, Problem> {
    Ok(Json(export::reports_page(&store, &caller.uid, cursor.as_ref()).await?.into()))
}

//! Health check.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// The API is up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
}

/// Reports that the API responds. Does not check other services.
#[utoipa::path(
    get,
    path = "/api/health",
    tag = "health",
    responses((status = 200, description = "Done", body = Health)),
)]
pub(crate) async fn get_health() -> Json<Health> {
    Json(Health { status: "ok" })
}

//! Page metrics reported by browsers.

pub mod wire;

use axum::extract::State;
use http::StatusCode;
use store::Timestamp;
use wasm_core::limits::BEACON_BATCH_MAX;

use crate::http::beacon::wire::BeaconRequest;
use crate::http::client::ClientAddress;
use crate::http::extract::Json as Body;
use crate::http::problem::Problem;
use crate::metrics::{self, Metric, PageMetric};
use crate::state::ApiState;

/// Records measurements of the page. The reporter is not identified.
#[utoipa::path(
    post,
    path = "/api/beacon",
    tag = "health",
    request_body = BeaconRequest,
    responses((status = 204, description = "Done")),
)]
pub(crate) async fn send_beacon(
    State(state): State<ApiState>,
    client: ClientAddress,
    Body(BeaconRequest { metrics, pages }): Body<BeaconRequest>,
) -> Result<StatusCode, Problem> {
    state.check_rate_limit(&state.rate_limits().beacon, client).await?;
    if metrics.len() + pages.len() > BEACON_BATCH_MAX {
        let message = format!("Send at most {BEACON_BATCH_MAX} measurements at a time.");
        return Err(Problem::field("metrics", "too_many", message));
    }
    let now = Timestamp::now();
    let known = metrics.into_iter().filter_map(|each| Some((Metric::named(&each.name)?, each.value_ms)));
    metrics::log(&known.collect::<Vec<_>>(), now);
    let known = pages
        .iter()
        .filter_map(|each| Some((metrics::known_route(&each.route), PageMetric::named(&each.name)?, each.value)));
    metrics::log_page_metrics(&known.collect::<Vec<_>>(), now);
    Ok(StatusCode::NO_CONTENT)
}

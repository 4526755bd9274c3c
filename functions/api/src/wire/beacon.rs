//! Measurements from the page, without anybody's name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the page measured.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BeaconRequest {
    /// At most 20.
    #[schema(required = true)]
    pub metrics: Vec<Measurement>,
}

/// One measurement.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Measurement {
    /// `slow_load`, `slow_start` or `skipped`; others are left out of account.
    #[schema(required = true, example = "slow_load")]
    pub name: String,
    #[schema(required = true, example = 2_450.0)]
    pub value_ms: f64,
}

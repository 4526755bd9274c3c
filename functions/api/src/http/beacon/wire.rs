//! Anonymous measurements of the page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Measurements of a page.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeaconRequest {
    /// At most 20, together with `pages`.
    #[serde(default)]
    pub metrics: Vec<Measurement>,
    /// Pages shown, with their timings.
    #[serde(default)]
    pub pages: Vec<PageMeasurement>,
}

/// One measurement.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Measurement {
    /// `slow_load`, `slow_start` or `skipped`. Other values are ignored.
    #[schema(required = true, example = "slow_load")]
    pub name: String,
    #[schema(required = true, example = 2_450.0)]
    pub value_ms: f64,
}

/// One measurement of a page.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageMeasurement {
    /// Route pattern of the page, never its URL. An unknown pattern counts as `other`.
    #[schema(required = true, example = "/guide/:guideId/notes")]
    pub route: String,
    /// `view`, `lcp`, `inp`, `cls` or `ttfb`. Other values are ignored.
    #[schema(required = true, example = "lcp")]
    pub name: String,
    /// Value in milliseconds. For `cls` the score, for `view` 1.
    #[schema(required = true, example = 1_240.0)]
    pub value: f64,
}

//! What the page measured, as one line of the log in CloudWatch's embedded metric format: CloudWatch makes metrics of
//! such lines by itself, so nothing has to be sent and no agent has to run.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use store::Timestamp;

/// Events of this target are lines of the log as they are, without anything around them.
pub const TARGET: &str = "metrics";

/// Under which name CloudWatch keeps the metrics.
const NAMESPACE: &str = "NoteNinja/Page";

/// A page that was asleep for longer than this measured its sleep.
const LONGEST_MS: f64 = 600_000.0;

/// What a page may measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Metric {
    /// A recording took longer than `SLOW_LOAD_MS` to be ready.
    SlowLoad,
    /// A press on play took longer than `SLOW_PLAY_MS` to be heard.
    SlowStart,
    /// A recording could not be played and was skipped, after trying for so long.
    Skipped,
}

impl Metric {
    /// The measurement of this name, if a page may make it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::SlowLoad, Self::SlowStart, Self::Skipped].into_iter().find(|metric| metric.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::SlowLoad => "slow_load",
            Self::SlowStart => "slow_start",
            Self::Skipped => "skipped",
        }
    }
}

/// Writes one line, unless nothing was measured.
pub(crate) fn log(measured: &[(Metric, f64)], now: Timestamp) {
    if !measured.is_empty() {
        tracing::info!(target: TARGET, "{}", line(measured, now));
    }
}

/// The line: each metric with all of its values.
fn line(measured: &[(Metric, f64)], now: Timestamp) -> Value {
    let mut values: BTreeMap<Metric, Vec<f64>> = BTreeMap::new();
    for (metric, value_ms) in measured {
        values.entry(*metric).or_default().push(value_ms.clamp(0.0, LONGEST_MS).round());
    }
    let units: Vec<Value> =
        values.keys().map(|metric| json!({ "Name": metric.name(), "Unit": "Milliseconds" })).collect();
    let mut line = Map::new();
    let directive = json!({ "Namespace": NAMESPACE, "Dimensions": [[]], "Metrics": units });
    line.insert("_aws".into(), json!({ "Timestamp": now.epoch_millis(), "CloudWatchMetrics": [directive] }));
    line.extend(values.into_iter().map(|(metric, values)| (metric.name().to_owned(), json!(values))));
    Value::Object(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s9_c_6_a_line_names_each_metric_once_with_all_of_its_values() {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let measured =
            [(Metric::SlowStart, 612.4), (Metric::SlowLoad, 2450.0), (Metric::SlowLoad, 9e9), (Metric::SlowLoad, -1.0)];
        let expected = json!({
            "_aws": {
                "Timestamp": 1_790_000_000_000_u64,
                "CloudWatchMetrics": [{
                    "Namespace": "NoteNinja/Page",
                    "Dimensions": [[]],
                    "Metrics": [
                        { "Name": "slow_load", "Unit": "Milliseconds" },
                        { "Name": "slow_start", "Unit": "Milliseconds" },
                    ],
                }],
            },
            "slow_load": [2450.0, 600_000.0, 0.0],
            "slow_start": [612.0],
        });
        assert_eq!(line(&measured, now), expected);
    }

    #[test]
    fn only_what_a_page_may_measure_has_a_name() {
        assert_eq!(Metric::named("slow_load"), Some(Metric::SlowLoad));
        for name in ["", "Slow_Load", "_aws", "anything"] {
            assert_eq!(Metric::named(name), None, "{name}");
        }
    }
}

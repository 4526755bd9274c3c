//! Page measurements in CloudWatch's embedded metric format. CloudWatch extracts metrics from such log lines, so no
//! request and no agent is needed.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use store::Timestamp;

use crate::pages::PAGE_ROUTES;

/// Target of log events that are written as they are, without timestamp, level or other fields.
pub const TARGET: &str = "metrics";

/// Namespace of the metrics in CloudWatch.
const NAMESPACE: &str = "NoteNinja/Page";

/// Maximum value in milliseconds; longer ones are capped. They occur if the page was suspended while it measured.
const LONGEST_MS: f64 = 600_000.0;

/// Metrics that a page may report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Metric {
    /// A recording took longer than `SLOW_LOAD_MS` to be ready.
    SlowLoad,
    /// Playback started more than `SLOW_PLAY_MS` after the student pressed play.
    SlowStart,
    /// A recording could not be played and was skipped. The value is the time spent trying.
    Skipped,
}

impl Metric {
    /// Returns the metric with this name, or `None` if pages may not report it.
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

/// Metrics of a page view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PageMetric {
    /// One page view.
    View,
    /// Largest contentful paint, in milliseconds.
    Lcp,
    /// Interaction to next paint, in milliseconds.
    Inp,
    /// Cumulative layout shift; a score without a unit.
    Cls,
    /// Time to first byte, in milliseconds.
    Ttfb,
}

impl PageMetric {
    /// Returns the metric with this name, or `None` if pages may not report it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::View, Self::Lcp, Self::Inp, Self::Cls, Self::Ttfb].into_iter().find(|metric| metric.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Lcp => "lcp",
            Self::Inp => "inp",
            Self::Cls => "cls",
            Self::Ttfb => "ttfb",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::View => "Count",
            Self::Cls => "None",
            Self::Lcp | Self::Inp | Self::Ttfb => "Milliseconds",
        }
    }

    /// Returns the value to store. A view counts as one, whatever the page reports.
    fn kept(self, value: f64) -> f64 {
        match self {
            Self::View => 1.0,
            // All scores above 1 count as equally bad. Three decimal places are enough for a dashboard.
            Self::Cls => (value.clamp(0.0, 1.0) * 1000.0).round() / 1000.0,
            Self::Lcp | Self::Inp | Self::Ttfb => value.clamp(0.0, LONGEST_MS).round(),
        }
    }
}

/// Returns the route pattern if it is known, else `other`. A real path is never logged because it may contain a
/// username.
pub(crate) fn known_route(route: &str) -> &'static str {
    PAGE_ROUTES.iter().copied().find(|known| *known == route).unwrap_or("other")
}

/// Writes one log line for each route. The route is a field of the line and not a dimension, because CloudWatch bills
/// every value of a dimension as a separate metric.
pub(crate) fn log_page_metrics(measured: &[(&'static str, PageMetric, f64)], now: Timestamp) {
    for line in page_lines(measured, now) {
        tracing::info!(target: TARGET, "{line}");
    }
}

fn page_lines(measured: &[(&'static str, PageMetric, f64)], now: Timestamp) -> Vec<Value> {
    let mut routes: BTreeMap<&str, BTreeMap<PageMetric, Vec<f64>>> = BTreeMap::new();
    for (route, metric, value) in measured {
        let values = routes.entry(route).or_default().entry(*metric).or_default();
        match values.first_mut() {
            // Sum the views into one number: a log query can add numbers by route, but cannot add up lists.
            Some(views) if *metric == PageMetric::View => *views += 1.0,
            _ => values.push(metric.kept(*value)),
        }
    }
    let one = |(route, values): (&str, BTreeMap<PageMetric, Vec<f64>>)| {
        let named = values.into_iter().map(|(metric, values)| (metric.name(), metric.unit(), values)).collect();
        let mut line = embedded(named, now);
        line.insert("route".into(), json!(route));
        Value::Object(line)
    };
    routes.into_iter().map(one).collect()
}

/// Writes one log line, unless `measured` is empty.
pub(crate) fn log(measured: &[(Metric, f64)], now: Timestamp) {
    if !measured.is_empty() {
        tracing::info!(target: TARGET, "{}", line(measured, now));
    }
}

/// Returns the log line: each metric with all of its values.
fn line(measured: &[(Metric, f64)], now: Timestamp) -> Value {
    let mut values: BTreeMap<Metric, Vec<f64>> = BTreeMap::new();
    for (metric, value_ms) in measured {
        values.entry(*metric).or_default().push(value_ms.clamp(0.0, LONGEST_MS).round());
    }
    let named = values.into_iter().map(|(metric, values)| (metric.name(), "Milliseconds", values)).collect();
    Value::Object(embedded(named, now))
}

/// Returns metrics with their units and values, and the directive that makes CloudWatch extract them.
fn embedded(measured: Vec<(&'static str, &'static str, Vec<f64>)>, now: Timestamp) -> Map<String, Value> {
    let units: Vec<Value> = measured.iter().map(|(name, unit, _)| json!({ "Name": name, "Unit": unit })).collect();
    let directive = json!({ "Namespace": NAMESPACE, "Dimensions": [[]], "Metrics": units });
    let mut line = Map::new();
    line.insert("_aws".into(), json!({ "Timestamp": now.epoch_millis(), "CloudWatchMetrics": [directive] }));
    line.extend(measured.into_iter().map(|(name, _, values)| (name.to_owned(), json!(values))));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s9_c_4_a_log_line_lists_each_metric_once_with_all_its_values() {
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
    fn unknown_playback_metrics_are_rejected() {
        assert_eq!(Metric::named("slow_load"), Some(Metric::SlowLoad));
        for name in ["", "Slow_Load", "_aws", "anything"] {
            assert_eq!(Metric::named(name), None, "{name}");
        }
    }

    #[test]
    fn s7_ext_1_page_views_are_counted_by_route_pattern_and_never_by_address() {
        let now = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
        let notes = known_route("/guide/:guideId/notes");
        let measured = [
            (notes, PageMetric::View, 77.0),
            (notes, PageMetric::View, 1.0),
            (notes, PageMetric::Lcp, 1240.4),
            (notes, PageMetric::Lcp, 980.0),
            (known_route("/u/amara"), PageMetric::Cls, 0.123_456),
            (known_route("/u/amara"), PageMetric::View, 1.0),
        ];
        let lines = page_lines(&measured, now);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["route"], "/guide/:guideId/notes");
        assert_eq!((&lines[0]["view"], &lines[0]["lcp"]), (&json!([2.0]), &json!([1240.0, 980.0])));
        let units = &lines[0]["_aws"]["CloudWatchMetrics"][0]["Metrics"];
        assert_eq!(units, &json!([{ "Name": "view", "Unit": "Count" }, { "Name": "lcp", "Unit": "Milliseconds" }]));
        assert_eq!((&lines[1]["route"], &lines[1]["cls"]), (&json!("other"), &json!([0.123])));
        assert!(!lines[1].to_string().contains("amara"));
        assert_eq!(lines[1]["_aws"]["CloudWatchMetrics"][0]["Dimensions"], json!([[]]));
    }

    #[test]
    fn unknown_page_metrics_are_rejected() {
        assert_eq!(PageMetric::named("inp"), Some(PageMetric::Inp));
        for name in ["", "LCP", "route", "_aws"] {
            assert_eq!(PageMetric::named(name), None, "{name}");
        }
        assert_eq!(known_route("/u/:username"), "/u/:username");
        for route in ["", "/u/amara", "/browse?q=cancer", "other"] {
            assert_eq!(known_route(route), "other", "{route}");
        }
    }
}

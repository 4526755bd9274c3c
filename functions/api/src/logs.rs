//! Log output of the function: one line of JSON per event; metrics are written as they are.

use std::fmt;

use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer as _, fmt as layers};

use crate::metrics;

/// Returns a subscriber that writes events accepted by `filter`, and all metrics.
pub fn subscriber<W>(filter: Targets, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'w> MakeWriter<'w> + Clone + Send + Sync + 'static,
{
    let measurements = layers::layer()
        .event_format(AsItIs)
        .with_ansi(false)
        .with_writer(writer.clone())
        .with_filter(filter_fn(|event| event.target() == metrics::TARGET));
    let lines = layers::layer()
        .json()
        .with_target(false)
        .without_time()
        .with_writer(writer)
        .with_filter(filter)
        .with_filter(filter_fn(|event| event.target() != metrics::TARGET));
    tracing_subscriber::registry().with(measurements).with(lines)
}

/// Formats an event as its message only, because CloudWatch extracts metrics only from lines without other text.
struct AsItIs;

impl<S, N> FormatEvent<S, N> for AsItIs
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        context.format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::Value;
    use store::Timestamp;

    use super::*;
    use crate::metrics::Metric;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn h32_metrics_are_logged_as_plain_json_lines_at_every_log_level() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = subscriber("warn".parse().unwrap(), move || writer.clone());
        tracing::subscriber::with_default(subscriber, || {
            metrics::log(&[(Metric::SlowLoad, 2450.0)], Timestamp::now());
            metrics::log(&[], Timestamp::now());
            tracing::info!("not worth a line");
            tracing::warn!(status = 503, "a \"quoted\" line");
        });
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert_eq!(lines[0]["slow_load"], serde_json::json!([2450.0]));
        assert!(lines[0]["_aws"]["Timestamp"].is_u64(), "{text}");
        assert_eq!(lines[0].as_object().unwrap().len(), 2, "nothing stands beside them: {text}");
        assert_eq!(lines[1]["fields"]["status"], 503);
    }
}

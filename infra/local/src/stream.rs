//! The table's stream: delivers records to each background function in order, in batches and at least once. The
//! positions are stored on disk.

use std::path::PathBuf;
use std::time::Duration;

use aws_lambda_events::event::dynamodb::Event;
use dynoxide::actions::describe_stream::DescribeStreamRequest;
use dynoxide::actions::get_records::GetRecordsRequest;
use dynoxide::actions::get_shard_iterator::GetShardIteratorRequest;
use dynoxide::actions::list_streams::ListStreamsRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::LocalError;
use crate::events::{Handler, MAX_ATTEMPTS, pause_after};
use crate::state::{read_json, write_json};
use crate::table::{TABLE, Table};

/// Maximum number of records per call, as in template.yaml.
const BATCH: usize = 1_000;
/// Polling interval of an idle stream.
const POLL: Duration = Duration::from_millis(150);

/// Calls the function. Returns the sequence numbers of failed records, or the reason why all failed.
pub(crate) type RecordHandler = Handler<Event, Vec<String>>;

#[derive(Debug, Default, Serialize, Deserialize)]
struct Position {
    /// Sequence number of the last handled record.
    after: Option<String>,
}

/// Follows the stream of the table for one function.
pub(crate) struct StreamConsumer {
    /// Name of the function.
    pub(crate) name: &'static str,
    pub(crate) table: Table,
    /// File with the position.
    pub(crate) path: PathBuf,
    /// Folder for records that cannot be handled.
    pub(crate) failed: PathBuf,
    /// Position files of the other followers. A record is deleted when all have handled it.
    pub(crate) others: Vec<PathBuf>,
    /// Time to collect further records, so that a burst becomes one call.
    pub(crate) window: Duration,
}

/// A record in the format of Lambda, with its sequence number.
struct Record {
    number: String,
    json: Value,
}

impl StreamConsumer {
    /// Delivers records until the server stops.
    pub(crate) async fn run(self, deliver: RecordHandler) {
        let mut attempts = 0;
        loop {
            match self.step(&deliver, attempts).await {
                Ok(Step::Idle) => {
                    attempts = 0;
                    tokio::time::sleep(POLL).await;
                }
                Ok(Step::Moved) => attempts = 0,
                Err(reason) => {
                    attempts += 1;
                    let pause = pause_after(attempts);
                    tracing::warn!(attempts, "{} failed, trying again in {pause:?}: {reason}", self.name);
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    async fn step(&self, deliver: &RecordHandler, attempts: u32) -> Result<Step, String> {
        let position: Position = read_json(&self.path).map_err(|e| e.to_string())?.unwrap_or_default();
        if self.read(position.after.clone(), 1).await?.is_empty() {
            return Ok(Step::Idle);
        }
        tokio::time::sleep(self.window).await;
        let records = self.read(position.after.clone(), BATCH).await?;
        let (Some(first), Some(last)) = (records.first(), records.last()) else { return Ok(Step::Idle) };
        let event: Event =
            serde_json::from_value(json!({"Records": records.iter().map(|r| &r.json).collect::<Vec<_>>()}))
                .map_err(|e| format!("the records are not a stream event: {e}"))?;
        let failed = match deliver(event).await {
            Ok(failed) => failed,
            Err(reason) if attempts + 1 < MAX_ATTEMPTS => return Err(reason),
            Err(reason) => {
                tracing::error!("{} failed {} times: {reason}", self.name, attempts + 1);
                vec![first.number.clone()]
            }
        };
        // Like Lambda, continue from the first failed record; the ones before it are done.
        let Some(at) = records.iter().position(|r| failed.contains(&r.number)) else {
            self.advance(&last.number)?;
            return Ok(Step::Moved);
        };
        if at > 0 {
            self.advance(&records[at - 1].number)?;
            return Ok(Step::Moved);
        }
        if attempts + 1 < MAX_ATTEMPTS {
            return Err(format!("record {} was refused", first.number));
        }
        let aside = self.failed.join(format!("stream-{}.json", first.number));
        write_json(&aside, &first.json).map_err(|e| e.to_string())?;
        tracing::error!("the stream goes on without one record, which is now {}", aside.display());
        self.advance(&first.number)?;
        Ok(Step::Moved)
    }

    fn advance(&self, number: &str) -> Result<(), String> {
        write_json(&self.path, &Position { after: Some(number.to_owned()) }).map_err(|e| e.to_string())?;
        let mut handled = number.to_owned();
        for other in &self.others {
            let position: Position = read_json(other).map_err(|e| e.to_string())?.unwrap_or_default();
            // A follower without a position needs all records.
            let Some(after) = position.after else { return Ok(()) };
            // All numbers have the same length, so text order is numeric order.
            handled = handled.min(after);
        }
        self.table.trim_stream(&handled).map_err(|e| e.to_string())
    }

    async fn read(&self, after: Option<String>, limit: usize) -> Result<Vec<Record>, String> {
        let db = self.table.db.clone();
        tokio::task::spawn_blocking(move || read(&db, after, limit))
            .await
            .map_err(|e| e.to_string())?
            .map_err(|e| e.to_string())
    }

    /// Removes expired items periodically. The stream names the service as the author of the deletion.
    pub(crate) async fn sweep(table: Table, every: Duration) {
        loop {
            tokio::time::sleep(every).await;
            let db = table.db.clone();
            match tokio::task::spawn_blocking(move || db.sweep_ttl()).await {
                Ok(Ok(removed)) if removed > 0 => tracing::info!(removed, "expired items removed"),
                Ok(Ok(_)) => {}
                Ok(Err(e)) => tracing::warn!("expired items could not be removed: {e}"),
                Err(e) => tracing::warn!("expired items could not be removed: {e}"),
            }
        }
    }
}

enum Step {
    /// There were no new records.
    Idle,
    /// The position has advanced.
    Moved,
}

fn read(db: &dynoxide::Database, after: Option<String>, limit: usize) -> Result<Vec<Record>, LocalError> {
    let failed = |e: &dyn std::fmt::Display| LocalError::Setup(format!("The local stream could not be read: {e}"));
    let streams = db
        .list_streams(ListStreamsRequest { table_name: Some(TABLE.to_owned()), ..ListStreamsRequest::default() })
        .map_err(|e| failed(&e))?;
    let stream_arn =
        streams.streams.into_iter().next().map(|s| s.stream_arn).ok_or_else(|| failed(&"it is missing"))?;
    let described = db
        .describe_stream(DescribeStreamRequest { stream_arn: stream_arn.clone(), ..DescribeStreamRequest::default() })
        .map_err(|e| failed(&e))?;
    let Some(shard) = described.stream_description.shards.into_iter().next() else { return Ok(Vec::new()) };
    let kind = if after.is_some() { "AFTER_SEQUENCE_NUMBER" } else { "TRIM_HORIZON" };
    let iterator = db
        .get_shard_iterator(GetShardIteratorRequest {
            stream_arn: stream_arn.clone(),
            shard_id: shard.shard_id,
            shard_iterator_type: kind.to_owned(),
            sequence_number: after,
        })
        .map_err(|e| failed(&e))?;
    let answer = db
        .get_records(GetRecordsRequest {
            shard_iterator: iterator.shard_iterator.unwrap_or_default(),
            limit: Some(limit),
        })
        .map_err(|e| failed(&e))?;
    answer
        .records
        .into_iter()
        .map(|record| {
            let number = record.dynamodb.sequence_number.clone();
            let mut json = serde_json::to_value(&record).map_err(|e| failed(&e))?;
            json["eventSourceARN"] = json!(stream_arn);
            json["awsRegion"] = json!(crate::REGION);
            Ok(Record { number, json })
        })
        .collect()
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;

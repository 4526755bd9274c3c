//! The table: dynoxide on one SQLite file, behind the DynamoDB protocol on a loopback port.

use std::sync::{Arc, Mutex, PoisonError};

use dynoxide::Database;
use dynoxide::actions::{create_table::CreateTableRequest, update_time_to_live::UpdateTimeToLiveRequest};
use rusqlite::Connection;
use serde_json::json;

use crate::LocalError;
use crate::state::Layout;

/// The name of the one table.
pub(crate) const TABLE: &str = "note-ninja";

/// The open table and a second connection for what dynoxide has no call for.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) db: Database,
    upkeep: Arc<Mutex<Connection>>,
}

fn failed(what: &str, e: &dyn std::fmt::Display) -> LocalError {
    let text = e.to_string();
    if text.contains("database or disk is full") {
        return LocalError::DiskFull("the local table".into());
    }
    LocalError::Setup(format!("The local table could not be {what}: {text}"))
}

impl Table {
    /// Opens the file, makes the table on the first start and tunes SQLite.
    pub(crate) fn open(layout: &Layout) -> Result<Table, LocalError> {
        let path = layout.table();
        let db = Database::new(&path.to_string_lossy()).map_err(|e| failed("opened", &e))?;
        if !exists(&db) {
            create(&db)?;
        }
        // The journal is a write-ahead log. This sets `synchronous = NORMAL`: every answered write survives the end of
        // the process, however sudden; only a power cut may take the last ones. A sync per write made imports crawl.
        db.disable_bulk_loading().map_err(|e| failed("tuned", &e))?;
        let upkeep = Connection::open(&path).map_err(|e| failed("opened", &e))?;
        upkeep
            .execute_batch(
                // Without an index dynoxide reads every record of the stream for each write and each poll.
                "PRAGMA synchronous = NORMAL;
                 CREATE INDEX IF NOT EXISTS local_stream_order
                     ON _stream_records (table_name, CAST(sequence_number AS INTEGER));",
            )
            .map_err(|e| failed("tuned", &e))?;
        Ok(Table { db, upkeep: Arc::new(Mutex::new(upkeep)) })
    }

    /// Forgets stream records up to and including this public sequence number. They have been handled.
    pub(crate) fn trim_stream(&self, sequence_number: &str) -> Result<(), LocalError> {
        /// dynoxide shows a stored number plus this, so that it has the 21 digits of a real one.
        const OFFSET: u128 = 100_000_000_000_000_000_000;
        let stored = sequence_number
            .parse::<u128>()
            .ok()
            .and_then(|n| n.checked_sub(OFFSET))
            .and_then(|n| i64::try_from(n).ok())
            .ok_or_else(|| LocalError::Setup(format!("{sequence_number} is no sequence number of the stream.")))?;
        self.upkeep
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .execute(
                "DELETE FROM _stream_records WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) <= ?2",
                rusqlite::params![TABLE, stored],
            )
            .map(|_| ())
            .map_err(|e| failed("trimmed", &e))
    }
}

fn exists(db: &Database) -> bool {
    db.get_table_metadata(TABLE).ok().flatten().is_some()
}

/// The same schema as in template.yaml: one index, a stream with both images, expiry by `expires_at`.
fn create(db: &Database) -> Result<(), LocalError> {
    let request = json!({
        "TableName": TABLE,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
            {"AttributeName": "gsi1pk", "AttributeType": "S"},
            {"AttributeName": "gsi1sk", "AttributeType": "S"},
        ],
        "KeySchema": [
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "gsi1",
            "KeySchema": [
                {"AttributeName": "gsi1pk", "KeyType": "HASH"},
                {"AttributeName": "gsi1sk", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }],
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    });
    let request: CreateTableRequest = serde_json::from_value(request).map_err(|e| failed("made", &e))?;
    db.create_table(request).map_err(|e| failed("made", &e))?;
    let expiry = json!({
        "TableName": TABLE,
        "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": true},
    });
    let expiry: UpdateTimeToLiveRequest = serde_json::from_value(expiry).map_err(|e| failed("made", &e))?;
    db.update_time_to_live(expiry).map_err(|e| failed("made", &e))?;
    Ok(())
}

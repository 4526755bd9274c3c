//! The table: dynoxide on one SQLite file, behind the DynamoDB protocol on a loopback port.

use std::sync::{Arc, Mutex, PoisonError};

use dynoxide::Database;
use rusqlite::Connection;

use crate::LocalError;
use crate::state::DataPaths;

pub(crate) const TABLE: &str = "note-ninja";

/// The open table, and a second connection for operations that dynoxide lacks.
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
    /// Opens the file and configures SQLite.
    pub(crate) fn open(layout: &DataPaths) -> Result<Table, LocalError> {
        let path = layout.table();
        let db = Database::new(&path.to_string_lossy()).map_err(|e| failed("opened", &e))?;
        // The journal is a write-ahead log. This call sets `synchronous = NORMAL`: an answered write survives any end
        // of the process, and only a power failure may lose the last ones. Syncing every write made imports very slow.
        db.disable_bulk_loading().map_err(|e| failed("tuned", &e))?;
        let upkeep = Connection::open(&path).map_err(|e| failed("opened", &e))?;
        upkeep
            .execute_batch(
                // Without this index, dynoxide reads every record of the stream for each write and each poll.
                "PRAGMA synchronous = NORMAL;
                 CREATE INDEX IF NOT EXISTS local_stream_order
                     ON _stream_records (table_name, CAST(sequence_number AS INTEGER));",
            )
            .map_err(|e| failed("tuned", &e))?;
        Ok(Table { db, upkeep: Arc::new(Mutex::new(upkeep)) })
    }

    /// Returns true if the table exists.
    pub(crate) fn exists(&self) -> bool {
        self.db.get_table_metadata(TABLE).ok().flatten().is_some()
    }

    /// Deletes handled stream records up to and including this public sequence number.
    pub(crate) fn trim_stream(&self, sequence_number: &str) -> Result<(), LocalError> {
        /// dynoxide adds this offset to a stored number, so that it has 21 digits like a real one.
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

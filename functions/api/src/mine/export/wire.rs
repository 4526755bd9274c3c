//! Wire types of the data export.

use serde::Serialize;
use serde_json::Value;
use store::export;
use utoipa::ToSchema;

/// One record of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedRecord {
    /// Part of the exported file that contains the record: a name in `lists`, or the name of a part with a single
    /// record.
    #[schema(example = "savedNotes")]
    pub kind: &'static str,
    /// Fields of the record. They depend on its kind.
    #[schema(value_type = std::collections::HashMap<String, Value>, example = json!({"noteId": "01JD8Z5V7R8XQ4N2T6W0YB3C9E", "title": "Week 3"}))]
    pub data: Value,
}

impl From<export::ExportedRecord> for ExportedRecord {
    fn from(export::ExportedRecord { kind, data }: export::ExportedRecord) -> Self {
        ExportedRecord { kind: kind.name(), data }
    }
}

/// One page of the caller's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    pub items: Vec<ExportedRecord>,
    /// Kinds of records that the exported file has as lists, even if empty. Of any other kind there is at most one
    /// record.
    #[schema(example = json!(["savedNotes", "likes"]))]
    pub lists: Vec<&'static str>,
    /// Opaque cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "q83vEjRWeJCrze8")]
    pub next_cursor: Option<String>,
}

impl From<store::Page<export::ExportedRecord>> for Export {
    fn from(page: store::Page<export::ExportedRecord>) -> Self {
        Export {
            items: page.items.into_iter().map(ExportedRecord::from).collect(),
            lists: export::list_names().collect(),
            next_cursor: page.next.map(|next| next.to_string()),
        }
    }
}

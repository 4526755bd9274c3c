//! What is kept about somebody, to take along.

use serde::Serialize;
use serde_json::Value;
use store::export;
use utoipa::ToSchema;

/// One thing that is kept about the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Belonging {
    /// Which list of the file it goes to.
    #[schema(example = "savedNotes")]
    pub kind: String,
    /// What there is to say about it: another object for each kind.
    #[schema(value_type = std::collections::HashMap<String, Value>, example = json!({"noteId": "01JD8Z5V7R8XQ4N2T6W0YB3C9E", "title": "Week 3"}))]
    pub data: Value,
}

impl From<export::Belonging> for Belonging {
    fn from(export::Belonging { kind, data }: export::Belonging) -> Self {
        Belonging { kind: kind.to_owned(), data }
    }
}

//! Passages from which students made cards.

use model::ids::NoteId;
use serde::{Deserialize, Serialize};

/// Passage of a note. It is found again by its text, because the file of the note may be replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Note id; the note may be deleted.
    pub note: NoteId,
    /// Page number in the file that the student read, from 1.
    pub page: u32,
    /// Text of the passage. If it continues on the next page, only the part on the first page.
    pub quote: String,
    /// Text before the quote, possibly empty. It tells equal passages apart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// Text after the quote, possibly empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

//! The columns of the two sides of a card.

use crate::forms::csv::Record;

/// Returns the positions of front and back if this line names the columns.
pub(super) fn columns(record: &Record) -> Option<(usize, usize)> {
    const NAMES: [(&str, &str); 4] =
        [("front", "back"), ("question", "answer"), ("term", "definition"), ("title", "content")];
    let names: Vec<String> =
        (0..record.fields.len()).map(|at| record.text(at).unwrap_or_default().trim().to_ascii_lowercase()).collect();
    let find = |wanted: &str| names.iter().position(|name| name == wanted);
    NAMES.iter().find_map(|(front, back)| Some((find(front)?, find(back)?)))
}

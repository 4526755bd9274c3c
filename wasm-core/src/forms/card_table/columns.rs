//! The rows of a text, and the columns of the two sides of a card.

use crate::forms::csv::{Record, Records};

/// Returns the rows that are not blank, with columns separated by `sign`. The outer bars and the rule of a Markdown table
/// are removed.
pub(super) fn rows(text: &[u8], sign: u8, first_line: u32) -> impl Iterator<Item = Record> {
    let has_bars = sign == b'|';
    Records::new(text, sign, true)
        .starting_at(first_line)
        .map(move |row| if has_bars { without_outer_bars(row) } else { row })
        .filter(|row| !row.is_blank())
        .enumerate()
        .filter(move |(at, row)| !(has_bars && *at == 1 && is_rule(row)))
        .map(|(_, row)| row)
}

/// Removes the bars around a row of a Markdown table, `| front | back |`.
fn without_outer_bars(mut row: Record) -> Record {
    let is_blank = |field: Option<&Vec<u8>>| field.is_some_and(|field| field.trim_ascii().is_empty());
    if row.fields.len() > 3 && is_blank(row.fields.first()) && is_blank(row.fields.last()) {
        row.fields.pop();
        row.fields.remove(0);
    }
    row
}

/// Returns true for the line below the names of a Markdown table, `|---|:-:|`.
fn is_rule(row: &Record) -> bool {
    let is_dashes = |field: &Vec<u8>| {
        let dashes = field.trim_ascii();
        let dashes = dashes.strip_prefix(b":").unwrap_or(dashes);
        let dashes = dashes.strip_suffix(b":").unwrap_or(dashes);
        !dashes.is_empty() && dashes.iter().all(|byte| *byte == b'-')
    };
    row.fields.len() > 1 && row.fields.iter().all(is_dashes)
}

/// Returns the number of columns up to the last one with text.
pub(super) fn width(row: &Record) -> usize {
    row.fields.iter().rposition(|field| !field.trim_ascii().is_empty()).map_or(0, |last| last + 1)
}

/// Returns the positions of front and back if this line names the columns.
pub(super) fn columns(record: &Record) -> Option<(usize, usize)> {
    const NAMES: [(&str, &str); 4] =
        [("front", "back"), ("question", "answer"), ("term", "definition"), ("title", "content")];
    let names: Vec<String> = (0..record.fields.len()).map(|at| record.text(at).trim().to_ascii_lowercase()).collect();
    let find = |wanted: &str| names.iter().position(|name| name == wanted);
    NAMES.iter().find_map(|(front, back)| Some((find(front)?, find(back)?)))
}

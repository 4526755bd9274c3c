//! Writes the format described in the parent module.

use super::checksum::crc32;
use super::format::{HAS_ACTIVITY, HAS_DESCRIPTION, HAS_LIKES, HAS_NOTES, HEADER_BYTES, MAGIC};
use super::{CourseRecord, FORMAT_VERSION};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;

/// The catalogue as a file.
///
/// The same courses give the same bytes in whatever order they come, so that the file's name, which is made of its hash,
/// changes only when something did. Of two records with one code the first is kept, and a longer description is cut.
#[must_use]
pub fn encode(records: &[CourseRecord]) -> Vec<u8> {
    let mut sorted: Vec<&CourseRecord> = records.iter().collect();
    sorted.sort_by_key(|record| record.code);
    sorted.dedup_by_key(|record| record.code);

    let mut body = Vec::with_capacity(16 + sorted.len() * 48);
    varint(&mut body, sorted.len() as u64);
    let mut previous = "";
    for record in sorted {
        course(&mut body, record, previous);
        previous = record.code.as_str();
    }

    let mut file = Vec::with_capacity(HEADER_BYTES + body.len());
    file.extend_from_slice(&MAGIC);
    file.push(FORMAT_VERSION);
    file.extend_from_slice(&crc32(&body).to_le_bytes());
    file.extend_from_slice(&body);
    file
}

fn course(body: &mut Vec<u8>, record: &CourseRecord, previous: &str) {
    let code = record.code.as_str();
    let shared = code.bytes().zip(previous.bytes()).take_while(|(a, b)| a == b).count();
    byte_length(body, shared);
    byte_length(body, code.len() - shared);
    body.extend_from_slice(&code.as_bytes()[shared..]);

    let description = first_chars(&record.description, CATALOGUE_DESCRIPTION_MAX_CHARS);
    let has = |present: bool, flag: u8| if present { flag } else { 0 };
    body.push(
        has(!description.is_empty(), HAS_DESCRIPTION)
            | has(record.likes > 0, HAS_LIKES)
            | has(record.notes > 0, HAS_NOTES)
            | has(record.activity > 0, HAS_ACTIVITY),
    );
    text(body, &record.title);
    if !description.is_empty() {
        text(body, description);
    }
    if record.likes > 0 {
        varint(body, u64::from(record.likes));
    }
    if record.notes > 0 {
        varint(body, u64::from(record.notes));
    }
    if record.activity > 0 {
        body.extend_from_slice(&record.activity.to_le_bytes());
    }
}

fn text(body: &mut Vec<u8>, text: &str) {
    varint(body, text.len() as u64);
    body.extend_from_slice(text.as_bytes());
}

fn varint(body: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        body.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    body.push(value.to_le_bytes()[0]);
}

/// A length that fits one byte because codes are short.
fn byte_length(body: &mut Vec<u8>, length: usize) {
    body.push(length.to_le_bytes()[0]);
}

fn first_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}

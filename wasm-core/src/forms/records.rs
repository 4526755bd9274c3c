//! Tables as text: CSV, and the same with semicolons or tabs.

use serde::Serialize;

/// More columns than this are counted and not kept: no table of ours has so many.
const FIELDS_MAX: usize = 64;

/// A line that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BadRow {
    /// Where it begins in the file, from 1.
    pub line: u32,
    /// A sentence.
    pub reason: String,
}

/// The bytes without their byte order mark.
///
/// # Errors
/// A sentence, when they are text in UTF-16.
pub(super) fn utf8(bytes: &[u8]) -> Result<&[u8], String> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err("This file is not text in UTF-8. Save it as 'CSV UTF-8' and choose it again.".into());
    }
    Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

/// How many bytes a text takes in JSON, at most, without its quotation marks.
pub(super) fn json_bytes(text: &str) -> usize {
    let escaped: usize =
        text.bytes().map(|byte| if byte < b' ' { 5 } else { usize::from(matches!(byte, b'"' | b'\\')) }).sum();
    text.len() + escaped
}

/// A line as it stands in the file.
pub(super) struct Record {
    /// Where it begins, from 1.
    pub(super) line: u32,
    /// Its fields, at most [`FIELDS_MAX`].
    pub(super) fields: Vec<Vec<u8>>,
    is_open: bool,
}

impl Record {
    /// Whether there is nothing in it.
    pub(super) fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.trim_ascii().is_empty())
    }

    /// Whether it ends where its writer meant it to.
    ///
    /// # Errors
    /// A sentence, when a quotation mark is open.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.is_open {
            return Err("A quotation mark in this line is never closed, so all after it belongs to this line.".into());
        }
        Ok(())
    }

    /// One field, empty where the line is shorter.
    ///
    /// # Errors
    /// A sentence, when it is not UTF-8.
    pub(super) fn text(&self, at: usize) -> Result<String, String> {
        let bytes = self.fields.get(at).cloned().unwrap_or_default();
        String::from_utf8(bytes).map_err(|_| "This line is not text in UTF-8.".to_owned())
    }
}

/// Reads records one after the other. Where they may, fields stand in quotation marks, and then contain separators, ends
/// of lines and doubled quotation marks.
pub(super) struct Records<'a> {
    rest: std::iter::Peekable<std::iter::Copied<std::slice::Iter<'a, u8>>>,
    separator: u8,
    may_quote: bool,
    line: u32,
}

impl<'a> Records<'a> {
    pub(super) fn new(bytes: &'a [u8], separator: u8, may_quote: bool) -> Self {
        Self { rest: bytes.iter().copied().peekable(), separator, may_quote, line: 1 }
    }

    /// Says where in the file the bytes begin.
    #[must_use]
    pub(super) fn starting_at(self, line: u32) -> Self {
        Self { line, ..self }
    }

    /// Counts an end of line, be it written as one sign or as two.
    fn end_line(&mut self, byte: u8) {
        if byte == b'\r' {
            self.rest.next_if_eq(&b'\n');
        }
        self.line += 1;
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        self.rest.peek()?;
        let mut record = Record { line: self.line, fields: Vec::new(), is_open: false };
        let mut field = Vec::new();
        let mut is_quoted = false;
        let mut is_at_start = true;
        while let Some(byte) = self.rest.next() {
            match byte {
                b'"' if is_quoted => {
                    if self.rest.next_if_eq(&b'"').is_some() {
                        field.push(byte);
                    } else {
                        is_quoted = false;
                    }
                }
                b'\r' | b'\n' if is_quoted => {
                    self.end_line(byte);
                    field.push(b'\n');
                }
                _ if is_quoted => field.push(byte),
                b'"' if self.may_quote && is_at_start => is_quoted = true,
                b'\r' | b'\n' => {
                    self.end_line(byte);
                    break;
                }
                _ if byte == self.separator => {
                    let field = std::mem::take(&mut field);
                    if record.fields.len() < FIELDS_MAX {
                        record.fields.push(field);
                    }
                    is_at_start = true;
                    continue;
                }
                _ => field.push(byte),
            }
            is_at_start = false;
        }
        record.is_open = is_quoted;
        record.fields.push(field);
        Some(record)
    }
}

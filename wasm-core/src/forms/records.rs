//! Tables as text: CSV, and the same with semicolons or tabs.

use serde::Serialize;

/// More columns than this are counted and not kept: no table of ours has so many.
const FIELDS_MAX: usize = 64;

/// A line that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BadRow {
    /// Number of its first line in the file, from 1.
    pub line: u32,
    /// Number of its last line. A cell in quotation marks can span several lines.
    pub last: u32,
    /// A sentence.
    pub reason: String,
}

impl BadRow {
    /// Number of lines of the file that the row spans.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.last.saturating_sub(self.line).saturating_add(1)
    }
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

/// Cuts the first line off a text. A line ends with a line feed, a carriage return, or both.
pub(super) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else { return (bytes, &[]) };
    let (line, rest) = bytes.split_at(end);
    let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
    (line, rest)
}

/// Iterates over the lines of a text.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = split_line(rest);
        rest = after;
        Some(line)
    })
}

/// Skips the line in which Excel names the separator (`sep=;`). Returns the text behind it and the separator.
pub(super) fn without_sep_line(bytes: &[u8]) -> (&[u8], Option<u8>) {
    let (line, rest) = split_line(bytes);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line.split_at_checked(4) {
        Some((key, [separator])) if key.eq_ignore_ascii_case(b"sep=") => (rest, Some(*separator)),
        _ => (bytes, None),
    }
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
    /// Number of its last line.
    pub(super) last: u32,
    /// Its fields, at most [`FIELDS_MAX`].
    pub(super) fields: Vec<Vec<u8>>,
    /// True if a quotation mark stands where CSV has none: within a cell without, or before the end of a cell with them.
    pub(super) has_stray_quote: bool,
    is_open: bool,
    has_text_behind_quote: bool,
}

impl Record {
    /// Whether there is nothing in it.
    pub(super) fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.trim_ascii().is_empty())
    }

    /// Checks that the row ends where its writer meant it to.
    ///
    /// # Errors
    /// A sentence that names the lines, if a quotation mark is not closed. If a later quotation mark closes it, text stands
    /// behind that one, and the row spans several lines.
    pub(super) fn check(&self) -> Result<(), String> {
        let (line, last) = (self.line, self.last);
        if self.is_open && line == last {
            return Err("A quotation mark in this line is never closed. Close it and try again.".into());
        }
        if self.is_open || (self.has_text_behind_quote && line < last) {
            return Err(format!(
                "A quotation mark in line {line} is never closed, so lines {line} to {last} were read as one row. Close it \
                 and try again."
            ));
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
        let mut record = Record {
            line: self.line,
            last: self.line,
            fields: Vec::new(),
            has_stray_quote: false,
            is_open: false,
            has_text_behind_quote: false,
        };
        let mut field = Vec::new();
        let mut is_quoted = false;
        let mut is_at_start = true;
        let mut was_quoted = false;
        while let Some(byte) = self.rest.next() {
            record.last = self.line;
            match byte {
                b'"' if is_quoted => {
                    if self.rest.next_if_eq(&b'"').is_some() {
                        field.push(byte);
                    } else {
                        is_quoted = false;
                        was_quoted = true;
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
                    was_quoted = false;
                    continue;
                }
                _ => {
                    record.has_text_behind_quote |= was_quoted && !byte.is_ascii_whitespace();
                    record.has_stray_quote |= byte == b'"' || record.has_text_behind_quote;
                    field.push(byte);
                }
            }
            is_at_start = false;
        }
        record.is_open = is_quoted;
        record.has_stray_quote |= is_quoted;
        record.fields.push(field);
        Some(record)
    }
}

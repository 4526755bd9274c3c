//! Tables as text: CSV, also with semicolons or tabs.

use serde::Serialize;

/// Maximum number of columns that are stored. Further ones are only counted; known tables have fewer.
const FIELDS_MAX: usize = 64;

/// A line that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InvalidRow {
    /// First line of the row in the file, from 1.
    pub line: u32,
    /// Last line of the row. A quoted cell can span several lines.
    pub last: u32,
    /// Reason for the user, as a sentence.
    pub reason: String,
}

impl InvalidRow {
    /// Returns the number of lines that the row spans.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.last.saturating_sub(self.line).saturating_add(1)
    }
}

/// Returns the bytes without their byte order mark.
///
/// # Errors
/// A message for users if the text is not UTF-8. None of its lines is read, because single lines can be valid UTF-8 by
/// chance, but with wrong letters.
pub(super) fn without_bom(bytes: &[u8]) -> Result<&[u8], String> {
    if std::str::from_utf8(bytes).is_err() {
        return Err("This file is not text in UTF-8. Save it as 'CSV UTF-8' and choose it again.".into());
    }
    Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

/// Splits off the first line of a text. A line ends with a line feed, a carriage return, or both.
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

/// Skips the line in which Excel names the separator (`sep=;`). Returns the text after it and the separator.
pub(super) fn without_sep_line(bytes: &[u8]) -> (&[u8], Option<u8>) {
    let (line, rest) = split_line(bytes);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line.split_at_checked(4) {
        Some((key, [separator])) if key.eq_ignore_ascii_case(b"sep=") => (rest, Some(*separator)),
        _ => (bytes, None),
    }
}

/// Returns the maximum size of a text in JSON, in bytes, without its quotation marks.
pub(super) fn json_bytes(text: &str) -> usize {
    let escaped: usize =
        text.bytes().map(|byte| if byte < b' ' { 5 } else { usize::from(matches!(byte, b'"' | b'\\')) }).sum();
    text.len() + escaped
}

/// One row of a table.
pub(super) struct Record {
    /// First line of the row, from 1.
    pub(super) line: u32,
    /// Last line of the row.
    pub(super) last: u32,
    /// Fields, at most [`FIELDS_MAX`].
    pub(super) fields: Vec<Vec<u8>>,
    /// True if a quotation mark is in an invalid position: within an unquoted cell, or before the end of a quoted cell.
    pub(super) has_stray_quote: bool,
    is_open: bool,
    has_text_behind_quote: bool,
}

impl Record {
    /// Whether all fields are blank.
    pub(super) fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.trim_ascii().is_empty())
    }

    /// Checks that the row ends where its author intended.
    ///
    /// # Errors
    /// A message that names the lines, if a quotation mark is not closed where it should be. The row then ends at the
    /// end of the file, or spans several lines and has text after the quotation mark that closes it.
    pub(super) fn check_quoting(&self) -> Result<(), String> {
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

    /// Returns one field; empty if the row is shorter.
    pub(super) fn text(&self, at: usize) -> String {
        String::from_utf8_lossy(self.fields.get(at).map(Vec::as_slice).unwrap_or_default()).into_owned()
    }
}

/// Reads records one after the other. If `may_quote` is set, quoted fields can contain separators, line breaks and
/// doubled quotation marks.
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

    /// Sets the line number of the first row.
    #[must_use]
    pub(super) fn starting_at(self, line: u32) -> Self {
        Self { line, ..self }
    }

    /// Returns true if a quotation mark after spaces quotes the whole cell. Its closing mark must be on the same line,
    /// with only spaces before the next separator. The row must also have other quoted cells, or the cell must contain
    /// a separator. Applies to commas and semicolons only.
    fn is_cell_quoted(&self, has_quoted_cells: bool) -> bool {
        if !matches!(self.separator, b',' | b';') {
            return false;
        }
        let mut ahead = self.rest.clone();
        let mut is_needed = has_quoted_cells;
        while let Some(byte) = ahead.next() {
            match byte {
                b'"' if ahead.next_if_eq(&b'"').is_none() => {
                    while ahead.next_if_eq(&b' ').is_some() {}
                    let is_at_end = |byte: u8| byte == self.separator || matches!(byte, b'\r' | b'\n');
                    return is_needed && ahead.next().is_none_or(is_at_end);
                }
                b'\r' | b'\n' => return false,
                _ => is_needed |= byte == self.separator,
            }
        }
        false
    }

    /// Counts a line break, which is one or two characters.
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
        let mut has_quoted_cells = false;
        while let Some(byte) = self.rest.next() {
            record.last = self.line;
            match byte {
                b'"' if is_quoted => {
                    if self.rest.next_if_eq(&b'"').is_some() {
                        field.push(byte);
                    } else {
                        is_quoted = false;
                        was_quoted = true;
                        has_quoted_cells = true;
                    }
                }
                b'\r' | b'\n' if is_quoted => {
                    self.end_line(byte);
                    field.push(b'\n');
                }
                _ if is_quoted => field.push(byte),
                b'"' if self.may_quote
                    && is_at_start
                    && (field.is_empty() || self.is_cell_quoted(has_quoted_cells)) =>
                {
                    field.clear();
                    is_quoted = true;
                }
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
            is_at_start &= byte == b' ';
        }
        record.is_open = is_quoted;
        record.has_stray_quote |= is_quoted;
        record.fields.push(field);
        Some(record)
    }
}

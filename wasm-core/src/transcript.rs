//! Transcripts of recordings, read from WebVTT, SubRip (SRT) or plain text.
//!
//! The files are untrusted. Each is either read completely or refused with a reason and a line. The result contains
//! plain text without markup.

pub mod chapters;
mod cues;
mod markup;
pub mod passages;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{TRANSCRIPT_LINE_MAX_CHARS, TRANSCRIPT_MAX_BYTES, TRANSCRIPT_MAX_LINES};

/// The text of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// Whether the lines have times. Lines of plain text have none.
    pub timed: bool,
    /// Lines in the order in which they are spoken, at least one.
    pub lines: Vec<TranscriptLine>,
}

/// One line of a transcript: start and end in milliseconds, and the text. Without times, both are 0. Stored as an array,
/// because a transcript has thousands of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptLine(pub u32, pub u32, pub String);

/// The reason why a file was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Line of the file, from 1; `None` if the reason concerns the whole file.
    pub line: Option<u32>,
    /// Reason for the user, as a sentence.
    pub reason: String,
}

impl Refusal {
    fn at(line: u32, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }

    fn whole(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "Line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Refusal {}

/// Reads a transcript. The content decides about the format: a file that begins with `WEBVTT` is WebVTT, another file
/// with a `-->` is SRT, and all others are plain text. Cues without text are left out.
///
/// ```
/// use wasm_core::transcript::{TranscriptLine, parse};
///
/// let read = parse(b"WEBVTT\n\n00:01.000 --> 00:02.500\n<v Amara>Hello.").unwrap();
/// assert_eq!(read.lines, [TranscriptLine(1000, 2500, "Amara: Hello.".into())]);
/// ```
///
/// # Errors
/// The first reason why the file cannot be read.
pub fn parse(bytes: &[u8]) -> Result<Transcript, Refusal> {
    let text = text_of(bytes)?;
    let transcript = match cues::cues(text)? {
        Some(cues) => Transcript { timed: true, lines: markup::lines(cues)? },
        None => Transcript { timed: false, lines: plain_lines(text)? },
    };
    match transcript.lines.len() {
        0 => Err(Refusal::whole("There is no text in this file.")),
        count if count > TRANSCRIPT_MAX_LINES => Err(Refusal::whole(format!(
            "A transcript can have at most {TRANSCRIPT_MAX_LINES} lines, and this one has {count}."
        ))),
        _ => Ok(transcript),
    }
}

/// Returns the text of a file without its byte order mark.
fn text_of(bytes: &[u8]) -> Result<&str, Refusal> {
    if bytes.len() > TRANSCRIPT_MAX_BYTES {
        let mib = TRANSCRIPT_MAX_BYTES / 1024 / 1024;
        return Err(Refusal::whole(format!("The file can have at most {mib} MB.")));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        Refusal::at(line_after(valid), "This is not text in UTF-8. Save the file as UTF-8 and choose it again.")
    })?;
    match text.bytes().position(|byte| byte == 0) {
        Some(at) => {
            let line = line_after(text.as_bytes().get(..at).unwrap_or_default());
            Err(Refusal::at(line, "This is not a text file. Choose a WebVTT, SRT or text file."))
        }
        None => Ok(text),
    }
}

/// Returns the number of the line in which the byte after these bytes is.
fn line_after(bytes: &[u8]) -> u32 {
    number(1 + bytes.iter().filter(|byte| **byte == b'\n').count())
}

fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// Splits a text at line feeds, carriage returns, or both. Line numbers start at 1.
fn numbered_lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let left = rest?;
        match left.find(['\n', '\r']) {
            None => {
                rest = None;
                Some(left)
            }
            Some(end) => {
                let (line, after) = left.split_at(end);
                rest = after.strip_prefix("\r\n").or_else(|| after.get(1..));
                Some(line)
            }
        }
    });
    (1..).zip(lines)
}

/// Returns a transcript line without times for each line of the text that is not blank.
fn plain_lines(text: &str) -> Result<Vec<TranscriptLine>, Refusal> {
    let mut lines = Vec::new();
    for (line, text) in numbered_lines(text) {
        let text = clean(text);
        if !text.is_empty() {
            lines.push(TranscriptLine(0, 0, within_limit(text, line)?));
        }
    }
    Ok(lines)
}

/// Replaces control characters, and collapses spaces.
fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split(|one: char| one.is_whitespace() || one.is_control()).filter(|word| !word.is_empty()) {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(word);
    }
    clean
}

fn within_limit(text: String, line: u32) -> Result<String, Refusal> {
    if text.chars().count() <= TRANSCRIPT_LINE_MAX_CHARS {
        return Ok(text);
    }
    let reason =
        format!("This text has more than {TRANSCRIPT_LINE_MAX_CHARS} characters. Split it into several lines.");
    Err(Refusal::at(line, reason))
}

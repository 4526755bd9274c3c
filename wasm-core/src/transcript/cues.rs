//! Reads the cues of WebVTT and SRT files.

use super::{Refusal, numbered_lines};

const ARROW: &str = "-->";

/// Greatest number of hours in a time.
const MAX_HOURS: u32 = 99;

/// One cue with its markup.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cue {
    pub(super) start_ms: u32,
    pub(super) end_ms: u32,
    /// Lines of the text, joined with a space.
    pub(super) text: String,
    /// Line of the times in the file.
    pub(super) line: u32,
}

/// A line with its number.
type Line<'a> = (u32, &'a str);

/// Returns the cues of a WebVTT or SRT file; `None` for other texts.
pub(super) fn cues(text: &str) -> Result<Option<Vec<Cue>>, Refusal> {
    let is_vtt = is_vtt(text);
    if !is_vtt && !text.contains(ARROW) {
        return Ok(None);
    }
    let (mut cues, mut block) = (Vec::<Cue>::new(), Vec::new());
    let mut is_header = is_vtt;
    // The appended empty line ends the last block.
    for (line, text) in numbered_lines(text).chain([(0, "")]) {
        let text = text.trim();
        if !text.is_empty() {
            block.push((line, text));
        } else if !block.is_empty() {
            if std::mem::take(&mut is_header) {
                refuse_times(&block)?;
            } else if !(is_vtt && is_comment(&block)) {
                cues.push(cue(&block, cues.last())?);
            }
            block.clear();
        }
    }
    Ok(Some(cues))
}

fn is_vtt(text: &str) -> bool {
    let rest = text.strip_prefix("WEBVTT");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
}

/// Returns true for a comment, a style sheet or a region.
fn is_comment(block: &[Line<'_>]) -> bool {
    let first = block.first().map_or("", |(_, text)| text);
    let word = first.split([' ', '\t']).next();
    matches!(word, Some("NOTE" | "STYLE" | "REGION")) && block.get(1).is_none_or(|(_, text)| !text.contains(ARROW))
}

/// Refuses times where text is expected. Without this check, the text would contain them.
fn refuse_times(lines: &[Line<'_>]) -> Result<(), Refusal> {
    match lines.iter().find(|(_, text)| text.contains(ARROW)) {
        Some((line, _)) => Err(Refusal::at(*line, "Add a blank line before this time or before its number.")),
        None => Ok(()),
    }
}

fn cue(block: &[Line<'_>], before: Option<&Cue>) -> Result<Cue, Refusal> {
    // A number or name may precede the times.
    let at = usize::from(block.first().is_some_and(|(_, text)| !text.contains(ARROW)));
    let Some((line, times)) = block.get(at).copied().filter(|(_, text)| text.contains(ARROW)) else {
        let line = block.first().map_or(1, |(line, _)| *line);
        return Err(Refusal::at(line, "A time such as 00:01:02.000 --> 00:01:04.500 is missing before this text."));
    };
    let texts = block.get(at + 1..).unwrap_or_default();
    refuse_times(texts)?;
    let (start_ms, end_ms) = span(times, line)?;
    if before.is_some_and(|before| start_ms < before.start_ms) {
        return Err(Refusal::at(line, "This time is before the previous one. Sort the lines by time."));
    }
    let texts: Vec<&str> = texts.iter().map(|(_, text)| *text).collect();
    Ok(Cue { start_ms, end_ms, text: texts.join(" "), line })
}

/// Reads a start and an end. WebVTT allows settings after the end.
fn span(times: &str, line: u32) -> Result<(u32, u32), Refusal> {
    let (start, rest) = times.split_once(ARROW).unwrap_or((times, ""));
    let end = rest.split_whitespace().next().unwrap_or_default();
    let read = |text: &str| {
        let reason = || format!("“{}” is not a time. Write it like 00:01:02.000.", excerpt(text));
        time_ms(text).ok_or_else(|| Refusal::at(line, reason()))
    };
    let (start_ms, end_ms) = (read(start.trim())?, read(end)?);
    if end_ms < start_ms {
        return Err(Refusal::at(line, "This text ends before it starts."));
    }
    Ok((start_ms, end_ms))
}

/// Reads `[hh:]mm:ss.mmm`, also with a comma.
fn time_ms(text: &str) -> Option<u32> {
    let (clock, millis) = text.split_once(['.', ','])?;
    let mut parts = clock.rsplit(':');
    let seconds = digits(parts.next()?, 2..=2)?;
    let minutes = digits(parts.next()?, 2..=2)?;
    let hours = parts.next().map_or(Some(0), |hours| digits(hours, 1..=3))?;
    let is_valid = seconds < 60 && minutes < 60 && hours <= MAX_HOURS && parts.next().is_none();
    let millis = digits(millis, 3..=3)?;
    is_valid.then_some(((hours * 60 + minutes) * 60 + seconds) * 1000 + millis)
}

fn digits(text: &str, count: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let is_number = count.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

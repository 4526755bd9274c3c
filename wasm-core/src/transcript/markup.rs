//! Removes the markup of cues.

use super::cues::Cue;
use super::{Refusal, TranscriptLine, clean, within_limit};

/// Converts cues to lines without markup. The name of a speaker precedes a line only if the previous line has another
/// speaker.
pub(super) fn lines(cues: Vec<Cue>) -> Result<Vec<TranscriptLine>, Refusal> {
    let mut lines = Vec::with_capacity(cues.len());
    let mut speaking: Option<String> = None;
    for Cue { start_ms, end_ms, text, line } in cues {
        let (speaker, text) = plain(&text);
        if text.is_empty() {
            continue;
        }
        let text = match &speaker {
            Some(name) if speaker != speaking => format!("{name}: {text}"),
            _ => text,
        };
        speaking = speaker;
        lines.push(TranscriptLine(start_ms, end_ms, within_limit(text, line)?));
    }
    Ok(lines)
}

/// Returns the text of a cue without tags.
pub(super) fn without_tags(cue: &str) -> String {
    plain(cue).1
}

/// Returns the first speaker of a cue and its text without tags.
fn plain(cue: &str) -> (Option<String>, String) {
    let (mut speaker, mut text, mut rest) = (None, String::with_capacity(cue.len()), cue);
    while let Some(at) = rest.find(['<', '&', '{']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        rest = if let Some((inside, after)) = tag(from) {
            if speaker.is_none() {
                speaker = voice(inside);
            }
            after
        } else if let Some((letter, after)) = entity(from) {
            text.push(letter);
            after
        } else {
            // All three characters are one byte long.
            let (one, after) = from.split_at(1);
            text.push_str(one);
            after
        };
    }
    text.push_str(rest);
    (speaker, clean(&text))
}

/// Maximum length of a tag in bytes. Longer text is no tag, so a hostile file cannot make the parser search the rest of
/// a cue for each of its characters.
const TAG_MAX_BYTES: usize = 200;

/// Splits off a tag such as `<i>`, `</i>`, `<v Name>`, `<00:01.000>` or `{\an8}` and returns its content.
fn tag(from: &str) -> Option<(&str, &str)> {
    if let Some(inside) = from.strip_prefix("{\\") {
        return ending(inside, |byte| byte == b'}').map(|end| split(inside, end));
    }
    let inside = from.strip_prefix('<')?;
    if !inside.starts_with(|one: char| one == '/' || one.is_ascii_alphanumeric()) {
        return None;
    }
    // A tag does not contain another one, so text such as `a<b` ends at the next tag.
    let end = ending(inside, |byte| matches!(byte, b'<' | b'>'))?;
    inside[end..].starts_with('>').then(|| split(inside, end))
}

/// Returns the position of the first of these ASCII characters, if it can end a tag.
fn ending(inside: &str, is_end: impl Fn(u8) -> bool) -> Option<usize> {
    inside.bytes().take(TAG_MAX_BYTES).position(is_end)
}

/// Splits a text at an ASCII character, which is left out.
fn split(text: &str, at: usize) -> (&str, &str) {
    (&text[..at], &text[at + 1..])
}

/// Returns the name in the voice tag `v Name` or `v.class Name`.
fn voice(tag: &str) -> Option<String> {
    let (kind, name) = tag.split_once([' ', '\t'])?;
    let name = clean(name);
    let is_voice = kind == "v" || kind.starts_with("v.");
    (is_voice && !name.is_empty()).then_some(name)
}

fn entity(from: &str) -> Option<(char, &str)> {
    const ENTITIES: [(&str, char); 8] = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&nbsp;", ' '),
        ("&lrm;", '\u{200E}'),
        ("&rlm;", '\u{200F}'),
    ];
    ENTITIES.iter().find_map(|(name, letter)| Some((*letter, from.strip_prefix(name)?)))
}

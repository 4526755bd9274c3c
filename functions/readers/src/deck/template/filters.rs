//! Template tags: a field transformed by filters, which precede the field name and apply from right to left.

use std::collections::HashMap;

use wasm_core::anki::html::{plain_as_html, text_of};
use wasm_core::anki::{Side, cloze};

/// A side of a card as HTML.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::deck) struct Rendered {
    pub(in crate::deck) html: String,
    /// Hints of the front, which Anki shows only when they are clicked. The caller appends them to the back as text.
    pub(in crate::deck) hints: Vec<String>,
}

/// Appends the value of a tag to a side. Appends nothing if the field does not exist; unknown filters are ignored.
pub(super) fn append_value(tag: &str, fields: &HashMap<&str, &str>, of: Side, gap: Option<i64>, side: &mut Rendered) {
    let (filters, name) = tag.rsplit_once(':').unwrap_or(("", tag));
    let name = name.trim();
    let Some(field) = fields.get(name) else { return };
    let filters: Vec<&str> = filters.split(':').map(str::trim).filter(|filter| !filter.is_empty()).collect();
    let has = |wanted: &str| filters.contains(&wanted);
    // A text-to-speech filter plays the field instead of showing it.
    if filters.iter().any(|filter| filter.starts_with("tts")) {
        side.html.push_str(&format!("[sound:{name}]"));
        return;
    }
    // On the back, Anki compares the field with the typed answer. Here only the field is shown.
    if has("type") {
        side.html.push_str(&match (of, gap) {
            (Side::Front, _) => format!("<input name=\"{}\">", name.replace('"', "")),
            (Side::Back, Some(number)) if has("cloze") => {
                cloze::render_gaps_only(field, number, of).unwrap_or_default()
            }
            (Side::Back, _) => (*field).to_owned(),
        });
        return;
    }
    let mut text = (*field).to_owned();
    for (place, filter) in filters.iter().enumerate().rev() {
        text = match (*filter, gap) {
            ("text", _) => text_of(&text),
            ("furigana", _) => readings(&text, |word, reading| format!("<ruby>{word}<rt>{reading}</rt></ruby>")),
            ("kana", _) => readings(&text, |_, reading| reading.to_owned()),
            ("kanji", _) => readings(&text, |word, _| word.to_owned()),
            // In a note type without clozes, the first template asks about the first cloze.
            ("cloze", _) => cloze::render(&text, gap.unwrap_or(1), of).unwrap_or_default(),
            ("cloze-only", _) => cloze::render_gaps_only(&text, gap.unwrap_or(1), of).unwrap_or_default(),
            ("hint", _) if text.trim().is_empty() => String::new(),
            // The filter `text`, applied after `hint`, removes the link of the hint, so the hint is always visible.
            ("hint", _) if filters[..place].contains(&"text") => format!("{} {text}", plain_as_html(name)),
            ("hint", _) => {
                let hint = format!("<div>{}: {text}</div>", plain_as_html(name));
                if of == Side::Front {
                    side.hints.push(hint);
                    return;
                }
                hint
            }
            _ => text,
        };
    }
    side.html.push_str(&text);
}

/// Replaces each ` word[reading]` of a Japanese text. The space separates the word from the preceding text.
fn readings(text: &str, show: impl Fn(&str, &str) -> String) -> String {
    let text = text.replace("&nbsp;", " ");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, from)) = rest.split_once('[') {
        let begin = before.rfind([' ', '>']).map_or(0, |at| at + 1);
        let (outside, word) = before.split_at(begin);
        let reading = from.split_once(']').filter(|(reading, _)| !reading.is_empty() && !reading.starts_with("sound:"));
        let Some((reading, after)) = reading.filter(|(reading, _)| !word.is_empty() && !reading.contains('[')) else {
            out.push_str(before);
            out.push('[');
            rest = from;
            continue;
        };
        out.push_str(outside.strip_suffix(' ').unwrap_or(outside));
        out.push_str(&show(word, reading));
        rest = after;
    }
    out.push_str(rest);
    out
}

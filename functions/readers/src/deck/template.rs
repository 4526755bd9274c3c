//! How Anki makes a side of a card of the fields of a note: text with `{{Field}}`, and parts that are there only where a field
//! has something in it.

use std::collections::HashMap;

use wasm_core::anki::{Side, cloze};

/// The longest side before it is read as HTML, in bytes. Far more than fits on a card.
const SIDE_MAX_BYTES: usize = 128 * 1024;

/// A part that is there or not.
struct Part<'a> {
    name: &'a str,
    is_shown: bool,
}

/// The HTML of a side; `None` when it is too long. What is on the front is left out of the back, where Anki repeats it. `gap` is
/// the number of the gaps that the card asks for, if it asks for any.
pub(super) fn render(template: &str, fields: &HashMap<&str, &str>, of: Side, gap: Option<i64>) -> Option<String> {
    let template = if of == Side::Back { answer(template) } else { template };
    let mut side = String::new();
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut rest = template;
    loop {
        let is_shown = parts.iter().all(|part| part.is_shown);
        let found = rest.split_once("{{").and_then(|(before, tag)| Some((before, Some(tag.split_once("}}")?))));
        let (before, tag) = found.unwrap_or((rest, None));
        if is_shown {
            side.push_str(before);
        }
        let Some((tag, after)) = tag else { break };
        rest = after;
        let tag = tag.trim();
        if let Some(name) = tag.strip_prefix('#') {
            parts.push(Part { name: name.trim(), is_shown: has_text(fields, name.trim()) });
        } else if let Some(name) = tag.strip_prefix('^') {
            parts.push(Part { name: name.trim(), is_shown: !has_text(fields, name.trim()) });
        } else if let Some(name) = tag.strip_prefix('/') {
            // One that was never opened ends nothing.
            if parts.last().is_some_and(|part| part.name == name.trim()) {
                parts.pop();
            }
        } else if is_shown && let Some(text) = value(tag, fields, of, gap) {
            side.push_str(&text);
        }
        if side.len() > SIDE_MAX_BYTES || parts.len() > 64 {
            return None;
        }
    }
    (side.len() <= SIDE_MAX_BYTES).then_some(side)
}

/// What stands for a tag: filters come before the name of a field, the last one first.
fn value(tag: &str, fields: &HashMap<&str, &str>, of: Side, gap: Option<i64>) -> Option<String> {
    let (filters, name) = tag.rsplit_once(':').unwrap_or(("", tag));
    let text = fields.get(name.trim())?;
    // What reads a field out says it, where the others show it.
    if filters.split(':').any(|filter| filter.trim().starts_with("tts")) {
        return Some(format!("[sound:{}]", name.trim()));
    }
    // On the back it is the answer, held against what was typed.
    if of == Side::Front && filters.split(':').any(|filter| filter.trim() == "type") {
        return Some(format!("<input name=\"{}\">", name.trim().replace('"', "")));
    }
    if let Some(number) = gap
        && filters.split(':').any(|filter| filter.trim() == "cloze")
    {
        return Some(cloze::filled(text, number, of).unwrap_or_default());
    }
    Some((*text).to_owned())
}

/// What comes behind the line that Anki draws between the front, which it repeats, and the answer.
fn answer(template: &str) -> &str {
    let mut from = 0;
    while let Some(found) = template.get(from..).and_then(|rest| rest.find("<hr")) {
        let begin = from + found;
        let Some(end) = template.get(begin..).and_then(|rest| rest.find('>')).map(|end| begin + end) else { break };
        let tag = template.get(begin..end).unwrap_or_default().replace(['"', '\'', ' '], "");
        if tag.contains("id=answer") {
            return template.get(end + 1..).unwrap_or_default();
        }
        from = end + 1;
    }
    template
}

fn has_text(fields: &HashMap<&str, &str>, name: &str) -> bool {
    fields.get(name).is_some_and(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> HashMap<&'static str, &'static str> {
        HashMap::from([("Front", "Q"), ("Back", "A {{Front}}"), ("Extra", " ")])
    }

    #[test]
    fn s6_import_3_sides_are_made_of_fields_as_anki_makes_them() {
        for (template, front, back) in [
            ("{{Front}} and {{ text:Back }}", "Q and A {{Front}}", "Q and A {{Front}}"),
            ("{{FrontSide}}\n<hr id=answer>\n{{Back}}", "\n<hr id=answer>\nA {{Front}}", "\nA {{Front}}"),
            ("{{Front}}<hr id=\"answer\" />{{type:Back}}", "Q<hr id=\"answer\" /><input name=\"Back\">", "A {{Front}}"),
            ("{{#Extra}}x{{/Extra}}{{^Extra}}none{{/Extra}}", "none", "none"),
            ("{{#Front}}a{{#Extra}}b{{/Extra}}c{{/Front}}", "ac", "ac"),
            ("{{/Front}}{{Nothing}}{{Front", "{{Front", "{{Front"),
            ("{{tts en_US:Front}}", "[sound:Front]", "[sound:Front]"),
        ] {
            assert_eq!(render(template, &fields(), Side::Front, None).as_deref(), Some(front), "{template}");
            assert_eq!(render(template, &fields(), Side::Back, None).as_deref(), Some(back), "{template}");
        }
    }

    #[test]
    fn s6_import_4_a_side_that_repeats_a_field_without_end_is_too_long() {
        let long = "x".repeat(10_000);
        let fields = HashMap::from([("F", long.as_str())]);
        assert_eq!(render(&"{{F}}".repeat(100), &fields, Side::Front, None), None);
        assert_eq!(render(&"{{#F}}".repeat(100), &fields, Side::Front, None), None);
    }
}

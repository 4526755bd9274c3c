//! Renders a side of a card from the fields of a note: a template with `{{Field}}` tags and conditional sections.

mod filters;

use std::collections::HashMap;

use wasm_core::anki::Side;

use self::filters::{Rendered, append_value};

/// Maximum size of a rendered side before the conversion from HTML, in bytes. Far more than fits on a card.
const SIDE_MAX_BYTES: usize = 128 * 1024;

/// First line of a template whose tags are between `<%` and `%>`, as in decks of early versions of Anki.
const OTHER_BRACKETS: &str = "{{=<% %>=}}";

/// An open conditional section.
struct Part<'a> {
    name: &'a str,
    is_shown: bool,
}

/// Renders a side of a card. Returns `None` if it is too long. The back does not repeat the front, unlike in Anki.
/// `gap` is the number of the cloze that the card asks about, if any.
pub(super) fn render(template: &str, fields: &HashMap<&str, &str>, of: Side, gap: Option<i64>) -> Option<Rendered> {
    let template = with_braces(without_comments(template));
    let mut side = Rendered::default();
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut rest = template.as_str();
    loop {
        let is_shown = parts.iter().all(|part| part.is_shown);
        let found = rest.split_once("{{").and_then(|(before, tag)| Some((before, Some(tag.split_once("}}")?))));
        let (before, tag) = found.unwrap_or((rest, None));
        if is_shown {
            side.html.push_str(before);
        }
        let Some((tag, after)) = tag else { break };
        rest = after;
        let tag = tag.trim();
        if let Some(name) = tag.strip_prefix('#') {
            parts.push(Part { name: name.trim(), is_shown: has_text(fields, name.trim(), gap) });
        } else if let Some(name) = tag.strip_prefix('^') {
            parts.push(Part { name: name.trim(), is_shown: !has_text(fields, name.trim(), gap) });
        } else if let Some(name) = tag.strip_prefix('/') {
            // A closing tag without its opening tag has no effect.
            if parts.last().is_some_and(|part| part.name == name.trim()) {
                parts.pop();
            }
        } else if is_shown {
            append_value(tag, fields, of, gap, &mut side);
        }
        // A back may contain the front, which is removed below.
        if side.html.len() > 2 * SIDE_MAX_BYTES || parts.len() > 64 {
            return None;
        }
    }
    if of == Side::Back {
        side.html = answer(&side.html).to_owned();
    }
    (side.html.len() <= SIDE_MAX_BYTES).then_some(side)
}

/// Returns the part after the line that Anki draws between the repeated front and the answer.
fn answer(html: &str) -> &str {
    let mut from = 0;
    while let Some(found) = html.get(from..).and_then(|rest| rest.find("<hr")) {
        let begin = from + found;
        let Some(end) = html.get(begin..).and_then(|rest| rest.find('>')).map(|end| begin + end) else { break };
        let tag = html.get(begin..end).unwrap_or_default().replace(['"', '\'', ' '], "");
        if tag.contains("id=answer") {
            return html.get(end + 1..).unwrap_or_default();
        }
        from = end + 1;
    }
    html
}

/// Removes the comments of a template. Anki does not replace tags inside them.
fn without_comments(template: &str) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, comment)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Replaces the tag delimiters of a template by braces.
fn with_braces(template: String) -> String {
    match template.trim_start().strip_prefix(OTHER_BRACKETS) {
        Some(rest) => rest.replace("<%", "{{").replace("%>", "}}"),
        None => template,
    }
}

/// Returns true if a field is not empty. The name `c1`, if it is no field, is true on the card that asks about cloze 1.
/// Line breaks and empty blocks do not count as content.
fn has_text(fields: &HashMap<&str, &str>, name: &str, gap: Option<i64>) -> bool {
    const NOTHING: [&str; 10] =
        ["<br>", "<br/>", "<br />", "</br>", "<div>", "</div>", "<div/>", "<div />", "<br >", "</div >"];
    if let Some(number) = name.strip_prefix('c').and_then(|number| number.parse::<i64>().ok())
        && !fields.contains_key(name)
    {
        return gap == Some(number);
    }
    let Some(mut text) = fields.get(name).map(|text| text.trim_start()) else { return false };
    while let Some(nothing) = NOTHING
        .iter()
        .find(|nothing| text.get(..nothing.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(nothing)))
    {
        text = text.get(nothing.len()..).unwrap_or_default().trim_start();
    }
    !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> HashMap<&'static str, &'static str> {
        HashMap::from([
            ("Front", "Q"),
            ("Back", "A {{Front}}"),
            ("Extra", " "),
            ("Break", "<br> <DIV></div>"),
            ("Rich", "<i>a</i> &lt;b&gt;"),
            ("Kanji", "a 漢字[かんじ]と[sound:x]"),
            ("Gaps", "{{c1::x}} y {{c1::z}} {{c2::w}}"),
        ])
    }

    #[test]
    fn s6_import_3_card_templates_render_fields_as_anki_does() {
        for (template, front, back) in [
            ("{{Front}} and {{ text:Back }}", "Q and A {{Front}}", "Q and A {{Front}}"),
            ("{{FrontSide}}\n<hr id=answer>\n{{Back}}", "\n<hr id=answer>\nA {{Front}}", "\nA {{Front}}"),
            ("{{Front}}<hr id=\"answer\" />{{type:Back}}", "Q<hr id=\"answer\" /><input name=\"Back\">", "A {{Front}}"),
            ("{{#Extra}}x{{/Extra}}{{^Extra}}none{{/Extra}}", "none", "none"),
            (
                "{{FrontSide}}{{#Extra}}<hr id=answer>x{{/Extra}}{{^Extra}}<hr id=answer>none{{/Extra}}",
                "<hr id=answer>none",
                "none",
            ),
            ("{{#Extra}}{{Front}}<hr id=answer>{{/Extra}}{{Front}}<!-- <hr id=answer> -->!", "Q!", "Q!"),
            ("{{=<% %>=}}<%Front%> <%#Extra%>x<%/Extra%>", "Q ", "Q "),
            ("{{#Front}}a{{#Extra}}b{{/Extra}}c{{/Front}}", "ac", "ac"),
            ("{{/Front}}{{Nothing}}{{Front", "{{Front", "{{Front"),
            ("{{tts en_US:Front}}", "[sound:Front]", "[sound:Front]"),
            ("a<!-- {{#Extra}} -->{{Front}}<!--", "aQ", "aQ"),
            ("{{#Break}}x{{/Break}}{{^Break}}none{{/Break}}{{#Front}}y{{/Front}}", "noney", "noney"),
            (
                "{{furigana:Kanji}}",
                "a<ruby>漢字<rt>かんじ</rt></ruby>と[sound:x]",
                "a<ruby>漢字<rt>かんじ</rt></ruby>と[sound:x]",
            ),
            (
                "{{kana:Kanji}}, {{kanji:Kanji}}",
                "aかんじと[sound:x], a漢字と[sound:x]",
                "aかんじと[sound:x], a漢字と[sound:x]",
            ),
            ("{{text:Rich}} {{edit:Front}}", "a <b> Q", "a <b> Q"),
            ("{{Front}} {{text:hint:Rich}}{{text:hint:Extra}}", "Q Rich a <b>", "Q Rich a <b>"),
            ("{{cloze:Front}}x", "x", "x"),
            ("{{cloze:Gaps}}", "[...] y [...] w", "<b>x</b> y <b>z</b> w"),
            ("{{cloze-only:Gaps}}", "[...], [...]", "<b>x</b>, <b>z</b>"),
        ] {
            let html = |of| render(template, &fields(), of, None).unwrap_or_default().html;
            assert_eq!((html(Side::Front).as_str(), html(Side::Back).as_str()), (front, back), "{template}");
        }
    }

    #[test]
    fn s6_import_3_hints_appear_only_on_the_back_and_the_cloze_only_filter_shows_only_the_gaps() {
        let side = |template, of, gap| render(template, &fields(), of, gap).unwrap_or_default();
        let front = side("{{Front}}{{hint:Back}}{{hint:Extra}}", Side::Front, None);
        assert_eq!((front.html.as_str(), front.hints), ("Q", vec!["<div>Back: A {{Front}}</div>".to_owned()]));
        assert_eq!(side("{{hint:Back}}", Side::Back, None).html, "<div>Back: A {{Front}}</div>");
        let gaps = |template, of| side(template, of, Some(1)).html;
        assert_eq!(gaps("{{cloze-only:Gaps}}", Side::Front), "[...], [...]");
        assert_eq!(gaps("{{type:cloze:Gaps}}", Side::Back), "<b>x</b>, <b>z</b>");
        assert_eq!(gaps("{{#c1}}one{{/c1}}{{^c2}}not two{{/c2}}", Side::Front), "onenot two");
    }

    #[test]
    fn s6_import_4_a_template_that_repeats_a_field_too_often_is_rejected_as_too_long() {
        let long = "x".repeat(10_000);
        let fields = HashMap::from([("F", long.as_str())]);
        assert_eq!(render(&"{{F}}".repeat(100), &fields, Side::Front, None), None);
        let back = format!("{0}<hr id=answer>{0}", "{{F}}".repeat(10));
        assert!(render(&back, &fields, Side::Back, None).is_some());
        assert_eq!(render(&"{{#F}}".repeat(100), &fields, Side::Front, None), None);
    }
}

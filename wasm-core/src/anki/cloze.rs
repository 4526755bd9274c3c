//! Cloze deletions (gaps): `{{c1::text::hint}}`. A card hides the gaps with its own number and shows the text of the
//! others. A gap can belong to several cards: `{{c1,2::text}}`.

use std::collections::BTreeSet;

use super::side::Side;
use crate::gaps::{ANSWERED, EXPORTED};

/// Maximum length of the list of card numbers in a gap, in bytes.
const NUMBERS_MAX_BYTES: usize = 40;

/// Maximum nesting depth of gaps. Deeper ones are plain text.
const DEPTH_MAX: usize = 8;

const BEGIN: &str = "{{c";
const END: &str = "}}";
const HINT: &str = "::";

/// Start of the text of a gap that covers a part of an image.
const COVERED: &str = "image-occlusion:";

/// Way to show a gap.
#[derive(Debug, Clone, Copy)]
enum Style {
    /// As on one side of the card that hides it.
    Side(Side),
    /// Between the marks of cards here, with this number.
    Marked(i64),
}

/// A text with gaps.
struct Reading {
    /// Visible text.
    shown: String,
    /// Gaps that have a style.
    asked: Vec<String>,
    /// Whether no gap is nested or unclosed.
    is_flat: bool,
}

/// A gap while it is read.
struct Gap {
    /// `None` if the card does not hide this gap.
    style: Option<Style>,
    /// Visible content so far.
    inside: String,
    /// Hint to show instead of the content; `None` until one has been read.
    hint: Option<String>,
}

/// Whether a text has gaps that cover parts of an image.
#[must_use]
pub fn is_image_occlusion(text: &str) -> bool {
    text.contains(BEGIN) && text.contains(COVERED)
}

/// Returns a text whose gaps are marked as [`from_export_marks`](crate::gaps::from_export_marks) reads them, or
/// `None` if it has no gaps, or some that cards here do not have: nested, unclosed or shared ones, and those with an
/// image, which would be shown beside the question.
#[must_use]
pub fn with_marks(text: &str) -> Option<String> {
    let mut is_simple = true;
    let Reading { shown, asked, is_flat } = read(text, |numbers| {
        is_simple &= numbers.len() == 1;
        numbers.first().copied().map(Style::Marked)
    });
    let has_image = |gap: &String| gap.to_ascii_lowercase().contains("<img");
    (is_simple && is_flat && !asked.is_empty() && !asked.iter().any(has_image)).then_some(shown)
}

/// Returns the numbers of all closed gaps in a text. Anki creates one card for each number.
#[must_use]
pub fn gap_numbers(text: &str) -> BTreeSet<i64> {
    let mut all = BTreeSet::new();
    read(text, |numbers| {
        all.extend(numbers.iter().copied().filter(|number| *number > 0));
        None
    });
    all
}

/// Returns the text on one side of the card with this number, or `None` if it has no gap with this number.
#[must_use]
pub fn render(text: &str, number: i64, of: Side) -> Option<String> {
    let mut has_asked = false;
    let Reading { shown, .. } = read(text, |numbers| {
        let is_asked = numbers.contains(&number);
        has_asked |= is_asked;
        is_asked.then_some(Style::Side(of))
    });
    has_asked.then_some(shown)
}

/// Returns only the gaps with this number, as shown on one side of its card, or `None` if the text has no such gap.
#[must_use]
pub fn render_gaps_only(text: &str, number: i64, of: Side) -> Option<String> {
    let Reading { asked, .. } = read(text, |numbers| numbers.contains(&number).then_some(Style::Side(of)));
    (!asked.is_empty()).then(|| asked.join(", "))
}

/// Reads the gaps of a text. `style_of` receives the numbers of each gap and returns its style, or `None` for a gap that
/// the card does not hide. As in Anki, an unclosed gap is dropped with its text.
fn read(text: &str, mut style_of: impl FnMut(&[i64]) -> Option<Style>) -> Reading {
    let mut shown = String::new();
    let mut all_asked = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    let mut is_flat = true;
    // Text since the last start or end of a gap.
    let mut run = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, found) = rest.split_at(at);
        run.push_str(before);
        let opened = opened(found).filter(|_| gaps.len() < DEPTH_MAX);
        if let Some((numbers, after)) = opened {
            put(&mut gaps, &mut shown, &run);
            run.clear();
            is_flat &= gaps.is_empty();
            gaps.push(Gap { style: style_of(&numbers), inside: String::new(), hint: None });
            rest = after;
        } else if found.starts_with(END)
            && let Some(mut gap) = gaps.pop()
        {
            gap.put(&run);
            run.clear();
            let closed = gap.closed();
            if gap.style.is_some() {
                all_asked.push(closed.clone());
            }
            within(&mut gaps, &mut shown).push_str(&closed);
            rest = found.get(END.len()..).unwrap_or_default();
        } else {
            // The characters neither start nor end a gap.
            let (text, after) = found.split_at(1);
            run.push_str(text);
            rest = after;
        }
    }
    run.push_str(rest);
    put(&mut gaps, &mut shown, &run);
    Reading { shown, asked: all_asked, is_flat: is_flat && gaps.is_empty() }
}

/// Adds text that has no gaps.
fn put(gaps: &mut [Gap], shown: &mut String, text: &str) {
    match gaps.last_mut() {
        Some(gap) => gap.put(text),
        None => shown.push_str(text),
    }
}

/// Returns the text to which the next characters belong.
fn within<'a>(gaps: &'a mut [Gap], shown: &'a mut String) -> &'a mut String {
    gaps.last_mut().map_or(shown, |gap| &mut gap.inside)
}

/// Reads the opening of a gap. Returns its numbers and the text after the opening.
fn opened(text: &str) -> Option<(Vec<i64>, &str)> {
    let from = text.strip_prefix(BEGIN)?;
    let end = from.bytes().take(NUMBERS_MAX_BYTES).take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
    let (list, rest) = from.split_at_checked(end)?;
    let rest = rest.strip_prefix(HINT)?;
    let numbers: Vec<i64> = list.split(',').filter_map(|number| number.parse().ok()).collect();
    if numbers.is_empty() { None } else { Some((numbers, rest)) }
}

impl Gap {
    /// Adds text that has no gaps. As in Anki, the part after its first `::` is the hint, even if the gap also contains
    /// other gaps.
    fn put(&mut self, text: &str) {
        let (text, hint) = text.split_once(HINT).map_or((text, None), |(text, hint)| (text, Some(hint)));
        self.inside.push_str(text);
        if let Some(hint) = hint {
            self.hint = Some(hint.to_owned());
        }
    }

    fn closed(&self) -> String {
        match self.style {
            Some(Style::Side(Side::Front)) => format!("[{}]", self.hint.as_deref().unwrap_or("...")),
            Some(Style::Side(Side::Back)) => format!("<b>{}</b>", self.inside),
            Some(Style::Marked(number)) => {
                let ([open, close], [numbered, hinted]) = (ANSWERED, EXPORTED);
                let hint = self.hint.as_deref().map_or_else(String::new, |hint| format!("{hinted}{hint}"));
                format!("{open}{number}{numbered}{}{hint}{close}", self.inside)
            }
            None => self.inside.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn s6_import_6_a_cloze_card_hides_the_gaps_of_its_number_and_shows_the_others() {
        let sides =
            |text, number| (render(text, number, Side::Front), render(text, number, Side::Back).unwrap_or_default());
        for (text, number, front, back) in [
            ("{{c1::Ottawa}} is the {{c2::capital}}", 1, "[...] is the capital", "<b>Ottawa</b> is the capital"),
            ("{{c1::Ottawa}} is the {{c2::capital}}", 2, "Ottawa is the [...]", "Ottawa is the <b>capital</b>"),
            ("{{c1::a}} {{c1::b::what?}}", 1, "[...] [what?]", "<b>a</b> <b>b</b>"),
            ("{{c1::all of {{c2::this}}}}", 1, "[...]", "<b>all of this</b>"),
            ("{{c1::all of {{c2::this}}}}", 2, "all of [...]", "all of <b>this</b>"),
            (
                "{{c1::x}} } {{c}} {{d1::y}} }} {{c2::open",
                1,
                "[...] } {{c}} {{d1::y}} }} ",
                "<b>x</b> } {{c}} {{d1::y}} }} ",
            ),
            ("{{c1,2::a::h}} {{c2::b}}", 1, "[h] b", "<b>a</b> b"),
            ("{{c1,2::a::h}} {{c2::b}}", 2, "[h] [...]", "<b>a</b> <b>b</b>"),
            ("{{c1::a::h {{c2::b}} c}}", 1, "[h ]", "<b>ab c</b>"),
            ("{{c1::a::h {{c2::b}} c}}", 2, "a[...] c", "a<b>b</b> c"),
            ("{{c1::x {{c2::a::b::c}} y}}", 2, "x [b::c] y", "x <b>a</b> y"),
            ("{{c1::a::}} {{c1::b::h}x}}", 1, "[] [h}x]", "<b>a</b> <b>b</b>"),
            ("{{c,01,3::a}} {{c1, 2::x}}", 1, "[...] {{c1, 2::x}}", "<b>a</b> {{c1, 2::x}}"),
        ] {
            assert_eq!(sides(text, number), (Some(front.to_owned()), back.to_owned()), "{text}");
        }
        assert_eq!(render("{{c1::x}}", 2, Side::Front), None);
        assert_eq!(
            render_gaps_only("{{c1::x}} y {{c1::z::h}} {{c2::w}}", 1, Side::Front).as_deref(),
            Some("[...], [h]")
        );
        assert_eq!(render_gaps_only("{{c1::x}} y", 2, Side::Back), None);
        assert_eq!(gap_numbers("{{c3,1::a}} {{c2::{{c0::b}}}}").into_iter().collect::<Vec<_>>(), [1, 2, 3]);
        assert!(is_image_occlusion("{{c1::image-occlusion:rect:left=.1}}") && !is_image_occlusion("{{c1::x}}"));
    }

    #[test]
    fn s6_import_6_simple_gaps_are_marked_and_others_are_not() {
        assert_eq!(with_marks("{{c1::a::h}} {{c}} {{c2::<b>b</b>}}").as_deref(), Some("⸢1⸤a⸥h⸣ {{c}} ⸢2⸤<b>b</b>⸣"));
        for text in ["no gap", "{{c1::a", "{{c1,2::a}}", "{{c1::a {{c2::b}}}}", "{{c1::a}} {{c2::b<IMG src=b.png>}}"] {
            assert_eq!(with_marks(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn cloze_parsing_never_panics(text in "(\\{\\{|\\}\\}|c1|::|é|x| ){0,60}", number in 0i64..3) {
            for side in [Side::Front, Side::Back] {
                let shown = render(&text, number, side);
                prop_assert!(shown.is_none_or(|shown| shown.len() <= text.len() * 3 + 20));
            }
        }
    }
}

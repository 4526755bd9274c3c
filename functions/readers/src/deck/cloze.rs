//! Gaps to fill in: `{{c1::text::hint}}`. A card asks for those of one number, and shows what is in the others.

use super::side::Side;

/// Gaps stand within each other at most so deep; deeper ones are text.
const DEPTH_MAX: usize = 8;

const BEGIN: &str = "{{c";
const END: &str = "}}";
const HINT: &str = "::";

/// What begins the text of a gap that covers a part of a picture.
const COVERED: &str = "image-occlusion:";

/// A gap that is being read.
struct Gap<'a> {
    /// Its number is the one that is asked for.
    is_asked: bool,
    /// How it was opened, for one that never ends.
    begin: &'a str,
    /// What is in it so far, as it is shown.
    inside: String,
}

/// Whether a text has gaps that cover parts of a picture.
pub(super) fn is_covered(text: &str) -> bool {
    text.contains(BEGIN) && text.contains(COVERED)
}

/// The text as a side of the card that asks for the gaps of this number shows it; `None` when there are none.
pub(super) fn filled(text: &str, number: i64, of: Side) -> Option<String> {
    let mut has_asked = false;
    let mut shown = String::new();
    let mut gaps: Vec<Gap<'_>> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, found) = rest.split_at(at);
        within(&mut gaps, &mut shown).push_str(before);
        let opened = opened(found).filter(|_| gaps.len() < DEPTH_MAX);
        if let Some((of_number, begin)) = opened {
            let is_asked = of_number == number;
            has_asked |= is_asked;
            gaps.push(Gap { is_asked, begin, inside: String::new() });
            rest = found.get(begin.len()..).unwrap_or_default();
        } else if found.starts_with(END)
            && let Some(gap) = gaps.pop()
        {
            let closed = gap.closed(of);
            within(&mut gaps, &mut shown).push_str(&closed);
            rest = found.get(END.len()..).unwrap_or_default();
        } else {
            // Neither begins nor ends a gap.
            let (text, after) = found.split_at(1);
            within(&mut gaps, &mut shown).push_str(text);
            rest = after;
        }
    }
    within(&mut gaps, &mut shown).push_str(rest);
    while let Some(gap) = gaps.pop() {
        let text = format!("{}{}", gap.begin, gap.inside);
        within(&mut gaps, &mut shown).push_str(&text);
    }
    has_asked.then_some(shown)
}

/// Where what comes next belongs.
fn within<'a>(gaps: &'a mut [Gap<'_>], shown: &'a mut String) -> &'a mut String {
    gaps.last_mut().map_or(shown, |gap| &mut gap.inside)
}

/// The number of a gap that begins here, and how it does.
fn opened(text: &str) -> Option<(i64, &str)> {
    let from = text.strip_prefix(BEGIN)?;
    let digits = from.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let (number, rest) = from.split_at_checked(digits)?;
    if !rest.starts_with(HINT) {
        return None;
    }
    Some((number.parse().ok()?, text.get(..BEGIN.len() + digits + HINT.len())?))
}

impl Gap<'_> {
    fn closed(&self, of: Side) -> String {
        let (text, hint) = self.inside.split_once(HINT).unwrap_or((&self.inside, ""));
        match (self.is_asked, of) {
            (true, Side::Front) => format!("[{}]", if hint.trim().is_empty() { "..." } else { hint }),
            (true, Side::Back) => format!("<b>{text}</b>"),
            (false, _) => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn s6_import_6_a_card_asks_for_the_gaps_of_its_number_and_shows_the_others() {
        let sides =
            |text, number| (filled(text, number, Side::Front), filled(text, number, Side::Back).unwrap_or_default());
        for (text, number, front, back) in [
            ("{{c1::Ottawa}} is the {{c2::capital}}", 1, "[...] is the capital", "<b>Ottawa</b> is the capital"),
            ("{{c1::Ottawa}} is the {{c2::capital}}", 2, "Ottawa is the [...]", "Ottawa is the <b>capital</b>"),
            ("{{c1::a}} {{c1::b::what?}}", 1, "[...] [what?]", "<b>a</b> <b>b</b>"),
            ("{{c1::all of {{c2::this}}}}", 1, "[...]", "<b>all of this</b>"),
            ("{{c1::all of {{c2::this}}}}", 2, "all of [...]", "all of <b>this</b>"),
            (
                "{{c1::x}} } {{c}} {{d1::y}} }} {{c2::open",
                1,
                "[...] } {{c}} {{d1::y}} }} {{c2::open",
                "<b>x</b> } {{c}} {{d1::y}} }} {{c2::open",
            ),
        ] {
            assert_eq!(sides(text, number), (Some(front.to_owned()), back.to_owned()), "{text}");
        }
        assert_eq!(filled("{{c1::x}}", 2, Side::Front), None);
        assert!(is_covered("{{c1::image-occlusion:rect:left=.1}}") && !is_covered("{{c1::x}}"));
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "(\\{\\{|\\}\\}|c1|::|é|x| ){0,60}", number in 0i64..3) {
            for side in [Side::Front, Side::Back] {
                let shown = filled(&text, number, side);
                prop_assert!(shown.is_none_or(|shown| shown.len() <= text.len() * 3 + 20));
            }
        }
    }
}

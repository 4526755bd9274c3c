//! What in the source of a card is no HTML: formulas between signs of Anki, and sounds.

use html5gum::{HtmlString, Token, Tokenizer};

use super::emphasis::is_sign;
use super::tex::of_latex;

/// Between these stands the number of a formula, which the tokenizer passes on as text.
pub(super) const OPEN: char = '\u{E000}';
/// See [`OPEN`].
pub(super) const CLOSE: char = '\u{E001}';

/// Longer formulas are text, in bytes.
const FORMULA_MAX_BYTES: usize = 3000;

/// Longer names of sounds are text, in bytes.
const NAME_MAX_BYTES: usize = 400;

/// What begins and ends a formula, and whether it stands on lines of its own.
const FORMULAS: [(&str, &str, bool); 5] = [
    ("\\(", "\\)", false),
    ("\\[", "\\]", true),
    ("[$]", "[/$]", false),
    ("[$$]", "[/$$]", true),
    ("[latex]", "[/latex]", false),
];

/// A formula.
#[derive(Debug)]
pub(super) struct Formula {
    pub(super) tex: String,
    pub(super) is_block: bool,
}

/// The source of a side without them.
#[derive(Debug)]
pub(super) struct Source {
    /// With numbers where formulas were.
    pub(super) html: String,
    pub(super) formulas: Vec<Formula>,
    pub(super) sounds: Vec<String>,
}

impl Source {
    pub(super) fn of(given: &str) -> Self {
        let given: String = given.chars().filter(|sign| !matches!(*sign, OPEN | CLOSE) && !is_sign(*sign)).collect();
        let mut source = Self { html: String::with_capacity(given.len()), formulas: Vec::new(), sounds: Vec::new() };
        let mut rest = given.as_str();
        while let Some(place) = rest.find(['\\', '[']) {
            let (before, from) = rest.split_at(place);
            source.html.push_str(before);
            rest = source.take(from).unwrap_or_else(|| {
                // One of both signs, which are one byte each.
                let (sign, after) = from.split_at(1);
                source.html.push_str(sign);
                after
            });
        }
        source.html.push_str(rest);
        source
    }

    /// Takes a formula or a sound off the beginning, and answers what comes behind it.
    fn take<'a>(&mut self, from: &'a str) -> Option<&'a str> {
        if let Some(inside) = from.strip_prefix("[sound:") {
            let (name, after) = until(inside, "]", NAME_MAX_BYTES)?;
            self.sounds.push(plain(name));
            return Some(after);
        }
        if let Some(inside) = from.strip_prefix("[anki:tts") {
            let (_, text) = until(inside, "]", NAME_MAX_BYTES)?;
            let (text, after) = until(text, "[/anki:tts]", FORMULA_MAX_BYTES)?;
            self.sounds.push(plain(text));
            return Some(after);
        }
        let (open, close, is_block) = FORMULAS.into_iter().find(|(open, ..)| from.starts_with(open))?;
        let (tex, after) = formula(from.get(open.len()..)?, close)?;
        let tex = plain(tex);
        let (tex, is_block) = if open == "[latex]" { of_latex(&tex) } else { (tex, is_block) };
        if !tex.is_empty() {
            self.html.push(OPEN);
            self.html.push_str(&self.formulas.len().to_string());
            self.html.push(CLOSE);
            self.formulas.push(Formula { tex, is_block });
        }
        Some(after)
    }
}

/// What comes before `close` and what comes behind it, if that is near: a search to the end for each beginning would take
/// for ever.
fn until<'a>(text: &'a str, close: &str, max_bytes: usize) -> Option<(&'a str, &'a str)> {
    let mut near = text.len().min(max_bytes);
    while !text.is_char_boundary(near) {
        near -= 1;
    }
    let end = text.get(..near)?.find(close)?;
    Some((text.get(..end)?, text.get(end + close.len()..)?))
}

/// Returns a formula and the text behind it. As for MathJax, what would end it within braces is a part of it.
fn formula<'a>(text: &'a str, close: &str) -> Option<(&'a str, &'a str)> {
    let first = until(text, close, FORMULA_MAX_BYTES)?;
    let mut depth = 0_u32;
    let mut signs = text.char_indices().take_while(|(at, _)| *at < FORMULA_MAX_BYTES);
    while let Some((at, sign)) = signs.next() {
        if depth == 0 && text.get(at..).is_some_and(|rest| rest.starts_with(close)) {
            return Some((text.get(..at)?, text.get(at + close.len()..)?));
        }
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\\' => drop(signs.next()),
            _ => {}
        }
    }
    Some(first)
}

/// The text of a piece of HTML, on one line.
fn plain(html: &str) -> String {
    let mut plain = String::new();
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::String(string) => plain.push_str(&text(&string)),
            // Most are ends of lines.
            Token::StartTag(_) => plain.push(' '),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text of the source without the signs that only the writer may use.
pub(super) fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).replace(is_sign, "")
}

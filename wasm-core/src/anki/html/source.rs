//! Extracts the parts of a card's source that are not HTML: formulas in Anki's delimiters, and sounds.

use html5gum::{HtmlString, Token, Tokenizer};

use super::emphasis::is_placeholder;
use super::tex::from_latex;

/// Start of a placeholder with the number of a formula, which the tokenizer passes on as text.
pub(super) const PLACEHOLDER_START: char = '\u{E000}';
/// End of a placeholder; see [`PLACEHOLDER_START`].
pub(super) const PLACEHOLDER_END: char = '\u{E001}';

/// Maximum length of a formula in bytes. Longer ones are text.
const FORMULA_MAX_BYTES: usize = 3000;

/// Maximum length of a sound name in bytes. Longer ones are text.
const NAME_MAX_BYTES: usize = 400;

/// Start and end of a formula; true for a formula on lines of its own.
const FORMULAS: [(&str, &str, bool); 5] = [
    ("\\(", "\\)", false),
    ("\\[", "\\]", true),
    ("[$]", "[/$]", false),
    ("[$$]", "[/$$]", true),
    ("[latex]", "[/latex]", false),
];

#[derive(Debug)]
pub(super) struct Formula {
    pub(super) tex: String,
    pub(super) is_block: bool,
}

/// The source of a side without formulas and sounds.
#[derive(Debug)]
pub(super) struct Source {
    /// HTML with placeholders for formulas.
    pub(super) html: String,
    pub(super) formulas: Vec<Formula>,
    pub(super) sounds: Vec<String>,
}

impl Source {
    pub(super) fn extract(given: &str) -> Self {
        let given: String = given
            .chars()
            .filter(|sign| !matches!(*sign, PLACEHOLDER_START | PLACEHOLDER_END) && !is_placeholder(*sign))
            .collect();
        let mut source = Self { html: String::with_capacity(given.len()), formulas: Vec::new(), sounds: Vec::new() };
        let mut rest = given.as_str();
        while let Some(place) = rest.find(['\\', '[']) {
            let (before, from) = rest.split_at(place);
            source.html.push_str(before);
            rest = source.take(from).unwrap_or_else(|| {
                // A lone `\` or `[`, which is one byte.
                let (sign, after) = from.split_at(1);
                source.html.push_str(sign);
                after
            });
        }
        source.html.push_str(rest);
        source
    }

    /// Extracts a formula or a sound from the start of the text. Returns the rest of the text.
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
        let (tex, is_block) = if open == "[latex]" { from_latex(&tex) } else { (tex, is_block) };
        if !tex.is_empty() {
            self.html.push(PLACEHOLDER_START);
            self.html.push_str(&self.formulas.len().to_string());
            self.html.push(PLACEHOLDER_END);
            self.formulas.push(Formula { tex, is_block });
        }
        Some(after)
    }
}

/// Returns the text before and after `close`, if `close` is near. A search to the end for each opening would take
/// quadratic time.
fn until<'a>(text: &'a str, close: &str, max_bytes: usize) -> Option<(&'a str, &'a str)> {
    let mut near = text.len().min(max_bytes);
    while !text.is_char_boundary(near) {
        near -= 1;
    }
    let end = text.get(..near)?.find(close)?;
    Some((text.get(..end)?, text.get(end + close.len()..)?))
}

/// Returns a formula and the text after it. As in MathJax, an end delimiter within braces belongs to the formula.
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

/// Returns the text of an HTML fragment on one line.
fn plain(html: &str) -> String {
    let mut plain = String::new();
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::String(string) => plain.push_str(&text(&string)),
            // Most tags here are line breaks.
            Token::StartTag(_) => plain.push(' '),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Decodes a text and removes the characters that the writer uses as placeholders.
pub(super) fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).replace(is_placeholder, "")
}

//! Displayed formulas.

use super::block::{Block, Kind};
use super::rows::Row;

/// Minimum number of mathematical symbols in a formula for each word of four or more letters.
const SYMBOLS_PER_WORD: usize = 1;

/// Minimum indent of a displayed formula, in em.
const INDENT_EM: f64 = 1.2;

/// Maximum length of a part of a formula, in characters.
const PART_MAX_CHARS: usize = 18;

/// Maximum distance between the parts of a formula, in em.
const PART_GAP_EM: f64 = 0.9;

/// Joins the parts of formulas, such as the numerator and the denominator of a fraction.
pub(super) fn join_parts(blocks: Vec<Block>) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        if let Some(last) = joined.last_mut()
            && is_part(last)
            && is_part(&block)
        {
            let gap = last.look.em.max(block.look.em) * PART_GAP_EM;
            if last.area.inflate(gap, gap).overlaps(block.area) {
                last.text = format!("{} {}", last.text, block.text);
                last.area = last.area.union(block.area);
                last.look.rows += block.look.rows;
                last.kind = Kind::Formula;
                last.marker = None;
                continue;
            }
        }
        joined.push(block);
    }
    joined
}

/// Returns true for a formula, or a short text without words.
fn is_part(block: &Block) -> bool {
    let has_word = || {
        block
            .text
            .split(|one: char| !one.is_alphabetic())
            .any(|word| word.chars().filter(|one| !is_symbol(*one)).count() >= 4)
    };
    match block.kind {
        Kind::Formula => true,
        Kind::Paragraph => block.text.chars().count() <= PART_MAX_CHARS && !has_word(),
        _ => false,
    }
}

/// Returns true if the row is a displayed formula of a column that starts at `left`.
pub(super) fn is_formula(row: &Row, left: f64) -> bool {
    let text = row.text();
    let (mut symbols, mut words) = (0, 0);
    for word in text.split_whitespace() {
        let letters = word.chars().filter(|one| one.is_alphabetic() && !is_symbol(*one)).count();
        symbols += word.chars().filter(|one| is_symbol(*one)).count();
        words += usize::from(letters >= 4);
    }
    symbols >= 1
        && symbols >= words * SYMBOLS_PER_WORD + usize::from(words > 2)
        && row.area.x0 > left + row.em * INDENT_EM
}

/// Returns true for operators, Greek letters and mathematical alphanumeric symbols.
fn is_symbol(one: char) -> bool {
    matches!(one, '=' | '+' | '<' | '>' | '±' | '×' | '÷' | '¬' | '^'
        | '\u{391}'..='\u{3f5}' | '\u{2190}'..='\u{22ff}' | '\u{27c0}'..='\u{2aff}' | '\u{1d400}'..='\u{1d7ff}' | '\u{2061}'..='\u{2064}')
}

/// Returns true for the number of a formula, such as `(3.1)`.
pub(super) fn is_number(text: &str) -> bool {
    let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(|one| one.is_ascii_digit() || one == '.'))
}

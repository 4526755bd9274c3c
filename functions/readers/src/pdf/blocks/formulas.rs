//! Displayed formulas.

use super::rows::Row;

/// Minimum number of mathematical symbols per word of a formula.
const SYMBOLS_PER_WORD: usize = 1;

/// Minimum indent of a displayed formula, in em.
const INDENT_EM: f64 = 1.2;

/// Returns true if the row is a displayed formula of a column that starts at `left`.
pub(super) fn is_formula(row: &Row, left: f64) -> bool {
    let text = row.text();
    let (mut symbols, mut words) = (0, 0);
    for word in text.split_whitespace() {
        let letters = word.chars().filter(|one| one.is_alphabetic() && !is_symbol(*one)).count();
        symbols += word.chars().filter(|one| is_symbol(*one)).count();
        words += usize::from(letters >= 4);
    }
    symbols >= 1 && symbols >= words * SYMBOLS_PER_WORD + usize::from(words > 2) && row.area.x0 > left + row.em * INDENT_EM
}

/// Returns true for operators, Greek letters and letters of formulas.
fn is_symbol(one: char) -> bool {
    matches!(one, '=' | '+' | '<' | '>' | '±' | '×' | '÷' | '¬' | '^'
        | '\u{391}'..='\u{3f5}' | '\u{2190}'..='\u{22ff}' | '\u{27c0}'..='\u{2aff}' | '\u{1d400}'..='\u{1d7ff}' | '\u{2061}'..='\u{2064}')
}

/// Returns true for a formula's number in the margin, such as `(3.1)`.
pub(super) fn is_number(text: &str) -> bool {
    let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(|one| one.is_ascii_digit() || one == '.'))
}

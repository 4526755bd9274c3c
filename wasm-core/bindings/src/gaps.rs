//! Gaps on study cards. Without objects, so that the module stays small.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::gaps;
use wasm_core::study::CardKey;

/// Returns the numbers of the gaps of a text, in order; none if it has no gaps or invalid ones.
#[wasm_bindgen(js_name = gapNumbers)]
pub fn gap_numbers(text: &str) -> Vec<u32> {
    gaps::gap_numbers(text).into_iter().collect()
}

/// Returns the id under which the gaps of a card with this number are studied, or `undefined` if the id of the card is
/// invalid.
#[wasm_bindgen(js_name = gapCardId)]
pub fn gap_card_id(card: &str, number: u32) -> Option<String> {
    let card: CardKey = card.parse().ok()?;
    card.gap(number).map(|gap| gap.to_string())
}

/// Returns the Markdown of the question about the gaps with this number, or about all gaps, with `⸨hint⸩` in their place.
#[wasm_bindgen(js_name = gapQuestion)]
pub fn gap_question(text: &str, number: Option<u32>) -> String {
    gaps::question(text, number)
}

/// Returns the Markdown of the answer, in which `⸢text⸣` marks the gaps with this number, or all gaps.
#[wasm_bindgen(js_name = gapAnswer)]
pub fn gap_answer(text: &str, number: Option<u32>) -> String {
    gaps::answer(text, number)
}

/// Returns only the hidden text of the gaps with this number, as Markdown.
#[wasm_bindgen(js_name = gapText)]
pub fn gap_text(text: &str, number: u32) -> String {
    gaps::hidden_text(text, number)
}

/// Returns the Markdown from which the HTML for Anki is made: `⸢1⸤text⸥hint⸣` for each gap.
#[wasm_bindgen(js_name = gapsForAnki)]
pub fn gaps_for_anki(text: &str) -> String {
    gaps::with_export_marks(text)
}

/// Returns the selected part of a text as a gap with a number that neither the text nor `saved`, the text before it was
/// edited, has. Returns `undefined` if all numbers are used.
#[wasm_bindgen(js_name = makeGap)]
pub fn make_gap(saved: &str, before: &str, selected: &str, after: &str) -> Option<String> {
    gaps::make_gap(saved, before, selected, after)
}

/// Returns the reason why the gaps of a text are invalid, as a message for users.
#[wasm_bindgen(js_name = gapProblem)]
pub fn gap_problem(text: &str) -> Option<String> {
    gaps::gaps(text).err().map(|error| error.to_string())
}

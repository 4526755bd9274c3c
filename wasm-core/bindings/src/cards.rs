//! Bulk operations on study cards: reading decks and exporting CSV files and Anki decks.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::anki::{self, AnkiNote, File};
use wasm_core::forms::{self, DeckCard, Sides};

use super::{Answer, from_js, to_js};

/// Returns the cards of an imported deck. `there` are the cards that the target collection already has; it may have at
/// most `max` in total.
#[wasm_bindgen(js_name = readCardDeck, unchecked_return_type = "CardTable")]
pub fn read_card_deck(
    #[wasm_bindgen(unchecked_param_type = "DeckCard[]")] cards: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Sides[]")] there: JsValue,
    max: usize,
) -> Answer {
    let cards: Vec<DeckCard> = from_js(cards)?;
    to_js(&forms::check_deck_cards(cards, from_js(there)?, max))
}

/// Returns cards as CSV.
#[wasm_bindgen(js_name = cardsAsCsv)]
pub fn cards_as_csv(
    #[wasm_bindgen(unchecked_param_type = "Sides[]")] cards: JsValue,
) -> Result<String, serde_wasm_bindgen::Error> {
    Ok(forms::to_csv(&from_js::<Vec<Sides>>(cards)?))
}

/// Returns an Anki deck. The sides of the cards are HTML; `names` and `files` are the images that they refer to.
#[wasm_bindgen(js_name = cardsAsApkg)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since 1970")]
pub fn cards_as_apkg(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "AnkiNote[]")] notes: JsValue,
    names: Vec<String>,
    files: Vec<Uint8Array>,
    now_ms: f64,
) -> Result<Vec<u8>, serde_wasm_bindgen::Error> {
    let notes: Vec<AnkiNote> = from_js(notes)?;
    let pictures = names.into_iter().zip(files).map(|(name, file)| File { name, bytes: file.to_vec() });
    Ok(anki::build_package(name, &notes, &pictures.collect::<Vec<_>>(), now_ms as u64))
}

/// Returns the invalid fields of an Anki deck file.
#[wasm_bindgen(js_name = validateDeckFile, unchecked_return_type = "FieldError[]")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of files")]
pub fn validate_deck_file(name: &str, size_bytes: f64) -> Answer {
    to_js(&forms::validate_deck_file(name, size_bytes as u64).err().unwrap_or_default())
}

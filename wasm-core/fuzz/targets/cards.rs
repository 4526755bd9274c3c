//! Arbitrary bytes as a text of study cards: no panic, requests that the API accepts, bounded lists, and exported CSV
//! that reads back unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_core::forms::{CardRow, Separator, Sides, parse_card_table, to_csv, validate_card};
use wasm_core::limits::CARD_BATCH_MAX;

const MAX: usize = 1000;

fn sides(rows: &[CardRow]) -> Vec<Sides> {
    rows.iter().map(|row| Sides { title: row.title.clone(), content: row.content.clone() }).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let separators = [Separator::Comma, Separator::Semicolon, Separator::Tab, Separator::Pipe, Separator::Colons];
    for separator in std::iter::once(None).chain(separators.map(Some)) {
        let Ok(table) = parse_card_table(bytes, separator, Vec::new(), MAX) else { return };
        assert!(table.rows() <= MAX && table.bad.len() <= 500);
        assert!(table.batches.iter().all(|batch| !batch.is_empty() && batch.len() <= CARD_BATCH_MAX));
        let rows: Vec<CardRow> = table.batches.into_iter().flatten().collect();
        for row in &rows {
            let draft = validate_card(&row.title, &row.content, "").expect("it was checked");
            assert_eq!((&draft.title, &draft.content), (&row.title, &row.content));
        }
        let cards = sides(&rows);
        let again = parse_card_table(to_csv(&cards).as_bytes(), None, Vec::new(), MAX).expect("it is ours");
        assert_eq!(sides(&again.batches.concat()), cards);
    }
});

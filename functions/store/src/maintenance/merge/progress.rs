//! Counts the moved items in the merge record.

use aws::expression::{attribute, exists};
use aws::transaction::Transaction;
use aws::write::Update;
use model::keys;
use wasm_core::course::CourseCode;

/// Counts a moved item in the transaction that moves it. Condition: the merge is not finished.
pub(super) fn count_moved_item(transaction: &mut Transaction, from: &CourseCode, what: &str) {
    let is_going_on = exists().and(attribute("finished_at").is_absent());
    transaction.add("merge", Update::of(keys::course::merge(from)).add(what, 1).when(is_going_on));
}

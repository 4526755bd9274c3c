//! Repairs that an operator agreed to.

use store::NoteId;
use store::keys::object;
use store::objects::{self, Bucket};
use store::reconcile::ReconcileOptions;

use super::files::{is_there, put};
use super::{LOOK, MEND, everything, run};
use crate::support::code;

#[tokio::test]
async fn h20_a_repair_that_needs_more_changes_than_were_confirmed_changes_nothing() {
    let all = everything().await;
    let store = all.store();
    let orphan = object::course_note(&code("CS246"), 3, NoteId::generate());
    put(store, &orphan).await;
    objects::delete(store, Bucket::Files, &all.audio.file.key).await.unwrap();
    all.set("USER#ana", "ME", "own_card_count", 5);
    for (orphans_max, missing_max) in [(Some(0), Some(1)), (Some(1), Some(0))] {
        let report = run(store, ReconcileOptions { orphans_max, missing_max, ..MEND }).await;
        assert_eq!((report.orphans, report.missing_files, report.miscounts), (1, 1, 1), "{report:?}");
        assert_eq!((report.refused, report.mended), (true, 0));
        assert!(is_there(store, &orphan).await);
    }
    let look = run(store, ReconcileOptions { orphans_max: Some(0), ..LOOK }).await;
    assert!(!look.refused, "a run that repairs nothing needs no agreement");
    let report = run(store, ReconcileOptions { orphans_max: Some(1), missing_max: Some(1), ..MEND }).await;
    assert_eq!((report.refused, report.mended), (false, 3));
    assert!(!is_there(store, &orphan).await);
}

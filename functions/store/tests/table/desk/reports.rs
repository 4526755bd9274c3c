//! All reports of an item form one case until an administrator decides.

use store::reports::{self, FileOutcome, ReportReason, ReportTarget, ReportedItem};
use store::{Error, NoteId, ResourceKind, Store};

use crate::support::{at, empty_store, no_note, uid};

fn about(title: &str) -> ReportedItem {
    ReportedItem { title: title.into(), place: "CS246".into(), chapter: None }
}

async fn file(store: &Store, target: ReportTarget, who: &str, secs: i64) -> FileOutcome {
    let report = reports::new_report(uid(who), who.to_uppercase(), ReportReason::Wrong, "Page 3".into(), at(secs));
    reports::create(store, target, &about("Pointers"), &report).await.unwrap()
}

#[tokio::test]
async fn s2_report_1_a_student_can_report_an_item_once_until_its_case_is_closed() {
    let store = empty_store().await;
    let note = ReportTarget::Note(no_note());
    assert_eq!(file(&store, note, "a", 0).await, FileOutcome::Filed);
    assert_eq!(file(&store, note, "a", 60).await, FileOutcome::AlreadyFiled);
    assert_eq!(file(&store, note, "b", 120).await, FileOutcome::Filed);
    let said = reports::list_for_item(&store, note).await.unwrap();
    assert_eq!(said.iter().map(|report| report.reporter_name.as_str()).collect::<Vec<_>>(), ["B", "A"]);

    let closed = reports::close(&store, note, at(180)).await.unwrap();
    assert_eq!((closed.reports, closed.about.title.as_str()), (2, "Pointers"));
    assert!(reports::list_open(&store, None, 10).await.unwrap().items.is_empty());
    assert!(matches!(reports::list_for_item(&store, note).await, Err(Error::NotFound(ResourceKind::Report))));
    assert!(matches!(reports::close(&store, note, at(180)).await, Err(Error::NotFound(ResourceKind::Report))));

    // A new round starts with one report.
    assert_eq!(file(&store, note, "a", 240).await, FileOutcome::Filed);
    let open = reports::list_open(&store, None, 10).await.unwrap().items;
    assert_eq!(open.iter().map(|case| (case.reports, case.first_reported_at)).collect::<Vec<_>>(), [(1, at(240))]);
    assert_eq!(reports::list_for_item(&store, note).await.unwrap().len(), 1);
}

#[tokio::test]
async fn s2_report_2_reports_are_listed_by_descending_count() {
    let store = empty_store().await;
    let (one, many) = (ReportTarget::Note(no_note()), ReportTarget::Audio(NoteId::generate().ulid().into()));
    file(&store, one, "a", 0).await;
    for who in ["a", "b", "c"] {
        file(&store, many, who, 60).await;
    }
    let first = reports::list_open(&store, None, 1).await.unwrap();
    assert_eq!((first.items[0].target, first.items[0].reports), (many, 3));
    let second = reports::list_open(&store, first.next.as_ref(), 1).await.unwrap();
    assert_eq!(second.items[0].target, one);
}

#[tokio::test]
async fn s2_report_1_concurrent_reports_are_all_counted() {
    let store = empty_store().await;
    let note = ReportTarget::Note(no_note());
    let mut filing = tokio::task::JoinSet::new();
    for student in 0..15 {
        let store = store.clone();
        filing.spawn(async move { file(&store, note, &format!("s{student}"), 0).await });
    }
    assert!(filing.join_all().await.into_iter().all(|filed| filed == FileOutcome::Filed));
    assert_eq!(reports::find(&store, note).await.unwrap().unwrap().reports, 15);
    assert_eq!(reports::list_for_item(&store, note).await.unwrap().len(), 15);
}

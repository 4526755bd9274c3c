use store::Store;
use store::audit::{self, ActionKind, AuditEntry, Filter};

use crate::support::{at, empty_store, uid};

async fn add(store: &Store, actor: &str, action: &str, object: &str) {
    let entry = AuditEntry::new(uid(actor), action, "01JD3Q8Z6B0000000000000001", object, at(0));
    audit::append(store, &entry).await.unwrap();
}

/// Returns the objects of all entries that meet the filter, by page.
async fn pages(store: &Store, filter: &Filter, limit: u32) -> Vec<Vec<String>> {
    let (mut pages, mut cursor) = (Vec::new(), None);
    loop {
        let page = audit::list(store, at(0), filter, cursor.as_ref(), limit).await.unwrap();
        pages.push(page.items.into_iter().map(|entry| entry.object).collect());
        cursor = page.next;
        if cursor.is_none() {
            return pages;
        }
    }
}

#[tokio::test]
async fn h21_the_log_keeps_every_entry_of_a_month() {
    let store = empty_store().await;
    let entry = AuditEntry::new(uid("admin"), "delete_note", "01JD3Q8Z6B0000000000000001", "Pointers (CS246)", at(0));
    audit::append(&store, &entry).await.unwrap();
    let later = AuditEntry::new(uid("admin"), "put_course", "CS246", "CS246: Objects", at(1));
    audit::append(&store, &later).await.unwrap();
    let all = Filter::default();
    let listed = audit::list(&store, at(0), &all, None, 10).await.unwrap().items;
    assert_eq!(listed, [later, entry], "the newest comes first");
    assert!(audit::list(&store, at(40 * 86_400), &all, None, 10).await.unwrap().items.is_empty());
}

#[tokio::test]
async fn h21_the_log_is_filtered_by_administrator_kind_and_text_while_paging() {
    let store = empty_store().await;
    for number in 1..=5 {
        add(&store, "kim", "delete_note", &format!("Pointers {number} (CS246)")).await;
        add(&store, "lee", "edit_course", &format!("CS24{number}: Écologie")).await;
    }
    let by_kim = Filter { actor: Some(uid("kim")), ..Filter::default() };
    let found = pages(&store, &by_kim, 2).await;
    assert!(found.iter().all(|page| page.len() <= 2), "{found:?}");
    let newest_first = [5, 4, 3, 2, 1].map(|number| format!("Pointers {number} (CS246)"));
    assert_eq!(found.concat(), newest_first);

    let courses = Filter { kind: Some(ActionKind::Course), ..Filter::default() };
    assert_eq!(pages(&store, &courses, 100).await.concat().len(), 5);
    assert!(
        pages(&store, &Filter { kind: Some(ActionKind::Upload), ..Filter::default() }, 100).await.concat().is_empty()
    );

    let text = |text: &str| Filter { text: Some(text.into()), ..Filter::default() };
    assert_eq!(pages(&store, &text("ecologie 243"), 100).await.concat(), ["CS243: Écologie"]);
    assert_eq!(pages(&store, &text("cs246"), 100).await.concat().len(), 5, "the names of the notes");
    let of_both = Filter { kind: Some(ActionKind::Course), ..text("pointers") };
    assert!(pages(&store, &of_both, 100).await.concat().is_empty(), "an entry must meet all conditions");
}

/// Logs one request of an import.
async fn import(store: &Store, actor: &str, chapter: &str, cards: u32, secs: i64) {
    let entry = AuditEntry::new(uid(actor), "import_cards", chapter, "CS246, chapter 4", at(secs));
    let counts = [("cards".to_owned(), cards)].into();
    audit::append_import(store, &AuditEntry { counts, ..entry }).await.unwrap();
}

/// Returns the numbers of imported cards per entry, newest first. Other entries count 0.
async fn imported(store: &Store) -> Vec<u32> {
    let entries = audit::list(store, at(0), &Filter::default(), None, 100).await.unwrap().items;
    entries.iter().map(|entry| entry.counts.get("cards").copied().unwrap_or_default()).collect()
}

#[tokio::test]
async fn h21_several_import_requests_for_one_chapter_are_combined_into_one_audit_entry() {
    let store = empty_store().await;
    import(&store, "kim", "a", 50, 0).await;
    add(&store, "lee", "delete_note", "Pointers (CS246)").await;
    import(&store, "kim", "a", 50, 5).await;
    import(&store, "kim", "a", 0, 6).await;
    import(&store, "kim", "a", 7, 599).await;
    assert_eq!(imported(&store).await, [0, 107]);
}

#[tokio::test]
async fn h21_an_import_by_another_administrator_or_into_another_chapter_or_much_later_is_logged_separately() {
    let store = empty_store().await;
    import(&store, "kim", "a", 1, 0).await;
    import(&store, "lee", "a", 2, 1).await;
    import(&store, "lee", "b", 3, 2).await;
    import(&store, "lee", "a", 4, 700).await;
    assert_eq!(imported(&store).await, [4, 3, 2, 1]);
}

#[tokio::test]
async fn h21_an_import_after_its_cards_were_removed_is_logged_separately() {
    let store = empty_store().await;
    import(&store, "kim", "a", 50, 0).await;
    let removal = AuditEntry::new(uid("kim"), "remove_cards", "a", "CS246, chapter 4", at(1));
    audit::append(&store, &removal).await.unwrap();
    import(&store, "kim", "a", 50, 2).await;
    assert_eq!(imported(&store).await, [50, 0, 50]);
}

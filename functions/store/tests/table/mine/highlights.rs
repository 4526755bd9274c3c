use store::highlights::{self, Colour, HighlightBase, HighlightContent, JOINED_REMARK_MAX_CHARS, Reader};
use store::{Conflict, Error, HighlightId, ResourceKind, Sha256Hash, Store};

use crate::support::{at, course, empty_store, fresh_with_engine, note, student, uid};

fn mark(remark: &str) -> HighlightContent {
    HighlightContent {
        sha256: Sha256Hash::of(b"a file"),
        page: 2,
        quote: "A subject notifies".into(),
        prefix: "before ".into(),
        suffix: " behind".into(),
        colour: Colour::Yellow,
        remark: remark.into(),
    }
}

async fn remarks(store: &Store) -> Vec<String> {
    let page = highlights::list(store, &uid("a"), None, None, 100).await.unwrap();
    page.items.into_iter().map(|highlight| highlight.mark.remark).collect()
}

#[tokio::test]
async fn the_number_of_highlights_is_limited_and_removing_one_allows_another() {
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let me = uid("a");
    let reader = Reader { uid: &me, is_admin: false };
    let (one, two) = (HighlightId::generate(), HighlightId::generate());
    for _ in 0..2 {
        highlights::put(&store, reader, note.id, one, mark("first"), None, at(1)).await.unwrap();
    }
    assert_eq!(remarks(&store).await, ["first"], "a highlight is created once");

    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET highlight_count = :count",
        "ConditionExpression": "highlight_count = :one",
        "ExpressionAttributeValues": { ":count": { "N": "5000" }, ":one": { "N": "1" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    let refused = highlights::put(&store, reader, note.id, two, mark("one more"), None, at(2)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 5000, .. })), "{refused:?}");
    highlights::put(&store, reader, note.id, one, mark("third"), Some(&HighlightBase::of(&mark("first"))), at(3))
        .await
        .unwrap();
    for _ in 0..2 {
        highlights::remove(&store, &me, note.id, one).await.unwrap();
    }
    highlights::put(&store, reader, note.id, two, mark("one more"), None, at(4)).await.unwrap();
    assert_eq!(remarks(&store).await, ["one more"]);
}

#[tokio::test]
async fn concurrent_highlight_changes_from_two_devices_are_merged() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let (me, id) = (uid("a"), HighlightId::generate());
    let reader = Reader { uid: &me, is_admin: false };
    let change = async |before: &HighlightContent, after: HighlightContent| {
        highlights::put(&store, reader, note.id, id, after, Some(&HighlightBase::of(before)), at(2)).await
    };
    let old = mark("Old");
    highlights::put(&store, reader, note.id, id, old.clone(), None, at(1)).await.unwrap();

    let green = HighlightContent { colour: Colour::Green, ..old.clone() };
    assert_eq!(change(&old, green.clone()).await.unwrap().highlight.mark, green);
    let kept = change(&old, mark("Rewritten")).await.unwrap();
    assert_eq!(
        kept.highlight.mark,
        HighlightContent { colour: Colour::Green, ..mark("Rewritten") },
        "the colour stays"
    );
    assert!(!kept.has_both_remarks);
    for has_both in [true, false] {
        let kept = change(&old, mark("Old word")).await.unwrap();
        assert_eq!((kept.highlight.mark.remark.as_str(), kept.has_both_remarks), ("Rewritten\n\nOld word", has_both));
    }
    let moved = HighlightContent { page: 3, sha256: Sha256Hash::of(b"another file"), ..old.clone() };
    let kept = change(&old, moved.clone()).await.unwrap().highlight.mark;
    assert_eq!((kept.page, kept.sha256, kept.remark.as_str()), (3, moved.sha256, "Rewritten\n\nOld word"));

    let longest = mark(&"x".repeat(JOINED_REMARK_MAX_CHARS));
    for before in [&old, &mark("Old word")] {
        let long = change(before, longest.clone()).await;
        assert!(matches!(long, Err(Error::Conflict(Conflict::VersionMismatch))), "{long:?}");
    }
    assert_eq!(remarks(&store).await, ["Rewritten\n\nOld word"]);
    let joined = mark("Rewritten\n\nOld word");
    change(&joined, longest.clone()).await.unwrap();
    change(&longest, joined).await.unwrap();
    assert_eq!(remarks(&store).await, ["Rewritten\n\nOld word"], "the longest remark can be changed");

    highlights::remove(&store, &me, note.id, id).await.unwrap();
    let gone = change(&old, green).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Highlight))), "{gone:?}");
    change(&old, mark("Written since")).await.unwrap();
    assert_eq!(remarks(&store).await, ["Written since"], "a remark creates the highlight again");
}

#[tokio::test]
async fn remarks_saved_concurrently_by_two_devices_are_both_kept() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let (me, id) = (uid("a"), HighlightId::generate());
    let reader = Reader { uid: &me, is_admin: false };
    highlights::put(&store, reader, note.id, id, mark(""), None, at(1)).await.unwrap();
    let before = HighlightBase::of(&mark(""));
    let put = |remark| highlights::put(&store, reader, note.id, id, mark(remark), Some(&before), at(2));
    let (one, other) = tokio::join!(put("One"), put("Other"));
    assert!(one.unwrap().has_both_remarks != other.unwrap().has_both_remarks);
    let mut kept: Vec<_> = remarks(&store).await[0].split("\n\n").map(str::to_owned).collect();
    kept.sort();
    assert_eq!(kept, ["One", "Other"]);
}

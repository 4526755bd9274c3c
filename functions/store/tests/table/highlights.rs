use store::highlights::{self, Colour, Mark, Reader};
use store::{Error, HighlightId, Sha256Hash, Store};

use crate::support::{at, course, fresh_with_engine, note, student, uid};

fn mark(remark: &str) -> Mark {
    Mark {
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
async fn the_number_of_highlights_is_limited_and_removing_one_makes_room() {
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let me = uid("a");
    let reader = Reader { uid: &me, is_admin: false };
    let (one, two) = (HighlightId::generate(), HighlightId::generate());
    for remark in ["first", "second"] {
        highlights::put(&store, reader, note.id, one, mark(remark), at(1)).await.unwrap();
    }
    assert_eq!(remarks(&store).await, ["second"], "one highlight, and the last word counts");

    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET highlight_count = :count",
        "ConditionExpression": "highlight_count = :one",
        "ExpressionAttributeValues": { ":count": { "N": "5000" }, ":one": { "N": "1" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    let refused = highlights::put(&store, reader, note.id, two, mark("one more"), at(2)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 5000, .. })), "{refused:?}");
    highlights::put(&store, reader, note.id, one, mark("third"), at(3)).await.unwrap();
    for _ in 0..2 {
        highlights::remove(&store, &me, note.id, one).await.unwrap();
    }
    highlights::put(&store, reader, note.id, two, mark("one more"), at(4)).await.unwrap();
    assert_eq!(remarks(&store).await, ["one more"]);
}

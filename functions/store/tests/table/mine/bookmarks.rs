use store::bookmarks::{self, BookmarkEdit};
use store::{BookmarkId, Error, ShelfId};

use crate::support::{at, audio, fresh_with_engine, student, uid};

#[tokio::test]
async fn the_number_of_bookmarks_is_limited_and_removing_one_allows_another() {
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let audio = audio(&store, ShelfId::DeepDive, "Heaps").await.id;
    let me = uid("a");
    let (one, two) = (BookmarkId::generate(), BookmarkId::generate());
    let new = |remark| BookmarkEdit { position_ms: 1000, remark, seen: None };
    bookmarks::put(&store, &me, audio, one, new("first"), at(1)).await.unwrap();

    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET bookmark_count = :count",
        "ConditionExpression": "bookmark_count = :one",
        "ExpressionAttributeValues": { ":count": { "N": "1000" }, ":one": { "N": "1" } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
    let refused = bookmarks::put(&store, &me, audio, two, new("second"), at(2)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 1000, .. })), "{refused:?}");
    for _ in 0..2 {
        bookmarks::remove(&store, &me, audio, one).await.unwrap();
    }
    bookmarks::put(&store, &me, audio, two, new("second"), at(3)).await.unwrap();
    let left = bookmarks::list(&store, &me, None, 10).await.unwrap().items;
    assert_eq!(left.iter().map(|bookmark| bookmark.remark.as_str()).collect::<Vec<_>>(), ["second"]);
}

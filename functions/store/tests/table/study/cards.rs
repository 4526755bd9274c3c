//! Chapters, and the study cards in them.

use store::cards::{self, CardEdit, CardImage, ChapterCards, ImportedCard, NewCard};
use store::chapters::{self, Chapter, ChapterEdit};
use store::{CardId, CardImageId, ChapterId, Conflict, Error, ResourceKind, Store};
use wasm_core::course::CourseCode;
use wasm_core::forms::{CardDraft, ChapterDraft};
use wasm_core::limits::{CARD_BATCH_MAX, CARDS_MAX};

use crate::support::{at, code, course, empty_store};

fn draft(number: u32, title: &str) -> ChapterDraft {
    ChapterDraft { number, title: title.into(), description: format!("About {title}") }
}

async fn chapter(store: &Store, course: &CourseCode, number: u32) -> Chapter {
    let title = format!("Title {number}");
    chapters::create(store, course, ChapterId::generate(), &draft(number, &title), at(0)).await.unwrap()
}

fn card(title: &str) -> NewCard {
    let draft = CardDraft { title: title.into(), content: format!("Answer to {title}"), image_alt: String::new() };
    NewCard { id: CardId::generate(), draft, order: None }
}

/// Creates a chapter with these cards in order.
async fn deck(store: &Store, titles: &[&str]) -> ChapterCards {
    let cs = course(store, "CS246").await;
    let chapter = chapter(store, &cs, 4).await;
    for (second, title) in (1..).zip(titles) {
        cards::add(store, &cs, chapter.id, &card(title), at(second)).await.unwrap();
    }
    cards::get_with_chapter(store, &cs, chapter.id).await.unwrap()
}

fn titles(deck: &ChapterCards) -> Vec<&str> {
    deck.cards.iter().map(|card| card.title.as_str()).collect()
}

fn id_of(deck: &ChapterCards, title: &str) -> CardId {
    deck.cards.iter().find(|card| card.title == title).unwrap().id
}

async fn read(store: &Store, deck: &ChapterCards) -> ChapterCards {
    cards::get_with_chapter(store, &deck.chapter.course, deck.chapter.id).await.unwrap()
}

/// Moves `card` behind `after`.
async fn put(store: &Store, deck: &ChapterCards, card: &str, after: Option<&str>) -> store::Result<ChapterCards> {
    let after = after.map(|title| id_of(deck, title));
    let Chapter { course, id, version, .. } = &deck.chapter;
    cards::reorder(store, course, *id, id_of(deck, card), after, *version).await
}

#[tokio::test]
async fn s3_chap_1_s7_rd_12_the_chapters_of_a_course_are_ordered_by_number() {
    let store = empty_store().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    for number in [12, 3, 100] {
        chapter(&store, &cs, number).await;
    }
    let other = chapter(&store, &math, 3).await;
    let found = chapters::list(&store, &cs).await.unwrap();
    let said: Vec<_> = found.iter().map(|each| (each.number, each.title.as_str(), each.course)).collect();
    assert_eq!(said, [(3, "Title 3", cs), (12, "Title 12", cs), (100, "Title 100", cs)]);
    assert_eq!((found[0].description.as_str(), found[0].card_count), ("About Title 3", 0));
    assert_eq!(chapters::get(&store, &math, other.id).await.unwrap(), other);
    let elsewhere = chapters::get(&store, &cs, other.id).await;
    assert!(matches!(elsewhere, Err(Error::NotFound(ResourceKind::Chapter))), "{elsewhere:?}");
    let nowhere = chapters::create(&store, &code("CS999"), ChapterId::generate(), &draft(1, "T"), at(0)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Course))), "{nowhere:?}");
}

#[tokio::test]
async fn s3_chap_1_no_two_chapters_of_a_course_share_a_number() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let (first, second) = (chapter(&store, &cs, 1).await, chapter(&store, &cs, 2).await);
    let again = chapters::create(&store, &cs, first.id, &draft(1, "Sent twice"), at(5)).await.unwrap();
    assert_eq!(again, first, "making it again makes nothing");
    let taken = chapters::create(&store, &cs, ChapterId::generate(), &draft(2, "T"), at(5)).await;
    assert!(matches!(taken, Err(Error::Conflict(Conflict::ChapterNumberTaken))), "{taken:?}");

    let to = |number, version| ChapterEdit { draft: draft(number, "Moved"), version };
    let taken = chapters::edit(&store, &cs, first.id, &to(2, 1), at(6)).await;
    assert!(matches!(taken, Err(Error::Conflict(Conflict::ChapterNumberTaken))), "{taken:?}");
    let moved = chapters::edit(&store, &cs, first.id, &to(7, 1), at(6)).await.unwrap();
    assert_eq!((moved.number, moved.title.as_str(), moved.version, moved.updated_at), (7, "Moved", 2, at(6)));
    let stale = chapters::edit(&store, &cs, first.id, &to(8, 1), at(7)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::VersionMismatch))), "{stale:?}");
    chapters::edit(&store, &cs, second.id, &to(1, 1), at(8)).await.expect("the number was given back");

    chapters::delete(&store, &cs, first.id).await.unwrap();
    let gone = chapters::delete(&store, &cs, first.id).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Chapter))), "{gone:?}");
    chapter(&store, &cs, 7).await;
}

#[tokio::test]
async fn s3_card_1_s7_rd_12_cards_are_listed_in_their_order() {
    let store = empty_store().await;
    let deck = deck(&store, &["A", "B", "C"]).await;
    assert_eq!((titles(&deck), deck.chapter.card_count), (vec!["A", "B", "C"], 3));
    let first = &deck.cards[0];
    assert_eq!((first.content.as_str(), first.chapter, first.version), ("Answer to A", deck.chapter.id, 1));

    let Chapter { course, id, .. } = deck.chapter;
    for (title, order, expected) in [("D", 1, "DABC"), ("E", 3, "DAEBC"), ("F", 99, "DAEBCF"), ("G", 0, "GDAEBCF")] {
        let new = NewCard { order: Some(order), ..card(title) };
        let after = cards::add(&store, &course, id, &new, at(9)).await.unwrap();
        assert_eq!(titles(&after).concat(), expected);
        let again = cards::add(&store, &course, id, &new, at(10)).await.unwrap();
        assert_eq!(again, after, "adding it again adds nothing");
    }
    let nowhere = cards::add(&store, &course, ChapterId::generate(), &card("X"), at(9)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Chapter))), "{nowhere:?}");
}

#[tokio::test]
async fn s7_rd_12_a_card_is_moved_after_another_or_to_the_front() {
    let store = empty_store().await;
    let mut deck = deck(&store, &["A", "B", "C", "D"]).await;
    for (card, after, expected) in
        [("A", Some("C"), "BCAD"), ("D", None, "DBCA"), ("C", Some("D"), "DCBA"), ("B", Some("C"), "DCBA")]
    {
        deck = put(&store, &deck, card, after).await.unwrap();
        assert_eq!(titles(&deck).concat(), expected);
    }
    assert_eq!(deck.chapter.version, 4, "the move that changed nothing counts nothing");
    let mut stale = deck.clone();
    stale.chapter.version = 3;
    let refused = put(&store, &stale, "A", None).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::VersionMismatch))), "{refused:?}");
    let Chapter { course, id, version, .. } = deck.chapter;
    let unknown = cards::reorder(&store, &course, id, CardId::generate(), None, version).await;
    assert!(matches!(unknown, Err(Error::NotFound(ResourceKind::Card))), "{unknown:?}");
}

#[tokio::test]
async fn s7_rd_12_repeated_moves_between_the_same_two_cards_keep_the_order() {
    let store = empty_store().await;
    let mut deck = deck(&store, &["A", "B", "C"]).await;
    let mut expected = ["A", "B", "C"];
    for _ in 0..200 {
        // Each move of the last card to the position behind A halves the gap between A and the next card.
        deck = put(&store, &deck, expected[2], Some("A")).await.unwrap();
        expected.swap(1, 2);
        assert_eq!(titles(&deck), expected);
    }
}

#[tokio::test]
async fn s3_card_1_an_edit_of_an_old_card_version_is_refused() {
    let store = empty_store().await;
    let deck = deck(&store, &["A", "B"]).await;
    let id = id_of(&deck, "A");
    let edit = |version| CardEdit {
        draft: CardDraft { title: "New".into(), content: "$x$".into(), image_alt: "A circle".into() },
        version,
    };
    let edited = cards::edit(&store, deck.chapter.id, id, &edit(1), at(9)).await.unwrap();
    assert_eq!((edited.title.as_str(), edited.content.as_str(), edited.version), ("New", "$x$", 2));
    let after = read(&store, &deck).await;
    assert_eq!((titles(&after), after.chapter.version), (vec!["New", "B"], deck.chapter.version));
    let stale = cards::edit(&store, deck.chapter.id, id, &edit(1), at(10)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::VersionMismatch))), "{stale:?}");
    let unknown = cards::edit(&store, deck.chapter.id, CardId::generate(), &edit(1), at(10)).await;
    assert!(matches!(unknown, Err(Error::NotFound(ResourceKind::Card))), "{unknown:?}");
}

#[tokio::test]
async fn s3_card_1_a_card_picture_is_set_and_removed_without_changing_the_text() {
    let store = empty_store().await;
    let deck = deck(&store, &["A"]).await;
    let id = id_of(&deck, "A");
    let draft = CardDraft { image_alt: "a circle".into(), ..card("A").draft };
    cards::edit(&store, deck.chapter.id, id, &CardEdit { draft, version: 1 }, at(4)).await.unwrap();
    let image = CardImage { id: CardImageId::generate(), width_px: 640, height_px: 480 };
    for second in [5, 6] {
        let shown = cards::set_image(&store, deck.chapter.id, id, image, None, at(second)).await.unwrap();
        assert_eq!((shown.image, shown.version, shown.title.as_str()), (Some(image), 2, "A"));
        assert_eq!(shown.image_alt, "a circle");
    }
    let newer = CardImage { id: CardImageId::generate(), ..image };
    let refused = cards::remove_image(&store, deck.chapter.id, id, Some(newer), at(7)).await;
    assert!(matches!(refused, Err(Error::Conflict(Conflict::VersionMismatch))), "{refused:?}");
    let bare = cards::remove_image(&store, deck.chapter.id, id, Some(image), at(7)).await.unwrap();
    assert_eq!((bare.image, bare.image_alt.as_str()), (None, ""));
    let unknown = cards::set_image(&store, deck.chapter.id, CardId::generate(), image, None, at(8)).await;
    assert!(matches!(unknown, Err(Error::NotFound(ResourceKind::Card))), "{unknown:?}");
}

#[tokio::test]
async fn s7_rd_12_concurrent_adds_and_removals_of_cards_keep_the_count_exact() {
    let store = empty_store().await;
    let deck = deck(&store, &["A", "B", "C"]).await;
    let Chapter { course, id, .. } = deck.chapter;
    let mut writes = Vec::new();
    for title in ["D", "E", "F", "G"] {
        let store = store.clone();
        writes
            .push(tokio::spawn(async move { cards::add(&store, &course, id, &card(title), at(9)).await.map(|_| ()) }));
    }
    for title in ["A", "A", "C"] {
        let (store, card) = (store.clone(), id_of(&deck, title));
        writes.push(tokio::spawn(async move { cards::remove(&store, &course, id, card).await.map(|_| ()) }));
    }
    for write in writes {
        write.await.unwrap().unwrap();
    }
    let after = read(&store, &deck).await;
    let mut left = titles(&after);
    left.sort_unstable();
    assert_eq!(left.concat(), "BDEFG");
    assert_eq!(after.chapter.card_count, 5, "the count is that of the cards");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_rd_12_only_one_of_several_concurrent_moves_of_a_card_succeeds() {
    let store = empty_store().await;
    let deck = deck(&store, &["A", "B", "C", "D", "E"]).await;
    let Chapter { course, id, version, .. } = deck.chapter;
    let moves: Vec<_> = ["B", "C", "D", "E"]
        .map(|title| {
            let (store, card) = (store.clone(), id_of(&deck, title));
            tokio::spawn(async move { cards::reorder(&store, &course, id, card, None, version).await })
        })
        .into();
    let mut done = Vec::new();
    for each in moves {
        match each.await.unwrap() {
            Ok(after) => done.push(after),
            Err(Error::Conflict(Conflict::VersionMismatch)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(done.len(), 1, "the others have not seen what it did");
    assert_eq!(titles(&read(&store, &deck).await), titles(&done[0]));
}

#[tokio::test]
async fn h10_a_chapter_holds_at_most_two_hundred_cards() {
    let store = empty_store().await;
    let deck = deck(&store, &[]).await;
    let Chapter { course, id, .. } = deck.chapter;
    for number in 0..CARDS_MAX {
        let written = cards::add(&store, &course, id, &card(&number.to_string()), at(1)).await.unwrap();
        assert_eq!(written.cards.len(), number + 1);
    }
    let full = cards::add(&store, &course, id, &card("One more"), at(2)).await;
    assert!(matches!(full, Err(Error::LimitReached { limit: "CARDS_MAX", .. })), "{full:?}");
}

#[tokio::test]
async fn s3_chap_1_removing_a_chapter_deletes_its_cards_but_not_those_of_a_new_chapter_with_the_same_id() {
    let store = empty_store().await;
    let deck = deck(&store, &["A", "B"]).await;
    let removed = chapters::delete(&store, &deck.chapter.course, deck.chapter.id).await.unwrap();
    let Chapter { course, id, .. } = removed;
    let gone = cards::get_with_chapter(&store, &course, id).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Chapter))), "{gone:?}");

    chapters::create(&store, &course, id, &draft(4, "Again"), at(100)).await.unwrap();
    cards::add(&store, &course, id, &card("New"), at(101)).await.unwrap();
    for _ in 0..2 {
        chapters::purge(&store, &removed).await.unwrap();
        assert_eq!(titles(&read(&store, &deck).await), ["New"]);
    }
}

#[tokio::test]
async fn s6_import_1_imported_cards_are_appended_all_or_none_and_never_a_second_time() {
    let store = empty_store().await;
    let read = deck(&store, &["A"]).await;
    let Chapter { course, id, .. } = read.chapter;
    let many = |titles: std::ops::Range<usize>| -> Vec<ImportedCard> {
        let new = titles.map(|number| card(&number.to_string()));
        new.map(|NewCard { id, draft, .. }| ImportedCard { id, draft, image: None }).collect()
    };
    let first = many(0..CARD_BATCH_MAX);
    let after = cards::add_many(&store, &course, id, &first, at(5)).await.unwrap();
    assert_eq!((after.cards.len(), after.chapter.card_count), (51, 51));
    assert_eq!(titles(&after)[..4], ["A", "0", "1", "2"]);
    let twice: Vec<ImportedCard> = first.iter().chain(&first).cloned().collect();
    let again = cards::add_many(&store, &course, id, &twice, at(6)).await.unwrap();
    assert_eq!(again, after, "adding them again adds nothing");
    for number in [1_usize, 2] {
        let batch = many(CARD_BATCH_MAX * number..CARD_BATCH_MAX * (number + 1));
        cards::add_many(&store, &course, id, &batch, at(7)).await.unwrap();
    }
    let full = cards::add_many(&store, &course, id, &many(150..200), at(8)).await;
    assert!(matches!(full, Err(Error::LimitReached { limit: "CARDS_MAX", max: 200 })), "{full:?}");
    assert_eq!(self::read(&store, &after).await.cards.len(), 151, "none of them");
    cards::add_many(&store, &course, id, &many(150..199), at(9)).await.expect("the last place is taken");
    let nowhere = cards::add_many(&store, &course, ChapterId::generate(), &many(0..1), at(9)).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Chapter))), "{nowhere:?}");
}

#[tokio::test]
async fn s6_import_5_removing_many_cards_in_one_request_skips_missing_ones() {
    let store = empty_store().await;
    let before = deck(&store, &["A", "B"]).await;
    let Chapter { course, id, .. } = before.chapter;
    let new = (0..150).map(|number| card(&number.to_string()));
    let new: Vec<ImportedCard> = new.map(|NewCard { id, draft, .. }| ImportedCard { id, draft, image: None }).collect();
    for batch in new.chunks(CARD_BATCH_MAX) {
        cards::add_many(&store, &course, id, batch, at(5)).await.unwrap();
    }
    let mut ids: Vec<CardId> = new.iter().map(|card| card.id).collect();
    cards::remove(&store, &course, id, ids[7]).await.unwrap();
    ids.extend([CardId::generate(), ids[0]]);

    // Two concurrent deletions while another card is added.
    let (mut one, mut other, another) = (0, 0, card("C"));
    let (first, second, added) = tokio::join!(
        cards::remove_many(&store, &course, id, &ids, &mut one),
        cards::remove_many(&store, &course, id, &ids, &mut other),
        cards::add(&store, &course, id, &another, at(6)),
    );
    assert!(first.is_ok() && second.is_ok() && added.is_ok(), "{first:?} {second:?} {added:?}");
    assert_eq!(one + other, 149, "each is counted once");
    let after = read(&store, &before).await;
    assert_eq!((titles(&after), after.chapter.card_count), (vec!["A", "B", "C"], 3));

    let mut removed = 0;
    let nowhere = cards::remove_many(&store, &course, ChapterId::generate(), &ids, &mut removed).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Chapter))), "{nowhere:?}");
    assert_eq!(removed, 0);
}

//! Bulk changes of personal cards: removal, and imports during a merge of their course.

use store::personal_cards::{self, NewPersonalCard, PersonalCardTotals};
use store::{CardId, Error, Store};
use wasm_core::course::CourseCode;
use wasm_core::limits::OWN_CARD_PICTURES_MAX_BYTES;

use crate::library::merging::merged;
use crate::study::personal_cards::{card, picture, titles};
use crate::support::{at, course, empty_store, student, uid};

fn ids(cards: &[NewPersonalCard]) -> Vec<CardId> {
    cards.iter().map(|card| card.id).collect()
}

async fn sorted_titles(store: &Store, course: &CourseCode) -> Vec<String> {
    let mut titles = titles(store, course).await;
    titles.sort();
    titles
}

#[tokio::test]
async fn s4_own_4_many_own_cards_are_removed_with_their_images_but_only_by_their_owner() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (cs, me) = (course(&store, "CS246").await, uid("a"));
    let mut deck: Vec<NewPersonalCard> = (0..120).map(|number| card(&cs, &format!("Front {number}"))).collect();
    deck[3].image = Some(picture(7));
    deck[110].image = Some(picture(8));
    let stays = NewPersonalCard { image: Some(picture(1)), ..card(&cs, "Stays") };
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    personal_cards::create_many(&store, &me, &[stays], at(1)).await.unwrap();
    personal_cards::remove(&store, &me, &cs, deck[5].id, None).await.unwrap();
    let mut gone = ids(&deck);
    gone.extend([CardId::generate(), deck[0].id]);

    assert_eq!(personal_cards::remove_many(&store, &uid("b"), &cs, &gone).await.unwrap(), 0, "others remove nothing");
    let (one, other) = tokio::join!(
        personal_cards::remove_many(&store, &me, &cs, &gone),
        personal_cards::remove_many(&store, &me, &cs, &gone)
    );
    assert_eq!(one.unwrap() + other.unwrap(), 119, "each is counted once");
    assert_eq!(titles(&store, &cs).await, ["Stays"]);
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap(), PersonalCardTotals { cards: 1, picture_bytes: 1 });
    let there = personal_cards::list_courses(&store, &me).await.unwrap();
    assert_eq!(there.iter().map(|of| (of.course, of.cards)).collect::<Vec<_>>(), [(cs, 1)]);
}

#[tokio::test]
async fn s4_own_4_an_import_exceeding_the_image_storage_creates_no_card() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (cs, me) = (course(&store, "CS246").await, uid("a"));
    let mut deck: Vec<NewPersonalCard> = (0..120).map(|number| card(&cs, &format!("Front {number}"))).collect();
    deck.sort_by_key(|card| card.id);
    deck[0].image = Some(picture(1));
    deck[119].image = Some(picture(OWN_CARD_PICTURES_MAX_BYTES));
    let refused = personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap_err();
    assert!(matches!(refused, Error::LimitReached { limit: "OWN_CARD_PICTURES_MAX_BYTES", .. }), "{refused}");
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap(), PersonalCardTotals { cards: 0, picture_bytes: 0 });
}

#[tokio::test]
async fn s3_own_2_own_cards_of_a_merged_course_are_removed_with_its_old_code_before_and_after_they_move() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let deck: Vec<NewPersonalCard> = (0..5).map(|number| card(&from, &format!("Front {number}"))).collect();
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    let there = NewPersonalCard { id: deck[4].id, ..card(&into, "There") };
    personal_cards::create(&store, &me, there, at(1)).await.unwrap();
    merged(&store, &from, &into).await;

    assert_eq!(personal_cards::remove_many(&store, &me, &from, &ids(&deck[..2])).await.unwrap(), 2);
    personal_cards::list_courses(&store, &me).await.unwrap();
    assert_eq!(sorted_titles(&store, &into).await, ["Front 2", "Front 3", "Front 4", "There"]);
    assert_eq!(personal_cards::remove_many(&store, &me, &from, &ids(&deck)).await.unwrap(), 3);
    assert_eq!(titles(&store, &into).await, ["There"]);
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap().cards, 1);
}

#[tokio::test]
async fn s4_own_4_an_import_that_continues_after_a_merge_does_not_duplicate_cards_that_have_not_moved_yet() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let mut deck: Vec<NewPersonalCard> = (0..3).map(|number| card(&from, &format!("Front {number}"))).collect();
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    merged(&store, &from, &into).await;

    deck.push(card(&from, "Front 3"));
    let again: Vec<NewPersonalCard> = deck.into_iter().map(|card| NewPersonalCard { course: into, ..card }).collect();
    let places = personal_cards::candidate_courses(&store, &me, &into).await.unwrap();
    assert_eq!(places, [into, from]);
    assert_eq!(personal_cards::find_many(&store, &me, &places, &ids(&again)).await.unwrap().len(), 3);
    assert_eq!(personal_cards::create_many(&store, &me, &again, at(51)).await.unwrap(), 1);
    for _ in 0..2 {
        personal_cards::list_courses(&store, &me).await.unwrap();
        assert_eq!(sorted_titles(&store, &into).await, ["Front 0", "Front 1", "Front 2", "Front 3"]);
        assert_eq!(personal_cards::create_many(&store, &me, &again, at(52)).await.unwrap(), 0);
    }
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap().cards, 4);
}

#[tokio::test]
async fn s4_own_4_an_import_that_continued_after_a_merge_can_be_undone_before_and_after_its_cards_move() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let [first, from, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let me = uid("a");
    let mut deck: Vec<NewPersonalCard> = (0..4).map(|number| card(&first, &format!("Front {number}"))).collect();
    let unmoved = deck.split_off(2);
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    personal_cards::create_many(&store, &me, &unmoved, at(1)).await.unwrap();
    personal_cards::create(&store, &me, card(&first, "Stays"), at(1)).await.unwrap();
    merged(&store, &first, &from).await;

    // The page was loaded again, so it sends the new code, although the cards have not moved yet.
    let again: Vec<NewPersonalCard> =
        deck.iter().map(|card| NewPersonalCard { course: from, ..card.clone() }).collect();
    assert_eq!(personal_cards::create_many(&store, &me, &again, at(51)).await.unwrap(), 0);
    for removed in [2, 0] {
        assert_eq!(personal_cards::remove_many(&store, &me, &from, &ids(&deck)).await.unwrap(), removed);
    }
    // The remaining cards move through two merges at once.
    merged(&store, &from, &into).await;
    personal_cards::list_courses(&store, &me).await.unwrap();
    assert_eq!(sorted_titles(&store, &into).await, ["Front 2", "Front 3", "Stays"]);
    for removed in [2, 0] {
        assert_eq!(personal_cards::remove_many(&store, &me, &from, &ids(&unmoved)).await.unwrap(), removed);
    }
    assert_eq!(sorted_titles(&store, &into).await, ["Stays"]);
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap().cards, 1);
}

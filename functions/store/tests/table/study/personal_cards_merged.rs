//! Cards of merged courses whose ids, or the ids that they would get, are taken.

use bytes::Bytes;
use store::courses::Viewer;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::personal_cards::{self, NewPersonalCard, PersonalCardEdit};
use store::{CardId, Store};
use wasm_core::course::CourseCode;

use crate::library::merging::merged;
use crate::study::personal_card_pictures::set_image;
use crate::study::personal_cards::{card, card_draft, picture};
use crate::support::{at, course, empty_store, student, uid};
use crate::test_backends;

/// Creates a card with this id.
async fn create(store: &Store, course: &CourseCode, id: CardId, title: &str) {
    personal_cards::create(store, &uid("a"), NewPersonalCard { id, ..card(course, title) }, at(1)).await.unwrap();
}

async fn sorted_titles(store: &Store) -> Vec<String> {
    let mut titles: Vec<String> =
        personal_cards::list(store, &uid("a")).await.unwrap().into_iter().map(|card| card.title).collect();
    titles.sort();
    titles
}

#[tokio::test]
async fn s3_own_2_all_own_cards_of_merged_courses_are_kept_when_their_new_ids_collide() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let (me, id) = (uid("a"), CardId::generate());
    create(&store, &from, id, "First").await;
    create(&store, &from, id.after_merge_from(&from), "Second").await;
    create(&store, &into, id, "There").await;
    merged(&store, &from, &into).await;

    for _ in 0..2 {
        let courses = personal_cards::list_courses(&store, &me).await.unwrap();
        assert_eq!(courses.iter().map(|of| (of.course, of.cards)).collect::<Vec<_>>(), [(into, 3)]);
    }
    assert_eq!(sorted_titles(&store).await, ["First", "Second", "There"]);
    let second =
        personal_cards::find_following_merges(&store, &me, &from, id.after_merge_from(&from)).await.unwrap().unwrap();
    assert_eq!(second.title, "Second");
}

#[tokio::test]
async fn s3_own_2_a_card_that_got_new_ids_in_two_merges_is_found_by_its_original_id() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let [first, second, third] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let (me, id) = (uid("a"), CardId::generate());
    create(&store, &first, id, "Moved").await;
    create(&store, &second, id, "In the way").await;
    create(&store, &third, id.after_merge_from(&first), "In the way as well").await;
    for (from, into) in [(&first, &second), (&second, &third)] {
        merged(&store, from, into).await;
        personal_cards::list_courses(&store, &me).await.unwrap();
    }
    let found = personal_cards::find_following_merges(&store, &me, &first, id).await.unwrap().unwrap();
    assert_eq!((found.title.as_str(), found.course), ("Moved", third));
    let other = personal_cards::find_following_merges(&store, &me, &second, id).await.unwrap().unwrap();
    assert_eq!(other.title, "In the way");
}

#[tokio::test]
async fn s3_own_2_the_original_id_finds_no_other_card_after_the_moved_card_was_removed() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let [one, other, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let (me, id) = (uid("a"), CardId::generate());
    create(&store, &one, id, "One").await;
    create(&store, &other, id, "Other").await;
    merged(&store, &one, &into).await;
    merged(&store, &other, &into).await;
    personal_cards::list_courses(&store, &me).await.unwrap();

    for _ in 0..2 {
        personal_cards::remove(&store, &me, &one, id, None).await.unwrap();
        assert_eq!(sorted_titles(&store).await, ["Other"]);
    }
    assert_eq!(personal_cards::find_following_merges(&store, &me, &one, id).await.unwrap(), None);
    // Another device, which does not know about the removal, saves the card again. It repeats the request, as after a
    // lost response.
    for _ in 0..2 {
        let edit = PersonalCardEdit { draft: card_draft("One again"), chapter: None, source: None, version: None };
        personal_cards::put(&store, &me, Viewer::Student, &one, id, edit, at(51)).await.unwrap();
        assert_eq!(sorted_titles(&store).await, ["One again", "Other"]);
    }
}

#[tokio::test]
async fn s3_own_2_a_card_image_survives_a_merge_in_which_all_candidate_ids_are_taken() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    student(store, "a", None).await;
    let (from, into) = (course(store, "CS246").await, course(store, "CS247").await);
    let (me, id, shown) = (uid("a"), CardId::generate(), picture(7));
    create(store, &from, id, "Look").await;
    for taken in [id, id.after_merge_from(&from)] {
        create(store, &into, taken, "There").await;
    }
    let key = object::personal_card_image(&me, shown.image.id);
    let bytes = Bytes::from_static(b"picture");
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
    set_image(store, &me, &from, id, shown).await;
    let before = personal_cards::get(store, &me, &from, id).await.unwrap();
    merged(store, &from, &into).await;
    personal_cards::list_courses(store, &me).await.unwrap();
    assert_eq!(sorted_titles(store).await, ["Look", "There", "There"]);

    personal_cards::remove_image_file_unless_shown(store, &before).await.unwrap();
    assert!(objects::head(store, Bucket::Files, &key).await.unwrap().is_some(), "the card that moved shows it");
}

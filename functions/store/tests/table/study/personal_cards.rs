//! Personal cards.

use bytes::Bytes;
use dynoxide::Database;
use store::cards::{CardDraft, CardImage};
use store::courses::Viewer;
use store::expected_picture::SeenPicture;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::personal_cards::{
    self, NewImage, NewPersonalCard, Passage, PersonalCard, PersonalCardEdit, PersonalCardTotals, SetImageOutcome,
};
use store::{CardId, CardImageId, ChapterId, Conflict, Error, NoteId, ResourceKind, Store, export};
use wasm_core::course::CourseCode;

use crate::library::merging::merged;
use crate::study::personal_card_pictures::set_image;
use crate::support::{at, code, course, empty_store, fresh_with_engine, student, uid};
use crate::test_backends;

pub(crate) fn card_draft(title: &str) -> CardDraft {
    CardDraft { title: title.into(), content: "Back".into(), image_alt: String::new() }
}

pub(crate) fn card(course: &CourseCode, title: &str) -> NewPersonalCard {
    let (id, draft) = (CardId::generate(), card_draft(title));
    NewPersonalCard { id, course: *course, former_course: None, chapter: None, draft, source: None, image: None }
}

pub(crate) fn picture(bytes: u64) -> NewImage {
    NewImage { image: CardImage { id: CardImageId::generate(), width_px: 4, height_px: 3 }, bytes }
}

pub(crate) async fn titles(store: &Store, course: &CourseCode) -> Vec<String> {
    let page = personal_cards::list_for_course(store, &uid("a"), course, None, 100).await.unwrap();
    page.items.into_iter().map(|card| card.title).collect()
}

/// Sets a counter in the profile to a value that the test could reach only with many requests.
fn set(engine: &Database, name: &str, value: u64) {
    let request = serde_json::json!({
        "TableName": "note-ninja",
        "Key": { "pk": { "S": "USER#a" }, "sk": { "S": "ME" } },
        "UpdateExpression": "SET #name = :value",
        "ExpressionAttributeNames": { "#name": name },
        "ExpressionAttributeValues": { ":value": { "N": value.to_string() } },
    });
    engine.update_item(serde_json::from_value(request).unwrap()).unwrap();
}

#[tokio::test]
async fn s3_own_1_an_own_card_is_created_once_edited_and_removed_and_each_change_increases_the_version() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    student(&store, "b", None).await;
    let cs = course(&store, "CS246").await;
    let me = uid("a");
    let source = Passage {
        note: NoteId::generate(),
        page: 7,
        quote: "A base object".to_owned(),
        prefix: "Slicing: ".to_owned(),
        suffix: String::new(),
    };
    let new =
        NewPersonalCard { chapter: Some(ChapterId::generate()), source: Some(source), ..card(&cs, "What is slicing?") };
    let made = personal_cards::create(&store, &me, new.clone(), at(1)).await.unwrap();
    assert_eq!((made.edition, made.card.version, made.card.chapter), (1, 1, new.chapter));
    assert_eq!(made.card.source, new.source);
    let again =
        personal_cards::create(&store, &me, NewPersonalCard { draft: card_draft("Other"), ..new.clone() }, at(2))
            .await
            .unwrap();
    assert_eq!(again, made, "the same id is made once");

    let edit =
        |title: &str, version| PersonalCardEdit { draft: card_draft(title), chapter: None, source: None, version };
    let edited = personal_cards::edit(&store, &me, &cs, new.id, &edit("Why?", Some(1)), at(3)).await.unwrap();
    assert_eq!((edited.edition, edited.card.version, edited.card.chapter), (2, 2, None));
    assert_eq!(edited.card.source, new.source, "an edit keeps the passage");
    let stale = personal_cards::edit(&store, &me, &cs, new.id, &edit("Old", Some(1)), at(4)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::VersionMismatch))), "{stale:?}");
    let repeated = personal_cards::edit(&store, &me, &cs, new.id, &edit("Why?", Some(1)), at(4)).await.unwrap();
    assert_eq!(repeated, edited, "the same edit again, because its answer was lost");
    personal_cards::edit(&store, &me, &cs, new.id, &edit("The last word", None), at(4)).await.unwrap();
    assert_eq!(titles(&store, &cs).await, ["The last word"]);

    let theirs = uid("b");
    assert!(personal_cards::find(&store, &theirs, &cs, new.id).await.unwrap().is_none());
    assert!(personal_cards::list(&store, &theirs).await.unwrap().is_empty());
    assert_eq!(personal_cards::remove(&store, &theirs, &cs, new.id, None).await.unwrap(), 0, "others remove nothing");
    assert_eq!(personal_cards::list_courses(&store, &me).await.unwrap()[0].cards, 1);

    let seen = personal_cards::remove(&store, &me, &cs, new.id, Some(2)).await;
    assert!(matches!(seen, Err(Error::Conflict(Conflict::VersionMismatch))), "{seen:?}");
    assert_eq!(titles(&store, &cs).await, ["The last word"]);
    for _ in 0..2 {
        assert_eq!(personal_cards::remove(&store, &me, &cs, new.id, Some(3)).await.unwrap(), 4);
    }
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap(), PersonalCardTotals::default());
    assert!(personal_cards::list_courses(&store, &me).await.unwrap().is_empty());
    let gone = personal_cards::edit(&store, &me, &cs, new.id, &edit("Gone", None), at(5)).await;
    assert!(matches!(gone, Err(Error::NotFound(ResourceKind::Card))), "{gone:?}");
    let back = personal_cards::create(&store, &me, new, at(6)).await.unwrap();
    assert_eq!(back.edition, 5, "an edition never comes back");
}

#[tokio::test]
async fn s3_own_1_an_own_card_written_offline_is_created_unless_the_request_contains_a_version() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let (me, id) = (uid("a"), CardId::generate());
    let put = async |course: CourseCode, version| {
        let said = PersonalCardEdit { draft: card_draft("Front"), chapter: None, source: None, version };
        personal_cards::put(&store, &me, Viewer::Student, &course, id, said, at(1)).await
    };
    assert!(matches!(put(cs, Some(1)).await, Err(Error::NotFound(ResourceKind::Card))));
    assert!(matches!(put(code("MATH1"), None).await, Err(Error::NotFound(ResourceKind::Course))));
    assert_eq!(put(cs, None).await.unwrap().card.version, 1);
    assert_eq!(put(cs, Some(1)).await.unwrap().card.version, 2);
}

#[tokio::test]
async fn s3_own_1_several_own_cards_are_created_together_or_none_if_the_limit_would_be_exceeded() {
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    let me = uid("a");
    let mut deck: Vec<NewPersonalCard> = (0..200).map(|number| card(&cs, &format!("Front {number}"))).collect();
    deck.push(card(&math, "Limits"));
    deck.push(deck[0].clone());
    assert_eq!(personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap(), 201);
    assert_eq!(personal_cards::create_many(&store, &me, &deck, at(2)).await.unwrap(), 0, "a call can be repeated");
    let counts: Vec<_> =
        personal_cards::list_courses(&store, &me).await.unwrap().into_iter().map(|of| of.cards).collect();
    assert_eq!((counts, personal_cards::totals(&store, &me).await.unwrap().cards), (vec![200, 1], 201));
    let (mut cursor, mut read) = (None, 0);
    loop {
        let page = personal_cards::list_for_course(&store, &me, &cs, cursor.as_ref(), 90).await.unwrap();
        read += page.items.len();
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(read, 200);

    set(&engine, "own_card_count", 4999);
    let two = [card(&math, "One"), card(&math, "Two")];
    let refused = personal_cards::create_many(&store, &me, &two, at(3)).await;
    assert!(matches!(refused, Err(Error::LimitReached { max: 5000, .. })), "{refused:?}");
    assert_eq!(titles(&store, &math).await, ["Limits"], "none of them");
    personal_cards::create(&store, &me, two[0].clone(), at(4)).await.unwrap();
    let refused = personal_cards::create(&store, &me, two[1].clone(), at(4)).await;
    assert!(matches!(refused, Err(Error::LimitReached { .. })), "{refused:?}");
    personal_cards::remove(&store, &me, &math, two[0].id, None).await.unwrap();
    personal_cards::create(&store, &me, two[1].clone(), at(5)).await.unwrap();
    assert_eq!(titles(&store, &math).await, ["Limits", "Two"]);

    let nobody = personal_cards::create(&store, &uid("nobody"), card(&cs, "Front"), at(6)).await;
    assert!(matches!(nobody, Err(Error::NotFound(ResourceKind::Student))), "{nobody:?}");
}

#[tokio::test]
async fn s3_own_3_card_images_count_towards_the_students_image_storage_until_they_are_removed() {
    const MIB: u64 = 1024 * 1024;
    let (store, engine) = fresh_with_engine().await;
    student(&store, "a", None).await;
    let cs = course(&store, "CS246").await;
    let (me, one, two) = (uid("a"), card(&cs, "One"), card(&cs, "Two"));
    for new in [&one, &two] {
        personal_cards::create(&store, &me, new.clone(), at(1)).await.unwrap();
    }
    let give = async |id, image| set_image(&store, &me, &cs, id, image).await;
    let sum = async || personal_cards::totals(&store, &me).await.unwrap().picture_bytes;
    let first = picture(30 * MIB);
    for _ in 0..2 {
        assert_eq!(give(one.id, first).await, SetImageOutcome::Done);
        assert_eq!(sum().await, 30 * MIB);
    }
    assert_eq!(give(two.id, picture(20 * MIB + 1)).await, SetImageOutcome::QuotaExceeded);
    assert_eq!(give(two.id, picture(20 * MIB)).await, SetImageOutcome::Done);
    assert!(!personal_cards::has_room(&store, &me).await.unwrap());
    assert_eq!(give(one.id, picture(10 * MIB)).await, SetImageOutcome::Done, "a smaller one makes room");
    assert_eq!(sum().await, 30 * MIB);
    assert_eq!(give(CardId::generate(), picture(1)).await, SetImageOutcome::CardGone);

    let seen = |image: CardImage| SeenPicture::new(Some(image.id));
    let unseen = personal_cards::remove_image(&store, &me, &cs, one.id, Some(&seen(first.image)), at(3)).await;
    assert!(matches!(unseen, Err(Error::Conflict(Conflict::VersionMismatch))), "{unseen:?}");
    let shown = personal_cards::find(&store, &me, &cs, one.id).await.unwrap().unwrap().image.unwrap();
    let bare = personal_cards::remove_image(&store, &me, &cs, one.id, Some(&seen(shown)), at(3)).await.unwrap();
    assert_eq!((bare.card.image, sum().await), (None, 20 * MIB));
    personal_cards::remove(&store, &me, &cs, two.id, None).await.unwrap();
    assert_eq!(sum().await, 0);

    give(one.id, picture(MIB)).await;
    set(&engine, "own_card_picture_bytes", 1);
    let broken = personal_cards::remove(&store, &me, &cs, one.id, None).await;
    assert!(matches!(broken, Err(Error::Broken(_))), "a sum that is wrong is said, and mended at night: {broken:?}");
}

#[tokio::test]
async fn s4_own_4_imported_own_cards_are_created_with_their_images_or_not_at_all_if_there_is_no_storage() {
    const MIB: u64 = 1024 * 1024;
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (cs, me) = (course(&store, "CS246").await, uid("a"));
    let with = |title: &str, bytes| NewPersonalCard { image: Some(picture(bytes)), ..card(&cs, title) };
    let deck = [with("One", 20 * MIB), with("Two", 30 * MIB - 1), card(&cs, "Three")];
    for made in [3, 0] {
        assert_eq!(personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap(), made);
        let totals = PersonalCardTotals { cards: 3, picture_bytes: 50 * MIB - 1 };
        assert_eq!(personal_cards::totals(&store, &me).await.unwrap(), totals);
    }
    let shown = personal_cards::get(&store, &me, &cs, deck[0].id).await.unwrap();
    assert_eq!((shown.image, shown.image_bytes), (deck[0].image.map(|new| new.image), 20 * MIB));
    let (fits, not) = (with("Four", 1), with("Five", 2));
    let both = [card(&cs, "Six"), not];
    let refused = personal_cards::create_many(&store, &me, &both, at(2)).await;
    assert!(matches!(refused, Err(Error::LimitReached { limit: "OWN_CARD_PICTURES_MAX_BYTES", .. })), "{refused:?}");
    assert_eq!(personal_cards::create_many(&store, &me, &[fits], at(3)).await.unwrap(), 1);
    let mut there = titles(&store, &cs).await;
    there.sort();
    assert_eq!(there, ["Four", "One", "Three", "Two"]);
    personal_cards::remove(&store, &me, &cs, deck[1].id, None).await.unwrap();
    assert_eq!(
        personal_cards::totals(&store, &me).await.unwrap(),
        PersonalCardTotals { cards: 3, picture_bytes: 20 * MIB + 1 }
    );
}

#[tokio::test]
async fn s3_own_2_own_cards_move_to_the_merge_target_when_their_owner_next_reads_them() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let deck: Vec<NewPersonalCard> = (0..100).map(|number| card(&from, &format!("Front {number}"))).collect();
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    personal_cards::create(&store, &me, card(&into, "There before"), at(1)).await.unwrap();
    let shown = picture(7);
    set_image(&store, &me, &from, deck[0].id, shown).await;
    merged(&store, &from, &into).await;

    // Until the owner lists the cards, a card stays in the merged course and can be edited with the old code.
    let edit = PersonalCardEdit { draft: card_draft("Edited"), chapter: None, source: None, version: Some(1) };
    let put = personal_cards::put(&store, &me, Viewer::Student, &from, deck[1].id, edit, at(51)).await.unwrap();
    assert_eq!(put.card.course, from);
    let new = PersonalCardEdit { draft: card_draft("New"), chapter: None, source: None, version: None };
    let made = personal_cards::put(&store, &me, Viewer::Student, &from, CardId::generate(), new, at(51)).await.unwrap();
    assert_eq!(made.card.course, into, "a new card is made where the code leads");

    let there = personal_cards::list_courses(&store, &me).await.unwrap();
    assert_eq!(there.iter().map(|of| (of.course, of.cards)).collect::<Vec<_>>(), [(into, 102)]);
    assert_eq!(personal_cards::list_courses(&store, &me).await.unwrap(), there, "once more changes nothing");
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap(), PersonalCardTotals { cards: 102, picture_bytes: 7 });
    let moved = personal_cards::get(&store, &me, &into, deck[0].id).await.unwrap();
    assert_eq!((moved.course, moved.image), (into, Some(shown.image)));
    let found = personal_cards::find_following_merges(&store, &me, &from, deck[0].id).await.unwrap();
    assert_eq!(found, Some(moved), "and found by the code that went");
}

#[tokio::test]
async fn s3_own_2_own_cards_move_once_when_two_devices_read_and_one_edits_concurrently() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let me = uid("a");
    let deck: Vec<NewPersonalCard> = (100..200).map(|number| card(&from, &format!("Moved {number}"))).collect();
    personal_cards::create_many(&store, &me, &deck, at(1)).await.unwrap();
    let there: Vec<NewPersonalCard> =
        deck.iter().step_by(10).map(|new| NewPersonalCard { id: new.id, ..card(&into, "There") }).collect();
    personal_cards::create_many(&store, &me, &there, at(1)).await.unwrap();
    merged(&store, &from, &into).await;

    let edit = |title: &str| PersonalCardEdit { draft: card_draft(title), chapter: None, source: None, version: None };
    let put = |id, title| personal_cards::put(&store, &me, Viewer::Student, &from, id, edit(title), at(51));
    let (one, other, edited, colliding) = tokio::join!(
        personal_cards::list_courses(&store, &me),
        personal_cards::list_courses(&store, &me),
        put(deck[99].id, "Moved 199"),
        put(deck[0].id, "Edited"),
    );
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    assert_eq!((edited.unwrap().card.title, colliding.unwrap().card.title), ("Moved 199".into(), "Edited".into()));
    let counts: Vec<_> =
        personal_cards::list_courses(&store, &me).await.unwrap().iter().map(|of| (of.course, of.cards)).collect();
    assert_eq!(counts, [(into, 110)]);
    let mut expected: Vec<String> = (101..200).map(|number| format!("Moved {number}")).collect();
    expected.push("Edited".into());
    expected.extend(there.iter().map(|_| "There".to_owned()));
    expected.sort();
    let mut found: Vec<String> =
        personal_cards::list(&store, &me).await.unwrap().into_iter().map(|card| card.title).collect();
    found.sort();
    assert_eq!(found, expected);
    for new in &deck {
        let card = personal_cards::find_following_merges(&store, &me, &from, new.id).await.unwrap().unwrap();
        assert_ne!(card.title, "There", "the old address leads to the card that moved");
    }
}

#[tokio::test]
async fn s3_own_2_own_card_is_found_by_its_original_course_and_id_after_two_merges() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let [first, second, third] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let (me, new) = (uid("a"), card(&first, "Moved"));
    personal_cards::create(&store, &me, new.clone(), at(1)).await.unwrap();
    personal_cards::create(&store, &me, NewPersonalCard { id: new.id, ..card(&third, "There") }, at(1)).await.unwrap();
    merged(&store, &first, &second).await;
    personal_cards::list_courses(&store, &me).await.unwrap();
    merged(&store, &second, &third).await;
    for _ in 0..2 {
        let found = personal_cards::find_following_merges(&store, &me, &first, new.id).await.unwrap().unwrap();
        assert_eq!(found.title, "Moved");
        personal_cards::list_courses(&store, &me).await.unwrap();
    }
    assert_eq!(personal_cards::list(&store, &me).await.unwrap().len(), 2);
    let unknown = personal_cards::find_following_merges(&store, &me, &second, CardId::generate()).await.unwrap();
    assert_eq!(unknown, None);
}

#[tokio::test]
async fn s3_own_3_replacing_a_card_image_by_one_of_equal_size_keeps_the_used_storage() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    let (cs, me) = (course(&store, "CS246").await, uid("a"));
    let new = card(&cs, "Look");
    personal_cards::create(&store, &me, new.clone(), at(1)).await.unwrap();
    for shown in [picture(7), picture(7)] {
        assert_eq!(set_image(&store, &me, &cs, new.id, shown).await, SetImageOutcome::Done);
        let card = personal_cards::get(&store, &me, &cs, new.id).await.unwrap();
        assert_eq!((card.image, card.image_bytes), (Some(shown.image), 7));
    }
    set_image(&store, &me, &cs, new.id, picture(0)).await;
    personal_cards::remove_image(&store, &me, &cs, new.id, None, at(4)).await.unwrap();
    assert_eq!(personal_cards::totals(&store, &me).await.unwrap().picture_bytes, 0);
}

#[tokio::test]
async fn s3_own_1_h35_the_export_contains_own_cards_exactly_as_written() {
    let store = empty_store().await;
    student(&store, "a", Some("amara")).await;
    let cs = course(&store, "CS246").await;
    let new = card(&cs, "What is *slicing*?");
    personal_cards::create(&store, &uid("a"), new.clone(), at(1)).await.unwrap();
    let shown = picture(7);
    set_image(&store, &uid("a"), &cs, new.id, shown).await;
    let page = export::page(&store, &uid("a"), None).await.unwrap();
    let cards: Vec<_> = page.items.iter().filter(|belonging| belonging.kind.name() == "ownCards").collect();
    assert_eq!(cards.len(), 1, "{:?}", page.items);
    let data = &cards[0].data;
    assert_eq!(
        (&data["front"], &data["back"], &data["course"]),
        (&"What is *slicing*?".into(), &"Back".into(), &"CS246".into())
    );
    assert_eq!(data["picture"], format!("/api/me/cards/CS246/{}/images/{}", new.id, shown.image.id));
}

#[tokio::test]
async fn s3_own_1_own_cards_are_listed_by_course() {
    let store = empty_store().await;
    student(&store, "a", None).await;
    for course_code in ["MATH137", "CS246"] {
        let course = course(&store, course_code).await;
        personal_cards::create(&store, &uid("a"), card(&course, course_code), at(1)).await.unwrap();
    }
    let all: Vec<PersonalCard> = personal_cards::list(&store, &uid("a")).await.unwrap();
    assert_eq!(all.iter().map(|card| card.title.as_str()).collect::<Vec<_>>(), ["CS246", "MATH137"]);
}

#[tokio::test]
async fn s3_own_2_a_card_image_survives_a_course_merge_and_is_removed_with_the_card() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    student(store, "a", None).await;
    let (from, into) = (course(store, "CS246").await, course(store, "CS247").await);
    let (me, new, shown) = (uid("a"), card(&from, "Look"), picture(7));
    personal_cards::create(store, &me, new.clone(), at(1)).await.unwrap();
    let key = object::personal_card_image(&me, shown.image.id);
    let bytes = Bytes::from_static(b"picture");
    objects::put(store, Bucket::Files, &key, bytes, "image/jpeg", "no-store", PutCondition::Always).await.unwrap();
    set_image(store, &me, &from, new.id, shown).await;
    let read = personal_cards::read_image_file(store, &me, &from, new.id, shown.image.id).await.unwrap();
    assert_eq!(read, "picture");
    let other = personal_cards::read_image_file(store, &uid("b"), &from, new.id, shown.image.id).await;
    assert!(matches!(other, Err(Error::NotFound(ResourceKind::File))), "{other:?}");

    let before = personal_cards::get(store, &me, &from, new.id).await.unwrap();
    merged(store, &from, &into).await;
    personal_cards::list_courses(store, &me).await.unwrap();
    personal_cards::remove_image_file_unless_shown(store, &before).await.unwrap();
    assert!(objects::head(store, Bucket::Files, &key).await.unwrap().is_some(), "it is shown under the new code");
    let moved = personal_cards::get(store, &me, &into, new.id).await.unwrap();
    personal_cards::remove(store, &me, &into, new.id, None).await.unwrap();
    personal_cards::remove_image_file_unless_shown(store, &moved).await.unwrap();
    assert!(objects::head(store, Bucket::Files, &key).await.unwrap().is_none());
}

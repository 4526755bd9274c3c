use store::audio::{self, AudioNote};
use store::likes::{self, LikeState, LikeTarget};
use store::notes::{self, Note};
use store::trash::{self, DeletePermission};
use store::{AudioId, Error, ResourceKind, ShelfId, courses};

use crate::support::{at, audio as recording, code, course, empty_store, no_note, note, uid};

fn state(liked: bool, count: u32) -> LikeState {
    LikeState { liked, count }
}

#[tokio::test]
async fn s3_like_1_s7_wr_4_a_repeated_course_like_is_stored_and_counted_once() {
    let store = empty_store().await;
    let target = LikeTarget::Course(course(&store, "CS246").await);
    assert_eq!(likes::like(&store, &uid("a"), &target, at(0)).await.unwrap(), state(true, 1));
    assert_eq!(
        likes::like(&store, &uid("a"), &target, at(1)).await.unwrap(),
        state(true, 1),
        "a replay changes nothing"
    );
    assert_eq!(likes::like(&store, &uid("b"), &target, at(2)).await.unwrap(), state(true, 2));
    assert_eq!(likes::list(&store, &uid("a")).await.unwrap().courses, [code("CS246")]);
    assert_eq!(likes::list(&store, &uid("b")).await.unwrap().courses, [code("CS246")]);
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 1));
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 1), "a replay changes nothing");
    assert!(likes::list(&store, &uid("a")).await.unwrap().courses.is_empty());
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().likes, 1);
}

#[tokio::test]
async fn s3_like_2_s7_wr_4_a_note_like_increments_the_note_and_not_its_course() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let target = LikeTarget::Note(note.id);
    assert_eq!(likes::like(&store, &uid("a"), &target, at(0)).await.unwrap(), state(true, 1));
    assert_eq!(notes::get(&store, note.id).await.unwrap().likes, 1);
    assert_eq!(courses::get(&store, &cs).await.unwrap().likes, 0);
    assert_eq!(likes::list(&store, &uid("a")).await.unwrap().notes, [note.id]);
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 0));
}

#[tokio::test]
async fn s9_c_11_s4_like_3_a_count_never_falls_below_zero() {
    let store = empty_store().await;
    let target = LikeTarget::Course(course(&store, "CS246").await);
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 0));
    likes::like(&store, &uid("a"), &target, at(0)).await.unwrap();
    for _ in 0..3 {
        assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 0));
    }
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().likes, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s7_wr_4_like_count_is_exact_after_fifty_concurrent_tasks_with_duplicates() {
    let store = empty_store().await;
    let target = LikeTarget::Course(course(&store, "CS246").await);
    let mut tasks = Vec::new();
    // 25 students each like twice at the same moment.
    for number in 0..50 {
        let (store, target) = (store.clone(), target);
        tasks.push(tokio::spawn(async move {
            likes::like(&store, &uid(&format!("student-{}", number % 25)), &target, at(0)).await.unwrap()
        }));
    }
    for task in tasks {
        assert!(task.await.unwrap().liked);
    }
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().likes, 25);

    let mut tasks = Vec::new();
    for number in 0..50 {
        let (store, target) = (store.clone(), target);
        tasks.push(tokio::spawn(async move {
            likes::unlike(&store, &uid(&format!("student-{}", number % 20)), &target).await.unwrap()
        }));
    }
    for task in tasks {
        assert!(!task.await.unwrap().liked);
    }
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().likes, 5);
}

#[tokio::test]
async fn s7_wr_4_liking_a_missing_item_is_not_found() {
    let store = empty_store().await;
    let course = LikeTarget::Course(code("CS246"));
    assert!(matches!(likes::like(&store, &uid("a"), &course, at(0)).await, Err(Error::NotFound(ResourceKind::Course))));
    let note = LikeTarget::Note(no_note());
    assert!(matches!(likes::like(&store, &uid("a"), &note, at(0)).await, Err(Error::NotFound(ResourceKind::Note))));
    assert_eq!(likes::unlike(&store, &uid("a"), &note).await.unwrap(), state(false, 0));
    assert_eq!(likes::list(&store, &uid("a")).await.unwrap(), likes::Likes::default());
}

#[tokio::test]
async fn s7_wr_4_a_like_can_be_removed_while_its_note_is_in_the_trash() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let note = note(&store, &cs, "Pointers").await;
    let target = LikeTarget::Note(note.id);
    for student in ["a", "b"] {
        likes::like(&store, &uid(student), &target, at(0)).await.unwrap();
    }
    trash::trash_item::<Note>(&store, note.id, &uid("admin"), DeletePermission::All, at(1)).await.unwrap();
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 1));
    assert_eq!(trash::restore::<Note>(&store, note.id).await.unwrap().likes, 1);
}

#[tokio::test]
async fn s3_like_2_an_audio_note_starts_without_likes_and_has_a_separate_count() {
    let store = empty_store().await;
    let made = recording(&store, ShelfId::Radio, "Pointers").await;
    assert_eq!(audio::get(&store, made.id).await.unwrap().likes, 0);
    let target = LikeTarget::Audio(made.id);
    assert_eq!(likes::like(&store, &uid("a"), &target, at(0)).await.unwrap(), state(true, 1));
    assert_eq!(likes::like(&store, &uid("a"), &target, at(1)).await.unwrap(), state(true, 1));
    assert_eq!(likes::like(&store, &uid("b"), &target, at(1)).await.unwrap(), state(true, 2));
    assert_eq!(audio::get(&store, made.id).await.unwrap().likes, 2);
    let liked = likes::list(&store, &uid("a")).await.unwrap();
    assert_eq!((liked.courses.len(), liked.notes.len(), liked.audio), (0, 0, vec![made.id]));
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 1));
    assert_eq!(likes::list(&store, &uid("a")).await.unwrap(), likes::Likes::default());

    let nothing = LikeTarget::Audio(AudioId::generate());
    assert!(matches!(likes::like(&store, &uid("a"), &nothing, at(0)).await, Err(Error::NotFound(ResourceKind::Audio))));
}

#[tokio::test]
async fn s3_like_2_the_likes_of_an_audio_note_survive_the_trash() {
    let store = empty_store().await;
    let made = recording(&store, ShelfId::DeepDive, "Pointers").await;
    let target = LikeTarget::Audio(made.id);
    for student in ["a", "b"] {
        likes::like(&store, &uid(student), &target, at(0)).await.unwrap();
    }
    trash::trash_item::<AudioNote>(&store, made.id, &uid("admin"), DeletePermission::All, at(1)).await.unwrap();
    assert_eq!(likes::unlike(&store, &uid("a"), &target).await.unwrap(), state(false, 1));
    assert_eq!(trash::restore::<AudioNote>(&store, made.id).await.unwrap().likes, 1);
    assert_eq!(likes::unlike(&store, &uid("b"), &target).await.unwrap(), state(false, 0));
}

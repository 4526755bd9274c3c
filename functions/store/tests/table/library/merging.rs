//! Merging one course into another.

use store::chapters::{self, ChapterMergePlan};
use store::courses::{self, CourseDraft, ImportOutcome, ReplacePolicy, Viewer};
use store::exams::{self, Exam, ExamEdit};
use store::likes::{self, LikeTarget};
use store::merges::{CourseMerge, StudentDataKind};
use store::requests::{self, CourseRequestState};
use store::trash::{self, DeletePermission};
use store::{
    AlbumId, CardId, ChapterId, Conflict, Error, ResourceKind, ShelfId, Store, cards, content_index, course_audio,
    course_follows, course_or_album_note, merge, merges, notes, publish, uploads,
};
use wasm_core::course::CourseCode;
use wasm_core::forms::{CardDraft, ChapterDraft};
use wasm_core::limits::COURSE_MERGE_BATCH_MAX;

use crate::library::merged_marks::follows_after_merge;
use crate::support::{album_note, at, audio, code, course, draft, empty_store, note, note_of, row, uid, upload_draft};

async fn step(store: &Store, from: &CourseCode, into: &CourseCode) -> CourseMerge {
    merge::run_step(store, from, into, at(50)).await.unwrap()
}

pub(crate) async fn merged(store: &Store, from: &CourseCode, into: &CourseCode) -> CourseMerge {
    for _ in 0..9 {
        let merge = step(store, from, into).await;
        if merge.finished_at.is_some() {
            return merge;
        }
    }
    panic!("the merge does not end");
}

async fn chapter(store: &Store, course: &CourseCode, number: u32, title: &str, cards: usize) -> ChapterId {
    let draft = ChapterDraft { number, title: title.into(), description: String::new() };
    let id = chapters::create(store, course, ChapterId::generate(), &draft, at(0)).await.unwrap().id;
    for _ in 0..cards {
        let draft = CardDraft { title: "Front".into(), content: "Back".into(), image_alt: String::new() };
        let card = cards::NewCard { id: CardId::generate(), draft, order: None };
        cards::add(store, course, id, &card, at(1)).await.unwrap();
    }
    id
}

#[tokio::test]
async fn s6_adm_22_a_merge_moves_all_content_and_redirects_the_old_code_to_the_target() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let (old, own) = (note(&store, &from, "Pointers").await, note(&store, &into, "Classes").await);
    let heard = audio(&store, ShelfId::DeepDive, "Slowly").await;
    let crammed = album_note(&store, AlbumId::ExamReview, "Evening").await;
    let moved = chapter(&store, &from, 3, "Pointers", 2).await;
    chapter(&store, &into, 1, "Classes", 1).await;
    let renumbered = chapter(&store, &from, 1, "Basics", 1).await;
    chapter(&store, &from, 4, "Empty", 0).await;
    chapter(&store, &into, 4, "Full", 1).await;
    for (who, course) in [("a", &from), ("b", &from), ("b", &into)] {
        course_follows::follow(&store, &uid(who), course, at(3)).await.unwrap();
        likes::like(&store, &uid(who), &LikeTarget::Course(*course), at(3)).await.unwrap();
    }
    likes::like(&store, &uid("a"), &LikeTarget::Note(old.id), at(3)).await.unwrap();

    let preview = merge::preview(&store, &from, &into).await.unwrap();
    assert_eq!((preview.from.note_count, preview.recordings), (1, 1));
    let plans: Vec<_> = preview.chapters.iter().map(|(chapter, plan)| (chapter.number, *plan)).collect();
    assert_eq!(
        plans,
        [(1, ChapterMergePlan::Renumbered(5)), (3, ChapterMergePlan::Moved), (4, ChapterMergePlan::MergedIntoExisting)]
    );
    let later = [
        StudentDataKind::Likes,
        StudentDataKind::Follows,
        StudentDataKind::PersonalCards,
        StudentDataKind::Exams,
        StudentDataKind::SavedNotes,
    ];
    assert_eq!(preview.moved_later, later);

    let (gone, kept) = (courses::get(&store, &from).await.unwrap(), courses::get(&store, &into).await.unwrap());
    assert!(gone.activity > 0 && gone.activity_era == kept.activity_era);
    let merge = merged(&store, &from, &into).await;
    assert_eq!((merge.notes, merge.links, merge.chapters), (1, 2, 3));
    let busy = courses::get(&store, &into).await.unwrap().activity;
    assert_eq!(busy, gone.activity + kept.activity, "what goes on in it goes on in the other");
    assert_eq!(step(&store, &from, &into).await, merge, "once more changes nothing");

    assert!(courses::find(&store, &from).await.unwrap().is_none());
    let there = courses::get_visible(&store, &from, Viewer::Student).await.unwrap();
    assert_eq!((there.code, there.note_count, there.likes), (into, 2, 3));
    let page = courses::page_with_notes(&store, &into, None, 10).await.unwrap();
    let mut ids: Vec<_> = page.notes.items.iter().map(|note| note.id).collect();
    ids.sort();
    let mut expected = [old.id, own.id];
    expected.sort();
    assert_eq!(ids, expected);
    assert_eq!(notes::get(&store, old.id).await.unwrap().file, old.file, "files stay where they are");
    assert!(notes::list(&store, &from, None, 10).await.unwrap().items.is_empty());
    assert_eq!(course_audio::list(&store, &into).await.unwrap()[0].id, heard.id);
    assert_eq!(course_audio::list(&store, &into).await.unwrap()[0].subject, "CS 247");
    assert_eq!(course_or_album_note::get(&store, crammed.id).await.unwrap().course(), Some(into));
    let numbers: Vec<_> =
        chapters::list(&store, &into).await.unwrap().iter().map(|it| (it.number, it.card_count)).collect();
    assert_eq!(numbers, [(1, 1), (3, 2), (4, 1), (5, 1)]);
    for id in [moved, renumbered] {
        let deck = cards::get_with_chapter(&store, &into, id).await.unwrap();
        assert!(!deck.cards.is_empty() && deck.cards.iter().all(|card| card.course == into));
    }

    // The stream handler purges the chapters that have left the old course. The cards must stay.
    let mut gone = chapters::get(&store, &into, moved).await.unwrap();
    gone.course = from;
    chapters::purge(&store, &gone).await.unwrap();
    assert_eq!(cards::get_with_chapter(&store, &into, moved).await.unwrap().cards.len(), 2);

    // On a visit, likes and follows move, and no student is counted twice.
    for who in ["a", "b"] {
        assert_eq!(follows_after_merge(&store, &uid(who)).await, [into]);
        assert_eq!(likes::list_after_merges(&store, &uid(who)).await.unwrap().courses, [into]);
    }
    assert_eq!(courses::get(&store, &into).await.unwrap().likes, 2);
    let unliked = likes::unlike(&store, &uid("a"), &LikeTarget::Note(old.id)).await.unwrap();
    assert_eq!((unliked.liked, unliked.count), (false, 0), "a like of a note that moved is taken back where it is");
    let rebuilt = content_index::backfill(&store).await.unwrap();
    assert_eq!((rebuilt.written, rebuilt.removed), (0, 0), "the register moved along");
}

#[tokio::test]
async fn s6_adm_22_changes_sent_with_the_code_of_a_merged_course_apply_to_the_target() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let (old, new) = (LikeTarget::Course(from), LikeTarget::Course(into));
    let exam = |course, date: &str| Exam {
        course,
        date: date.into(),
        time: None,
        title: String::new(),
        retention_percent: 90,
        calendar_until: None,
        created_at: at(0),
        changed_at: at(0),
        former_courses: Vec::new(),
        set_aside: Vec::new(),
    };
    for (who, target, course) in [("a", old, from), ("both", old, from), ("both", new, into)] {
        likes::like(&store, &uid(who), &target, at(3)).await.unwrap();
        course_follows::follow(&store, &uid(who), &course, at(3)).await.unwrap();
        exams::set(&store, &uid(who), &exam(course, "2026-12-09"), ExamEdit::default()).await.unwrap();
    }
    merged(&store, &from, &into).await;
    let count = async || courses::get(&store, &into).await.unwrap().likes;
    assert_eq!(count().await, 3);

    // The student has not visited since the merge, so the like has not moved.
    for _ in 0..2 {
        let unliked = likes::unlike(&store, &uid("a"), &old).await.unwrap();
        assert_eq!((unliked.liked, unliked.count), (false, 2));
    }
    assert!(likes::like(&store, &uid("a"), &old, at(4)).await.unwrap().liked);
    assert_eq!(likes::list(&store, &uid("a")).await.unwrap().courses, [into]);
    likes::unlike(&store, &uid("both"), &old).await.unwrap();
    assert_eq!((count().await, likes::list(&store, &uid("both")).await.unwrap().courses), (1, vec![]));

    assert_eq!(
        course_follows::unfollow(&store, &uid("both"), &from).await.unwrap(),
        [into],
        "the other was followed before"
    );
    assert_eq!(follows_after_merge(&store, &uid("a")).await, [into]);
    assert!(course_follows::unfollow(&store, &uid("a"), &from).await.unwrap().is_empty());

    exams::remove(&store, &uid("both"), &from, None).await.unwrap();
    assert_eq!(exams::list(&store, &uid("both")).await.unwrap(), [exam(into, "2026-12-09")]);
}

#[tokio::test]
async fn s6_adm_22_follows_and_likes_move_once_when_two_devices_request_them_concurrently() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let second = course(&store, "CS245").await;
    let me = uid("a");
    for course in [from, second, into] {
        likes::like(&store, &me, &LikeTarget::Course(course), at(3)).await.unwrap();
        course_follows::follow(&store, &me, &course, at(3)).await.unwrap();
    }
    merged(&store, &from, &into).await;
    merged(&store, &second, &into).await;
    let (followed, all) = (course_follows::list(&store, &me).await.unwrap(), merges::list_all(&store).await.unwrap());
    let (one, other, third, fourth) = tokio::join!(
        likes::list_after_merges(&store, &me),
        likes::list_after_merges(&store, &me),
        course_follows::replace_merged(&store, &me, followed.clone(), &all),
        course_follows::replace_merged(&store, &me, followed, &all),
    );
    assert!(one.is_ok() && other.is_ok() && third.is_ok() && fourth.is_ok());
    let mut moved = likes::list(&store, &me).await.unwrap();
    moved.former_courses.sort();
    assert_eq!((moved.courses, moved.former_courses), (vec![into], vec![second, from]), "each merge is noted once");
    assert_eq!(course_follows::list(&store, &me).await.unwrap(), [into]);
    assert_eq!(courses::get(&store, &into).await.unwrap().likes, 1);
}

#[tokio::test]
async fn s6_adm_22_merging_keeps_the_date_of_the_latest_added_note() {
    let store = empty_store().await;
    let newest = async |code| courses::get(&store, &code).await.unwrap().newest_note_at;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    note(&store, &from, "Pointers").await;
    assert_eq!((newest(from).await, newest(into).await), (Some(at(2)), None));
    merged(&store, &from, &into).await;
    assert_eq!(newest(into).await, Some(at(2)));
    let older = course(&store, "CS245").await;
    merged(&store, &older, &into).await;
    assert_eq!(newest(into).await, Some(at(2)), "of one without notes nothing is taken over");
}

#[tokio::test]
async fn s6_adm_22_a_large_merge_runs_in_steps_and_redirects_students_from_the_first_step_on() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let many = COURSE_MERGE_BATCH_MAX + 2;
    for number in 0..many {
        note(&store, &from, &format!("Note {number}")).await;
    }
    let first = step(&store, &from, &into).await;
    assert_eq!((first.notes, first.finished_at), (COURSE_MERGE_BATCH_MAX, None));
    assert_eq!(courses::get_visible(&store, &from, Viewer::Student).await.unwrap().code, into);
    assert!(courses::list_all(&store).await.unwrap().iter().all(|course| course.code == into));
    assert_eq!(courses::get(&store, &from).await.unwrap().note_count, 2, "both courses count what they have");
    assert_eq!(courses::get(&store, &into).await.unwrap().note_count, COURSE_MERGE_BATCH_MAX);

    let third = course(&store, "CS248").await;
    for (from, into, conflict) in [
        (from, third, Conflict::CourseMerged),
        (into, third, Conflict::MergeUnfinished),
        (third, from, Conflict::CourseMerged),
        (third, third, Conflict::SameCourse),
    ] {
        let refused = merge::run_step(&store, &from, &into, at(51)).await;
        assert!(matches!(refused, Err(Error::Conflict(why)) if why == conflict), "{from} {into}: {refused:?}");
    }
    let edit = courses::CourseEdit { title: "Late".into(), description: String::new(), version: 1 };
    assert!(matches!(courses::edit(&store, &from, &edit, at(51)).await, Err(Error::Conflict(Conflict::CourseMerged))));

    assert_eq!(merged(&store, &from, &into).await.notes, many);
    assert_eq!(courses::get(&store, &into).await.unwrap().note_count, many);
}

#[tokio::test]
async fn s6_adm_22_chapters_and_album_notes_count_towards_the_batch_limit_of_a_merge_step() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    chapter(&store, &from, 1, "Basics", 1).await;
    for number in 0..COURSE_MERGE_BATCH_MAX {
        note(&store, &from, &format!("Note {number}")).await;
    }
    assert_eq!(step(&store, &from, &into).await.notes, COURSE_MERGE_BATCH_MAX - 1);

    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for number in 1..COURSE_MERGE_BATCH_MAX {
        note(&store, &from, &format!("Note {number}")).await;
    }
    album_note(&store, AlbumId::ExamReview, "Evening").await;
    let first = step(&store, &from, &into).await;
    assert_eq!((first.notes, first.links, first.finished_at), (COURSE_MERGE_BATCH_MAX - 1, 1, None));
}

#[tokio::test]
async fn s6_adm_22_concurrent_merges_of_the_same_course_move_everything_once() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    for number in 0..6 {
        note(&store, &from, &format!("Note {number}")).await;
    }
    let (one, other) =
        tokio::join!(merge::run_step(&store, &from, &into, at(5)), merge::run_step(&store, &from, &into, at(5)));
    assert_eq!((one.unwrap().into, other.unwrap().into), (into, into));
    let merge = merged(&store, &from, &into).await;
    assert_eq!(merge.notes, 6);
    assert_eq!(courses::get(&store, &into).await.unwrap().note_count, 6);
}

#[tokio::test]
async fn s6_adm_22_the_code_of_a_merged_course_is_never_reused_and_redirects_through_later_merges() {
    let store = empty_store().await;
    let [first, second, third] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    merged(&store, &first, &second).await;
    merged(&store, &second, &third).await;
    for code in [&first, &second] {
        assert_eq!(courses::get_visible(&store, code, Viewer::Student).await.unwrap().code, third);
    }
    let again = CourseDraft { code: first, ..draft("CS246", "Again") };
    assert!(matches!(courses::create(&store, &again, at(60)).await, Err(Error::Conflict(Conflict::CourseMerged))));
    assert!(matches!(
        courses::create_or_find(&store, &again, at(60)).await,
        Err(Error::Conflict(Conflict::CourseMerged))
    ));
    assert!(!courses::create_if_absent(&store, &again, at(60)).await.unwrap());
    let rows = [again, draft("CS249", "New")].map(|draft| row(draft, ReplacePolicy::Nothing));
    let outcomes = courses::import(&store, &rows, at(60)).await.unwrap();
    assert_eq!(outcomes, [ImportOutcome::Merged, ImportOutcome::Created]);
    assert!(courses::find(&store, &first).await.unwrap().is_none());
    let listed = merges::list(&store, None, 10).await.unwrap().items;
    assert_eq!(listed.iter().map(|merge| merge.from).collect::<Vec<_>>(), [first, second]);
}

#[tokio::test]
async fn s6_adm_22_uploads_and_restored_notes_of_a_merged_course_are_added_to_the_target() {
    let store = empty_store().await;
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    let deleted = note(&store, &from, "Deleted").await;
    trash::trash_item::<notes::Note>(&store, deleted.id, &uid("admin"), DeletePermission::All, at(5)).await.unwrap();
    let sent = upload_draft(&from, "Sent before");
    let upload = uploads::create(&store, &uid("admin"), "Note Ninja", sent, at(0)).await.unwrap();
    assert!(matches!(
        uploads::acquire_lease(&store, upload.draft.id, at(1)).await.unwrap(),
        uploads::Lease::Acquired(_)
    ));
    merged(&store, &from, &into).await;

    assert_eq!(trash::restore::<notes::Note>(&store, deleted.id).await.unwrap().course, into);
    let late = note_of(&upload);
    let published = publish::publish(&store, &late, upload.draft.id, at(6)).await.unwrap();
    assert_eq!(published, uploads::PublishOutcome::Published);
    assert_eq!(notes::get(&store, late.id).await.unwrap().course, into);
    assert_eq!(courses::get(&store, &into).await.unwrap().note_count, 2);
    let nowhere = code("CS999");
    let refused = merge::run_step(&store, &nowhere, &into, at(9)).await;
    assert!(matches!(refused, Err(Error::NotFound(ResourceKind::Course))));
}

#[tokio::test]
async fn s6_adm_22_a_student_who_requested_both_courses_is_counted_once_after_their_merge() {
    let store = empty_store().await;
    for (who, wanted) in [(Some("a"), "CS246"), (Some("b"), "CS246"), (None, "CS246"), (Some("a"), "CS247")] {
        requests::create(&store, &crate::desk::requests::asked_by(who, wanted, 0)).await.unwrap();
    }
    let (from, into) = (course(&store, "CS246").await, course(&store, "CS247").await);
    assert_eq!(merged(&store, &from, &into).await.requests, 3);
    assert!(requests::find_requested_course(&store, &from).await.unwrap().is_none());
    let requested = requests::find_requested_course(&store, &into).await.unwrap().unwrap();
    assert_eq!((requested.requesters, requested.state), (3, CourseRequestState::Added));
    let page = requests::page_for_course(&store, &into, None, 10).await.unwrap();
    assert!(page.requests.items.len() == 3 && page.requests.items.iter().all(|it| it.course_code == into));
    for who in ["a", "b"] {
        let mine = requests::list_by_student(&store, &uid(who), None, 10).await.unwrap().items;
        assert_eq!(mine.iter().map(|mine| mine.requested.course_code).collect::<Vec<_>>(), [into]);
    }
    // A request for the merged code finds the target.
    requests::create(&store, &crate::desk::requests::asked_by(Some("c"), "CS246", 9)).await.unwrap();
    assert_eq!(requests::find_requested_course(&store, &from).await.unwrap().unwrap().state, CourseRequestState::Added);
}

#[tokio::test]
async fn s6_adm_22_a_chapter_can_be_edited_filled_with_cards_and_deleted_with_the_code_of_its_merged_course() {
    let store = empty_store().await;
    let [first, from, into] =
        [course(&store, "CS246").await, course(&store, "CS247").await, course(&store, "CS248").await];
    let id = chapter(&store, &first, 3, "Pointers", 1).await;
    merged(&store, &first, &from).await;
    merged(&store, &from, &into).await;

    let draft = ChapterDraft { number: 4, title: "References".into(), description: String::new() };
    let edit = chapters::ChapterEdit { draft, version: 1 };
    let edited = chapters::edit(&store, &from, id, &edit, at(60)).await.unwrap();
    assert_eq!((edited.course, edited.number, edited.title.as_str()), (into, 4, "References"));
    let draft = CardDraft { title: "Front".into(), content: "Back".into(), image_alt: String::new() };
    let more = [cards::ImportedCard { id: CardId::generate(), draft, image: None }];
    let deck = cards::add_many(&store, &first, id, &more, at(61)).await.unwrap();
    assert_eq!((deck.cards.len(), deck.chapter.card_count), (2, 2));
    assert!(deck.cards.iter().all(|card| card.course == into));

    let other = course(&store, "MATH137").await;
    let refused = chapters::delete(&store, &other, id).await;
    assert!(matches!(refused, Err(Error::NotFound(ResourceKind::Chapter))), "{refused:?}");
    assert_eq!(chapters::delete(&store, &first, id).await.unwrap().course, into);
    assert_eq!(chapters::list(&store, &into).await.unwrap(), []);
    chapter(&store, &into, 4, "Its number is free", 0).await;
    let again = chapters::delete(&store, &first, id).await;
    assert!(matches!(again, Err(Error::NotFound(ResourceKind::Chapter))), "{again:?}");
}

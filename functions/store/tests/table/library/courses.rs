use std::collections::BTreeSet;

use store::courses::{self, CourseEdit, ImportOutcome, ReplacePolicy};
use store::expected_picture::SeenPicture;
use store::{Conflict, Cursor, Error, PictureId, ResourceKind, likes};

use crate::support::{at, code, course, draft, empty_store, note, row, uid};

#[tokio::test]
async fn s3_guide_1_a_course_is_read_with_code_title_description_image_and_prefix() {
    let store = empty_store().await;
    courses::create_or_find(&store, &draft("cs-246", "Object-Oriented Software Development"), at(0)).await.unwrap();
    let picture = PictureId::generate();
    let set = courses::set_picture(&store, &code("CS246"), picture, None, at(1)).await.unwrap();
    let found = courses::get(&store, &code("CS246")).await.unwrap();
    assert_eq!(found, set);
    assert_eq!((found.code.as_str(), found.code.prefix()), ("CS246", "CS"));
    assert_eq!(found.title, "Object-Oriented Software Development");
    assert_eq!(found.description, "About Object-Oriented Software Development");
    assert_eq!(found.picture, Some(picture));
    assert_eq!((found.likes, found.note_count), (0, 0));
    assert!(matches!(courses::get(&store, &code("CS999")).await, Err(Error::NotFound(ResourceKind::Course))));
    let newer = courses::remove_picture(&store, &code("CS246"), Some(PictureId::generate()), at(2)).await;
    assert!(matches!(newer, Err(Error::Conflict(Conflict::VersionMismatch))), "{newer:?}");
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().picture, Some(picture));
    assert_eq!(courses::remove_picture(&store, &code("CS246"), Some(picture), at(2)).await.unwrap().picture, None);
    for refused in [
        courses::set_picture(&store, &code("CS999"), picture, None, at(3)).await,
        courses::remove_picture(&store, &code("CS999"), None, at(3)).await,
    ] {
        assert!(matches!(refused, Err(Error::NotFound(ResourceKind::Course))), "{refused:?}");
    }
}

#[tokio::test]
async fn s7_wr_10_an_edit_keeps_likes_notes_image_and_creation_time_and_creating_the_course_again_changes_nothing() {
    let store = empty_store().await;
    courses::create_or_find(&store, &draft("CS246", "Old"), at(0)).await.unwrap();
    let picture = PictureId::generate();
    courses::set_picture(&store, &code("CS246"), picture, None, at(0)).await.unwrap();
    likes::like(&store, &uid("a"), &likes::LikeTarget::Course(code("CS246")), at(1)).await.unwrap();
    note(&store, &code("CS246"), "Pointers").await;
    let before = courses::get(&store, &code("CS246")).await.unwrap();
    assert_eq!(courses::create_or_find(&store, &draft("CS246", "Old"), at(8)).await.unwrap(), before);
    let edit = CourseEdit { title: "New".into(), description: String::new(), version: before.version };
    let (_, after) = courses::edit(&store, &code("CS246"), &edit, at(9)).await.unwrap();
    assert_eq!((after.title.as_str(), after.likes, after.note_count), ("New", 1, 1));
    assert_eq!((after.created_at, after.updated_at), (at(0), at(9)));
    assert_eq!(after.picture, Some(picture));
    assert!(!courses::create_if_absent(&store, &draft("CS246", "Seed"), at(10)).await.unwrap());
    let stale = courses::create_or_find(&store, &draft("CS246", "Old"), at(10)).await;
    assert!(matches!(stale, Err(Error::Conflict(Conflict::CourseExists))), "{stale:?}");
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap(), after);
}

#[tokio::test]
async fn s7_wr_10_an_import_reports_its_changes_and_is_idempotent() {
    let store = empty_store().await;
    courses::create_or_find(&store, &draft("CS246", "Same"), at(0)).await.unwrap();
    courses::create_or_find(&store, &draft("MATH137", "Old"), at(0)).await.unwrap();
    likes::like(&store, &uid("a"), &likes::LikeTarget::Course(code("MATH137")), at(1)).await.unwrap();
    let seen = courses::get(&store, &code("MATH137")).await.unwrap().version;
    let batch = [
        row(draft("CS246", "Same"), ReplacePolicy::Nothing),
        row(draft("MATH137", "New"), ReplacePolicy::Version(seen)),
        row(draft("STAT230", "Probability"), ReplacePolicy::Nothing),
        row(draft("STAT230", "Probability 1"), ReplacePolicy::Nothing),
    ];
    let outcomes = courses::import(&store, &batch, at(2)).await.unwrap();
    assert_eq!(
        outcomes,
        [ImportOutcome::Unchanged, ImportOutcome::Updated, ImportOutcome::Created, ImportOutcome::Updated]
    );
    let math = courses::get(&store, &code("MATH137")).await.unwrap();
    assert_eq!((math.title.as_str(), math.likes), ("New", 1));
    assert_eq!(courses::get(&store, &code("STAT230")).await.unwrap().title, "Probability 1");
    assert_eq!(courses::get(&store, &code("CS246")).await.unwrap().updated_at, at(0));

    let again = courses::import(&store, &batch, at(3)).await.unwrap();
    assert!(again.iter().all(|outcome| *outcome == ImportOutcome::Unchanged), "{again:?}");
    assert_eq!(courses::get(&store, &code("MATH137")).await.unwrap().updated_at, at(2));
}

#[tokio::test]
async fn s7_wr_10_an_import_replaces_a_text_only_if_it_contains_the_current_version_of_the_course() {
    let store = empty_store().await;
    let old = courses::create_or_find(&store, &draft("CS246", "Old"), at(0)).await.unwrap();
    let edit = |title: &str, version| CourseEdit { title: title.into(), description: String::new(), version };
    let (_, newer) = courses::edit(&store, &old.code, &edit("Newer", old.version), at(1)).await.unwrap();
    let new = draft("CS240", "New");
    for replaces in [ReplacePolicy::Nothing, ReplacePolicy::Version(old.version)] {
        let batch = [row(draft("CS246", "Listed"), replaces), row(new.clone(), ReplacePolicy::Nothing)];
        let outcomes = courses::import(&store, &batch, at(2)).await.unwrap();
        assert_eq!(outcomes[0], ImportOutcome::Different(Box::new(newer.clone())));
        assert!(matches!(outcomes[1], ImportOutcome::Created | ImportOutcome::Unchanged));
        assert_eq!(courses::get(&store, &old.code).await.unwrap(), newer);
    }
    let batch = [row(draft("CS246", "Listed"), ReplacePolicy::Version(newer.version))];
    assert_eq!(courses::import(&store, &batch, at(3)).await.unwrap(), [ImportOutcome::Updated]);
    let anything = [row(draft("CS246", "Built in"), ReplacePolicy::AnyVersion)];
    assert_eq!(courses::import(&store, &anything, at(4)).await.unwrap(), [ImportOutcome::Updated]);
    assert_eq!(courses::get(&store, &old.code).await.unwrap().title, "Built in");
}

#[tokio::test]
async fn an_import_without_descriptions_keeps_existing_ones() {
    let store = empty_store().await;
    courses::create_or_find(&store, &draft("CS246", "Old"), at(0)).await.unwrap();
    let described = courses::get(&store, &code("CS246")).await.unwrap().description;
    let bare = courses::CourseDraft { description: String::new(), ..draft("CS246", "New") };
    let batch = [row(bare, ReplacePolicy::AnyVersion)];
    assert_eq!(courses::import(&store, &batch, at(1)).await.unwrap(), [ImportOutcome::Updated]);
    assert_eq!(courses::import(&store, &batch, at(2)).await.unwrap(), [ImportOutcome::Unchanged]);
    let course = courses::get(&store, &code("CS246")).await.unwrap();
    assert_eq!((course.title.as_str(), course.description), ("New", described));
}

#[tokio::test]
async fn s7_rd_1_paging_lists_every_course_once() {
    let store = empty_store().await;
    let titled = |code: &str| row(draft(code, "Title"), ReplacePolicy::Nothing);
    let batch: Vec<_> = (0..100).map(|n| titled(&format!("CS{}", 100 + n))).collect();
    assert!(courses::import(&store, &batch, at(0)).await.unwrap().iter().all(|o| *o == ImportOutcome::Created));
    let mut too_many = batch.clone();
    too_many.push(titled("CS900"));
    assert!(matches!(courses::import(&store, &too_many, at(0)).await, Err(Error::LimitReached { max: 100, .. })));

    let mut seen = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = courses::list(&store, cursor.as_ref(), 7).await.unwrap();
        assert!(page.items.len() <= 7);
        seen.extend(page.items.into_iter().map(|course| course.code));
        match page.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(seen.len(), 100);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 100);
    let all: Vec<_> = courses::list_all(&store).await.unwrap().into_iter().map(|course| course.code).collect();
    assert!(all.is_sorted());
    assert_eq!(all, seen.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn s7_rd_5_a_course_page_returns_the_course_and_its_notes_newest_first() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(note(&store, &cs, &format!("Note {number}")).await.id);
    }
    // Ids of one millisecond have a random order; the list is sorted by id.
    ids.sort();
    ids.reverse();

    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = courses::page_with_notes(&store, &cs, cursor.as_ref(), 2).await.unwrap();
        assert_eq!((page.course.code.as_str(), page.course.note_count), ("CS246", 5));
        assert!(page.notes.items.len() <= 2);
        seen.extend(page.notes.items.into_iter().map(|note| note.id));
        match page.notes.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(seen, ids);
}

#[tokio::test]
async fn s7_rd_5_a_cursor_of_one_course_is_rejected_for_another() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let math = course(&store, "MATH137").await;
    for title in ["One", "Two"] {
        note(&store, &cs, title).await;
        note(&store, &math, title).await;
    }
    let cursor = courses::page_with_notes(&store, &cs, None, 1).await.unwrap().notes.next.unwrap();
    assert!(courses::page_with_notes(&store, &cs, Some(&cursor), 1).await.is_ok());
    assert!(matches!(courses::page_with_notes(&store, &math, Some(&cursor), 1).await, Err(Error::InvalidCursor)));
    assert!(matches!(courses::list(&store, Some(&cursor), 1).await, Err(Error::InvalidCursor)));
    let invented: Cursor = "c29tZXRoaW5n".parse().unwrap();
    assert!(matches!(courses::page_with_notes(&store, &cs, Some(&invented), 1).await, Err(Error::InvalidCursor)));
}

#[tokio::test]
async fn the_page_of_an_unknown_course_is_not_found() {
    let store = empty_store().await;
    let page = courses::page_with_notes(&store, &code("CS246"), None, 10).await;
    assert!(matches!(page, Err(Error::NotFound(ResourceKind::Course))));
}

#[tokio::test]
async fn s6_adm_34_a_course_image_is_replaced_only_if_the_page_showed_the_current_one_and_a_retry_succeeds() {
    let store = empty_store().await;
    let course = course(&store, "CS246").await;
    let (first, second) = (PictureId::generate(), PictureId::generate());
    let set = async |picture, seen: Option<PictureId>| {
        courses::set_picture(&store, &course, picture, Some(&SeenPicture::new(seen)), at(1)).await.map(|it| it.picture)
    };
    for _ in 0..2 {
        assert_eq!(set(first, None).await.unwrap(), Some(first));
    }
    assert!(matches!(set(second, None).await, Err(Error::Conflict(Conflict::VersionMismatch))));
    assert_eq!(set(second, Some(first)).await.unwrap(), Some(second));
    assert!(matches!(set(first, None).await, Err(Error::Conflict(Conflict::VersionMismatch))));
}

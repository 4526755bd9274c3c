use store::chapters::{self, ChapterHeading};
use store::notes::Note;
use store::uploads::{self, Lease, PublishOutcome};
use store::{ChapterId, Cursor, Error, NoteId, ResourceKind, Store, courses, publish};
use wasm_core::course::CourseCode;
use wasm_core::forms::ChapterDraft;

use crate::support::{at, code, course, empty_store, note_of, uid, upload_draft};

/// Publishes a note for each chapter, oldest first. Returns the ids of those in chapter 2, newest first. The ids are
/// fixed, because ids from the clock would tie.
async fn fill(store: &Store, course: &CourseCode, chapters: &[u32]) -> Vec<NoteId> {
    let mut seconds = Vec::new();
    for (place, chapter) in chapters.iter().enumerate() {
        let draft = upload_draft(course, &format!("Of chapter {chapter}"));
        let upload = uploads::create(store, &uid("admin"), "Note Ninja", draft, at(0)).await.unwrap();
        assert!(matches!(uploads::acquire_lease(store, upload.draft.id, at(1)).await.unwrap(), Lease::Acquired(_)));
        let id = format!("01JD3Q8Z6B00000000000000{place:02}").parse().unwrap();
        let note = Note { id, chapter: *chapter, ..note_of(&upload) };
        assert_eq!(publish::publish(store, &note, upload.draft.id, at(2)).await.unwrap(), PublishOutcome::Published);
        if *chapter == 2 {
            seconds.insert(0, note.id);
        }
    }
    seconds
}

/// Returns the ids on each page of a chapter.
async fn pages(store: &Store, course: &CourseCode, number: u32, limit: u32) -> Vec<Vec<NoteId>> {
    let mut pages = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = chapters::page_with_notes(store, course, number, cursor.as_ref(), limit).await.unwrap();
        assert_eq!((&page.course.code, page.chapter), (course, ChapterHeading::without_title(number)));
        assert!(page.notes.items.iter().all(|note| note.chapter == number));
        pages.push(page.notes.items.into_iter().map(|note| note.id).collect());
        match page.notes.next {
            Some(next) => cursor = Some(next),
            None => return pages,
        }
    }
}

#[tokio::test]
async fn s7_rd_11_a_chapter_lists_its_title_and_its_own_notes_newest_first() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let seconds = fill(&store, &cs, &[1, 2, 1, 2, 3]).await;
    let page = chapters::page_with_notes(&store, &cs, 2, None, 10).await.unwrap();
    assert_eq!((page.chapter.number, page.chapter.title.as_str()), (2, "Chapter 2"));
    assert_eq!((page.course.code, page.course.note_count), (cs, 5), "the course is whole");
    let whole = courses::page_with_notes(&store, &cs, None, 10).await.unwrap().notes.items;
    let view: Vec<Note> = whole.into_iter().filter(|note| note.chapter == 2).collect();
    assert_eq!(page.notes.items, view, "both are views of the same notes");
    assert_eq!(view.iter().map(|note| note.id).collect::<Vec<_>>(), seconds);
    assert_eq!(pages(&store, &cs, 9, 10).await, [[]], "a chapter without notes");
}

#[tokio::test]
async fn s7_rd_11_a_chapter_shows_the_title_set_by_an_administrator() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    fill(&store, &cs, &[2, 2, 3]).await;
    let draft = ChapterDraft { number: 2, title: "Pointers".into(), description: String::new() };
    let chapter = chapters::create(&store, &cs, ChapterId::generate(), &draft, at(9)).await.unwrap();
    let title = async |number: u32, cursor: Option<&Cursor>| {
        chapters::page_with_notes(&store, &cs, number, cursor, 1).await.unwrap().chapter.title
    };
    assert_eq!((title(2, None).await.as_str(), title(3, None).await.as_str()), ("Pointers", "Chapter 3"));
    let first = chapters::page_with_notes(&store, &cs, 2, None, 1).await.unwrap();
    assert_eq!(title(2, first.notes.next.as_ref()).await, "Pointers", "on later pages, too");
    chapters::delete(&store, &cs, chapter.id).await.unwrap();
    assert_eq!(title(2, None).await, "Chapter 2");
}

#[tokio::test]
async fn s7_rd_11_a_chapter_page_that_needs_several_queries_loses_no_note() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    let seconds = fill(&store, &cs, &[2, 1, 1, 2, 2, 2, 1, 3, 2, 1, 1, 2]).await;
    for limit in 1..=7 {
        let pages = pages(&store, &cs, 2, limit).await;
        let most = usize::try_from(limit).unwrap();
        assert!(pages.iter().all(|page| page.len() <= most), "{limit}: {pages:?}");
        assert_eq!(pages.concat(), seconds, "in pages of {limit}");
    }
    // Only one of the newest three notes is in chapter 2, so a full page takes more than one query.
    let first = chapters::page_with_notes(&store, &cs, 2, None, 3).await.unwrap();
    assert_eq!(first.notes.items.len(), 3);
}

#[tokio::test]
async fn s7_rd_11_a_chapter_with_few_notes_in_a_long_course_returns_short_pages_after_at_most_five_queries() {
    let store = empty_store().await;
    let cs = course(&store, "CS246").await;
    // Newest first: ten notes of chapter 1, then the only note of chapter 2.
    let mut chapters = [1; 11];
    chapters[0] = 2;
    let rare = fill(&store, &cs, &chapters).await;
    // Five queries read two notes each. The first page ends there, just before the note that matches.
    assert_eq!(pages(&store, &cs, 2, 2).await, [vec![], rare]);
    // The tenth newest note is the last one read: the course record does not count as a note.
    let math = course(&store, "MATH137").await;
    let mut chapters = [1; 12];
    chapters[2] = 2;
    let tenth = fill(&store, &math, &chapters).await;
    assert_eq!(pages(&store, &math, 2, 2).await[0], tenth);
}

#[tokio::test]
async fn chapter_notes_reject_an_unknown_course_and_the_cursor_of_another_course() {
    let store = empty_store().await;
    let (cs, math) = (course(&store, "CS246").await, course(&store, "MATH137").await);
    fill(&store, &cs, &[2, 2]).await;
    let cursor = chapters::page_with_notes(&store, &cs, 2, None, 1).await.unwrap().notes.next.unwrap();
    assert!(chapters::page_with_notes(&store, &cs, 2, Some(&cursor), 1).await.is_ok());
    let other = chapters::page_with_notes(&store, &math, 2, Some(&cursor), 1).await;
    assert!(matches!(other, Err(Error::InvalidCursor)));
    let nowhere = chapters::page_with_notes(&store, &code("CS999"), 2, None, 1).await;
    assert!(matches!(nowhere, Err(Error::NotFound(ResourceKind::Course))));
}

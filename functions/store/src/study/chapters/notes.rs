//! The notes of one chapter: those of the course with its number.

use aws::client::Store;
use aws::codec::{Item, decode, has_entity, key_attributes};
use aws::table::{self, Consistency, Order, QueryPage};
use model::error::{Error, ResourceKind, Result};
use model::keys::{self, Range};
use model::page::{Cursor, Page};
use wasm_core::course::CourseCode;

use crate::library::courses::{self, Course};
use crate::library::notes::Note;

/// Maximum number of queries per page. The keys of notes do not contain the chapter, so a page is filtered from the
/// notes of the whole course. A chapter with few notes is therefore read in several short pages.
pub const QUERIES_MAX: u32 = 5;

/// Number and title of a chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterHeading {
    /// Number from 1.
    pub number: u32,
    /// Title set by an administrator, or else `Chapter` and the number.
    pub title: String,
}

impl ChapterHeading {
    /// Returns the heading of a chapter without a title.
    #[must_use]
    pub fn without_title(number: u32) -> Self {
        Self { number, title: format!("Chapter {number}") }
    }

    /// Returns the heading of the chapter with this number. Cost: 1 read.
    async fn find(store: &Store, code: &CourseCode, number: u32) -> Result<Self> {
        let chapters = super::list(store, code).await?;
        let titled = chapters.into_iter().find(|chapter| chapter.number == number);
        Ok(titled.map_or_else(|| Self::without_title(number), |chapter| Self { number, title: chapter.title }))
    }
}

/// A course, one of its chapters and one page of the chapter's notes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterPage {
    /// The course.
    pub course: Course,
    /// The chapter.
    pub chapter: ChapterHeading,
    /// One page of its notes.
    pub notes: Page<Note>,
}

/// Returns a course and one page of the notes of one chapter, newest first; an empty page for a chapter without notes.
///
/// Reads the notes of the course like [`courses::page_with_notes`], `limit` at a time, and skips other chapters. It
/// stops when the page is full, when the course has no more notes, or after [`QUERIES_MAX`] queries. A page may
/// therefore hold fewer notes than `limit` and still have a cursor; only a page without `next` is the last. Cost: 2 to
/// [`QUERIES_MAX`] + 1 reads, one of them for the title; 1 more for the course on later pages.
///
/// # Errors
/// `NotFound(Course)`, also if notes remain without a course record; `InvalidCursor`.
pub async fn page_with_notes(
    store: &Store,
    code: &CourseCode,
    number: u32,
    cursor: Option<&Cursor>,
    limit: u32,
) -> Result<ChapterPage> {
    let reading = Reading { store, range: keys::course::with_notes(code), number, limit };
    let Some(cursor) = cursor else {
        let first =
            table::query(store, &reading.range, Order::Descending, Consistency::Eventual, Some(limit + 1), None);
        let (slice, heading) = tokio::join!(first, ChapterHeading::find(store, code, number));
        let mut slice = slice?;
        // In this order, the course record comes before all its notes.
        let first = slice.items.drain(..1.min(slice.items.len())).next();
        let course = decode(first.filter(has_entity::<Course>).ok_or(Error::NotFound(ResourceKind::Course))?)?;
        return Ok(ChapterPage { course, chapter: heading?, notes: reading.gather(slice).await? });
    };
    let start = table::decode_cursor(store, &reading.range, cursor)?;
    let (course, heading, notes) =
        tokio::join!(courses::get(store, code), ChapterHeading::find(store, code, number), async {
            let slice = reading.slice_after(start).await?;
            reading.gather(slice).await
        });
    Ok(ChapterPage { course: course?, chapter: heading?, notes: notes? })
}

/// Parameters for reading the notes of one chapter from the range of its course.
struct Reading<'a> {
    store: &'a Store,
    range: Range,
    number: u32,
    limit: u32,
}

impl Reading<'_> {
    async fn slice_after(&self, start: Item) -> Result<QueryPage> {
        let Self { store, range, limit, .. } = self;
        table::query(store, range, Order::Descending, Consistency::Eventual, Some(*limit), Some(start)).await
    }

    /// Fills a page from `slice`, the result of the first query, and from further queries if needed and allowed.
    async fn gather(&self, mut slice: QueryPage) -> Result<Page<Note>> {
        let full = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let mut items: Vec<Note> = Vec::new();
        let mut queries = 1;
        loop {
            for item in slice.items {
                let note: Note = decode(item)?;
                if note.chapter != self.number {
                    continue;
                }
                if let (true, Some(last)) = (items.len() >= full, items.last()) {
                    // The page is full, so the next one starts after its last note.
                    let place = key_attributes(keys::note::primary(&last.course, last.id));
                    let next = table::encode_cursor(self.store, &self.range, &place)?;
                    return Ok(Page { items, next: Some(next) });
                }
                items.push(note);
            }
            let Some(last) = slice.last_key else { return Ok(Page { items, next: None }) };
            if items.len() >= full || queries >= QUERIES_MAX {
                let next = table::encode_cursor(self.store, &self.range, &last)?;
                return Ok(Page { items, next: Some(next) });
            }
            slice = self.slice_after(last).await?;
            queries += 1;
        }
    }
}

//! Newest counts of courses: a small file of its own, so that a like does not cause every page to fetch all courses
//! again.

use super::CatalogueError::{self, Damaged};
use super::CourseRecord;
use super::index::Index;
use super::lists::{section_bounds, read_section};
use super::packed_array::PackedWriter;
use super::popularity::Popularity;
use super::writer::{inverse_permutation, with_header};
use crate::index_sort::{sort_indices, to_u32};

const MAGIC: [u8; 4] = *b"NNCN";
/// Lists of the file: the checksum of the catalogue, places, likes, notes, activity.
const LISTS: usize = 5;

/// The newest counts of one course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    /// Index of the course among all codes of the catalogue, sorted by code.
    pub(super) place: u32,
    likes: u32,
    notes: u32,
    activity: u32,
}

/// The changed counts of a catalogue and the resulting order of its courses.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Changed counts, sorted by place.
    moved: Vec<Count>,
    /// Courses, most popular first; empty if no count changed.
    order: Vec<u32>,
    /// Index of each course in `order`.
    places: Vec<u32>,
}

impl Counts {
    /// Stores the changed counts, and computes the resulting order of the courses.
    pub(super) fn new(index: Index<'_>, moved: Vec<Count>) -> Self {
        let order = ordered(index, &moved);
        Self { moved, places: inverse_permutation(&order), order }
    }

    /// Returns the changed counts of the course at this place, if any.
    pub(super) fn changed_count(&self, place: u32) -> Option<&Count> {
        let found = self.moved.binary_search_by_key(&place, |count| count.place).ok()?;
        self.moved.get(found)
    }

    /// Returns the course at this popularity rank, from 0.
    pub(super) fn course_at_rank(&self, place: u32) -> u32 {
        self.order.get(place as usize).copied().unwrap_or(place)
    }

    /// Returns the popularity rank of a course, from 0.
    pub(super) fn rank_of(&self, course: u32) -> u32 {
        self.places.get(course as usize).copied().unwrap_or(course)
    }
}

impl Count {
    /// Returns the counts of the course at this place.
    pub(super) fn new(place: u32, course: &CourseRecord) -> Self {
        Self { place, likes: course.likes, notes: course.notes, activity: course.activity }
    }

    /// Writes the counts into the record of the course.
    pub(super) fn apply(&self, record: &mut CourseRecord) {
        (record.likes, record.notes, record.activity) = (self.likes, self.notes, self.activity);
    }
}

/// Encodes the changed counts of the catalogue with this checksum.
pub(super) fn encode(checksum: u64, moved: &[Count]) -> Vec<u8> {
    let list = |number: fn(&Count) -> u32| moved.iter().map(number).collect::<Vec<_>>();
    let mut file = PackedWriter::default();
    file.numbers(&halves(checksum));
    file.numbers(&list(|count| count.place));
    file.numbers(&list(|count| count.likes));
    file.numbers(&list(|count| count.notes));
    file.numbers(&list(|count| count.activity));
    with_header(MAGIC, &file.finish())
}

fn halves(checksum: u64) -> [u32; 2] {
    let [a, b, c, d, rest @ ..] = checksum.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(rest)]
}

/// Decodes a file that [`encode`] wrote for the catalogue with this checksum and number of courses.
pub(super) fn decode(file: &[u8], of: u64, courses: u32) -> Result<Vec<Count>, CatalogueError> {
    let lists = section_bounds::<LISTS>(file, MAGIC)?;
    let [checksum, places, likes, notes, activity] = lists.map(|list| read_section(file, list));
    let moved: Vec<Count> = (0..places.len())
        .map(|at| Count {
            place: places.get(at),
            likes: likes.get(at),
            notes: notes.get(at),
            activity: activity.get(at),
        })
        .collect();
    let is_whole = [likes, notes, activity].iter().all(|list| list.len() == places.len())
        && checksum.iter().eq(halves(of))
        && moved.windows(2).all(|two| two[0].place < two[1].place)
        && moved.last().is_none_or(|last| last.place < courses);
    if is_whole { Ok(moved) } else { Err(Damaged) }
}

/// Returns all courses, most popular first. Changed courses are inserted between the unchanged ones.
fn ordered(index: Index<'_>, moved: &[Count]) -> Vec<u32> {
    let popularity = |course| index.record(course).as_ref().map(Popularity::of);
    let courses = index.len();
    let moved: Vec<(u32, Option<Popularity>, u32)> = moved
        .iter()
        .filter_map(|count| {
            let course = index.courses_by_code().get(count.place);
            let mut record = index.record(course)?;
            count.apply(&mut record);
            let now = Some(Popularity::of(&record));
            // The courses of the catalogue file are sorted by the counts in that file, so the binary search compares
            // with these counts.
            let (mut low, mut high) = (0, courses);
            while low < high {
                let middle = u32::midpoint(low, high);
                if popularity(middle) < now { low = middle + 1 } else { high = middle }
            }
            Some((low, now, course))
        })
        .collect();
    let mut coming = sort_indices(moved.len(), &|a, b| moved[a].1.cmp(&moved[b].1)).into_iter().peekable();
    let mut has_moved = vec![false; courses as usize];
    for (_, _, course) in &moved {
        has_moved[*course as usize] = true;
    }
    let mut order = Vec::with_capacity(courses as usize);
    for course in 0..=courses {
        while let Some(next) = coming.next_if(|next| moved[*next as usize].0 <= course) {
            order.push(moved[next as usize].2);
        }
        if has_moved.get(course as usize) == Some(&false) {
            order.push(course);
        }
    }
    debug_assert_eq!(to_u32(order.len()), courses);
    order
}

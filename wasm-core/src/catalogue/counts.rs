//! What courses count, where it has moved since their catalogue was written: a small file of its own, so that a like does not
//! make every page fetch all courses anew.

use super::CatalogueError::{self, Damaged};
use super::index::Index;
use super::packed::Packer;
use super::popularity::Popularity;
use super::reader::{lists_of, numbers_of};
use super::writer::{first_chars, framed, places_in};
use super::{Catalogue, CourseRecord, decode};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;
use crate::order::{as_u32, sorted};

const MAGIC: [u8; 4] = *b"NNCN";
/// The checksum of the catalogue, places, likes, notes, activity.
const LISTS: usize = 5;

/// What one course counts now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    /// The course's place among all codes of the catalogue, in their order.
    place: u32,
    likes: u32,
    notes: u32,
    activity: u32,
}

/// What has moved in a catalogue that was read, and the order that follows from it.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// By place.
    moved: Vec<Count>,
    /// The courses, most popular first; empty where nothing has moved.
    order: Vec<u32>,
    /// For each course where it stands in `order`.
    places: Vec<u32>,
}

impl Counts {
    fn of(&self, place: u32) -> Option<&Count> {
        let found = self.moved.binary_search_by_key(&place, |count| count.place).ok()?;
        self.moved.get(found)
    }
}

impl Count {
    fn apply(&self, record: &mut CourseRecord) {
        (record.likes, record.notes, record.activity) = (self.likes, self.notes, self.activity);
    }
}

/// What of a published catalogue has to be published again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// Nothing: it says what is.
    Nothing,
    /// This file beside it says what its courses count now.
    Counts(Vec<u8>),
    /// The catalogue itself.
    Courses,
}

/// What has to be published so that this catalogue, as [`super::encode`] wrote it, says what is `newest`, which is sorted by
/// code.
#[must_use]
pub fn changed(catalogue: &[u8], newest: &[CourseRecord]) -> Changed {
    let Ok(read) = Catalogue::read(catalogue.to_vec()) else { return Changed::Courses };
    let Ok(written) = decode(catalogue) else { return Changed::Courses };
    let stays = |(old, new): (&CourseRecord, &CourseRecord)| {
        let description = first_chars(&new.description, CATALOGUE_DESCRIPTION_MAX_CHARS);
        (old.code, old.title.as_str(), old.description.as_str()) == (new.code, new.title.as_str(), description)
    };
    if written.len() != newest.len() || !written.iter().zip(newest).all(stays) {
        return Changed::Courses;
    }
    let counts = |course: &CourseRecord| (course.likes, course.notes, course.activity);
    let moved: Vec<(u32, &CourseRecord)> = (0_u32..)
        .zip(written.iter().zip(newest))
        .filter(|(_, (old, new))| counts(old) != counts(new))
        .map(|(place, (_, new))| (place, new))
        .collect();
    if moved.is_empty() {
        return Changed::Nothing;
    }
    if moved.len() > (written.len() / MOVED_MAX_SHARE).max(MOVED_MIN) {
        return Changed::Courses;
    }
    let list = |number: fn(&(u32, &CourseRecord)) -> u32| moved.iter().map(number).collect::<Vec<_>>();
    let mut file = Packer::default();
    file.numbers(&halves(read.checksum()));
    file.numbers(&list(|(place, _)| *place));
    file.numbers(&list(|(_, course)| course.likes));
    file.numbers(&list(|(_, course)| course.notes));
    file.numbers(&list(|(_, course)| course.activity));
    Changed::Counts(framed(MAGIC, &file.finish()))
}

/// One course in so many may have moved before the catalogue is written anew: then half of it would have to be fetched anyway.
const MOVED_MAX_SHARE: usize = 4;
/// So many may in any case.
const MOVED_MIN: usize = 100;

/// Decodes a catalogue with what has moved since; the courses are sorted by code.
///
/// # Errors
/// [`CatalogueError`] when one of the files is not whole or undamaged, or the counts are those of another catalogue.
pub fn decode_counted(catalogue: &[u8], counts: &[u8]) -> Result<Vec<CourseRecord>, CatalogueError> {
    let mut records = decode(catalogue)?;
    for count in read(counts, &Catalogue::read(catalogue.to_vec())?)? {
        count.apply(records.get_mut(count.place as usize).ok_or(Damaged)?);
    }
    Ok(records)
}

fn halves(checksum: u64) -> [u32; 2] {
    let [a, b, c, d, rest @ ..] = checksum.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(rest)]
}

fn read(file: &[u8], catalogue: &Catalogue) -> Result<Vec<Count>, CatalogueError> {
    let lists = lists_of::<LISTS>(file, MAGIC)?;
    let [checksum, places, likes, notes, activity] = lists.map(|list| numbers_of(file, list));
    let moved: Vec<Count> = (0..places.len())
        .map(|at| Count {
            place: places.get(at),
            likes: likes.get(at),
            notes: notes.get(at),
            activity: activity.get(at),
        })
        .collect();
    let is_whole = [likes, notes, activity].iter().all(|list| list.len() == places.len())
        && checksum.iter().eq(halves(catalogue.checksum()))
        && moved.windows(2).all(|two| two[0].place < two[1].place)
        && moved.last().is_none_or(|last| last.place < catalogue.len());
    if is_whole { Ok(moved) } else { Err(Damaged) }
}

impl Catalogue {
    /// Takes what the courses count now, as [`changed`] wrote it for this very catalogue, in place of what it took before.
    ///
    /// Search goes on ranking equal matches by the popularity that the catalogue was written with: they differ in a day's likes.
    ///
    /// # Errors
    /// [`CatalogueError`] when the bytes are not whole or undamaged, or belong to another catalogue; then nothing changes.
    pub fn count(&mut self, file: &[u8]) -> Result<(), CatalogueError> {
        let moved = read(file, self)?;
        let order = ordered(self.index(), &moved);
        *self.counts_mut() = Counts { moved, places: places_in(&order), order };
        Ok(())
    }

    /// The record of a course, with what it counts now.
    pub(crate) fn record(&self, course: u32) -> Option<CourseRecord> {
        let index = self.index();
        let mut record = index.record(course)?;
        if let Some(count) = self.counts().of(index.code_terms(course).code) {
            count.apply(&mut record);
        }
        Some(record)
    }

    /// The course at this place of all, most popular first.
    pub(crate) fn at(&self, place: u32) -> u32 {
        self.counts().order.get(place as usize).copied().unwrap_or(place)
    }

    /// Where this course stands among all, most popular first.
    pub(crate) fn place(&self, course: u32) -> u32 {
        self.counts().places.get(course as usize).copied().unwrap_or(course)
    }
}

/// All courses, most popular first: those that moved come to where the others make room for them.
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
            // The catalogue's own order is that of its own counts.
            let (mut low, mut high) = (0, courses);
            while low < high {
                let middle = u32::midpoint(low, high);
                if popularity(middle) < now { low = middle + 1 } else { high = middle }
            }
            Some((low, now, course))
        })
        .collect();
    let mut coming = sorted(moved.len(), &|a, b| moved[a].1.cmp(&moved[b].1)).into_iter().peekable();
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
    debug_assert_eq!(as_u32(order.len()), courses);
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalogue::encode;
    use crate::course::CourseCode;
    use crate::recommend::Interests;

    fn counts_of(catalogue: &[u8], newest: &[CourseRecord]) -> Vec<u8> {
        match changed(catalogue, newest) {
            Changed::Counts(file) => file,
            other => panic!("{other:?}"),
        }
    }

    fn record(number: usize, likes: u32, activity: u32) -> CourseRecord {
        let code = CourseCode::parse(&format!("CS{}", 100 + number)).unwrap();
        CourseRecord { likes, activity, ..CourseRecord::new(code, format!("Course {number}")) }
    }

    fn records(counts: &[(u32, u32)]) -> Vec<CourseRecord> {
        counts.iter().enumerate().map(|(number, (likes, activity))| record(number, *likes, *activity)).collect()
    }

    #[test]
    fn counts_that_moved_come_without_the_courses() {
        let written = encode(&records(&[(3, 0), (2, 0), (1, 0)]));
        let newest = records(&[(3, 0), (2, 0), (9, 5)]);
        let counts = counts_of(&written, &newest);
        let mut catalogue = Catalogue::read(written.clone()).unwrap();
        catalogue.count(&counts).unwrap();
        let top: Vec<_> =
            catalogue.courses(0, 9).into_iter().map(|each| (each.code.as_str().to_owned(), each.likes)).collect();
        assert_eq!(top, [("CS102".to_owned(), 9), ("CS100".to_owned(), 3), ("CS101".to_owned(), 2)]);
        assert_eq!(catalogue.course(newest[2].code), Some(newest[2].clone()));
        assert_eq!(decode_counted(&written, &counts), Ok(newest));
        // What is taken later replaces what was taken before.
        catalogue.count(&counts_of(&written, &records(&[(3, 0), (5, 0), (1, 0)]))).unwrap();
        let likes: Vec<_> = catalogue.courses(0, 9).into_iter().map(|each| each.likes).collect();
        assert_eq!(likes, [5, 3, 1]);
    }

    #[test]
    fn what_is_not_a_count_makes_the_catalogue_anew() {
        let long = CourseRecord { description: "x".repeat(9_999), ..record(0, 3, 0) };
        let liked = CourseRecord { likes: 4, ..long.clone() };
        assert!(matches!(changed(&encode(&[long]), &[liked]), Changed::Counts(_)), "a description is cut");
        let written = encode(&records(&[(3, 0), (2, 0)]));
        let mut renamed = records(&[(3, 0), (2, 0)]);
        renamed[0].title = "Another".into();
        assert_eq!(changed(&written, &renamed), Changed::Courses);
        assert_eq!(changed(&written, &records(&[(3, 0)])), Changed::Courses);
        assert_eq!(changed(&written, &records(&[(3, 0), (2, 0), (1, 0)])), Changed::Courses);
        assert_eq!(changed(b"damaged", &records(&[(3, 0)])), Changed::Courses);
        assert_eq!(changed(&written, &records(&[(3, 0), (2, 0)])), Changed::Nothing);
        let many = encode(&records(&[(0, 0); 500]));
        let liked = |amount| records(&[vec![(1, 0); amount], vec![(0, 0); 500 - amount]].concat());
        assert!(matches!(changed(&many, &liked(125)), Changed::Counts(_)));
        assert_eq!(changed(&many, &liked(126)), Changed::Courses);
    }

    #[test]
    fn counts_of_another_catalogue_and_damaged_ones_change_nothing() {
        let (one, other) = (encode(&records(&[(3, 0), (2, 0)])), encode(&records(&[(4, 0), (2, 0)])));
        let counts = counts_of(&one, &records(&[(3, 0), (7, 0)]));
        let mut catalogue = Catalogue::read(other.clone()).unwrap();
        assert_eq!(catalogue.count(&counts), Err(Damaged));
        assert_eq!(decode_counted(&other, &counts), Err(Damaged));
        let mut catalogue = Catalogue::read(one).unwrap();
        for end in 0..counts.len() {
            assert!(catalogue.count(&counts[..end]).is_err(), "{end}");
        }
        for bit in 0..counts.len() * 8 {
            let mut damaged = counts.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(catalogue.count(&damaged).is_err(), "{bit}");
        }
        assert_eq!(catalogue.courses(0, 9)[0].likes, 3);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_counted_catalogue_answers_like_one_that_was_written_anew(
            counts in prop::collection::vec(((0..4_u32, 0..3_u32), (0..4_u32, 0..3_u32)), 1..40),
            saved in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        ) {
            let (before, after): (Vec<_>, Vec<_>) = counts.into_iter().unzip();
            let (written, newest) = (encode(&records(&before)), records(&after));
            let mut counted = Catalogue::read(written.clone()).unwrap();
            match changed(&written, &newest) {
                Changed::Counts(file) => counted.count(&file).unwrap(),
                other => prop_assert_eq!(other, Changed::Nothing),
            }
            let anew = Catalogue::read(encode(&newest)).unwrap();
            prop_assert_eq!(counted.courses(0, u32::MAX), anew.courses(0, u32::MAX));
            let codes: Vec<_> = saved.iter().map(|place| newest[place.index(newest.len())].code).collect();
            let interests = Interests { saved: &codes, ..Interests::default() };
            prop_assert_eq!(counted.guides(interests, 1, 7), anew.guides(interests, 1, 7));
            let interests = Interests { followed: &codes, ..interests };
            prop_assert_eq!(counted.guides(interests, 0, 7), anew.guides(interests, 0, 7));
        }
    }
}

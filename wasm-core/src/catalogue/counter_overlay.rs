//! A catalogue combined with the newest counts of its courses.

use super::CatalogueError::{self, Damaged};
use super::CourseRecord;
use super::counts::{self, Count, Counts, encode};
use super::reader::{Catalogue, decode};
use super::writer::first_chars;
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;

/// The files that have to be published again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogueDiff {
    /// No file: the published data is current.
    Nothing,
    /// The counts file with this content.
    Counts(Vec<u8>),
    /// The catalogue.
    Courses,
}

/// Returns what has to be published so that the catalogue, as written by [`super::encode`], shows the counts in
/// `newest`, which is sorted by code.
#[must_use]
pub fn diff(catalogue: &[u8], newest: &[CourseRecord]) -> CatalogueDiff {
    let Ok(read) = Catalogue::read(catalogue.to_vec()) else { return CatalogueDiff::Courses };
    let Ok(written) = decode(catalogue) else { return CatalogueDiff::Courses };
    let stays = |(old, new): (&CourseRecord, &CourseRecord)| {
        let description = first_chars(&new.description, CATALOGUE_DESCRIPTION_MAX_CHARS);
        (old.code, old.title.as_str(), old.description.as_str()) == (new.code, new.title.as_str(), description)
    };
    if written.len() != newest.len() || !written.iter().zip(newest).all(stays) {
        return CatalogueDiff::Courses;
    }
    let counts = |course: &CourseRecord| (course.likes, course.notes, course.activity);
    let moved: Vec<Count> = (0_u32..)
        .zip(written.iter().zip(newest))
        .filter(|(_, (old, new))| counts(old) != counts(new))
        .map(|(place, (_, new))| Count::new(place, new))
        .collect();
    if moved.is_empty() {
        return CatalogueDiff::Nothing;
    }
    if moved.len() > (written.len() / MOVED_MAX_SHARE).max(MOVED_MIN) {
        return CatalogueDiff::Courses;
    }
    CatalogueDiff::Counts(encode(read.checksum(), &moved))
}

/// If more than one in this number of courses changed, the catalogue is written again, because the counts file would be
/// half as large as the catalogue.
const MOVED_MAX_SHARE: usize = 4;
/// Number of changed courses that never causes a new catalogue.
const MOVED_MIN: usize = 100;

/// Decodes a catalogue and applies its newest counts. The courses are sorted by code.
///
/// # Errors
/// [`CatalogueError`] if one of the files is truncated or damaged, or if the counts belong to another catalogue.
pub fn decode_with_counts(catalogue: &[u8], file: &[u8]) -> Result<Vec<CourseRecord>, CatalogueError> {
    let mut records = decode(catalogue)?;
    let read = Catalogue::read(catalogue.to_vec())?;
    for count in counts::decode(file, read.checksum(), read.len())? {
        count.apply(records.get_mut(count.place as usize).ok_or(Damaged)?);
    }
    Ok(records)
}

impl Catalogue {
    /// Replaces the counts with those in a counts file that [`diff`] wrote for this catalogue.
    ///
    /// Search still breaks ties by the popularity in the catalogue file, which differs only by the likes of a day.
    ///
    /// # Errors
    /// [`CatalogueError`] if the bytes are truncated or damaged, or belong to another catalogue. Then nothing changes.
    pub fn apply_counts(&mut self, file: &[u8]) -> Result<(), CatalogueError> {
        let moved = counts::decode(file, self.checksum(), self.len())?;
        *self.counts_mut() = Counts::new(self.index(), moved);
        Ok(())
    }

    /// Returns the record of a course with its newest counts.
    pub(crate) fn record(&self, course: u32) -> Option<CourseRecord> {
        let index = self.index();
        let mut record = index.record(course)?;
        if let Some(count) = self.counts().changed_count(index.code_terms(course).code) {
            count.apply(&mut record);
        }
        Some(record)
    }

    /// Returns the course at this popularity rank, from 0.
    pub(crate) fn course_at_rank(&self, place: u32) -> u32 {
        self.counts().course_at_rank(place)
    }

    /// Returns the popularity rank of a course, from 0.
    pub(crate) fn rank_of(&self, course: u32) -> u32 {
        self.counts().rank_of(course)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalogue::encode;
    use crate::course::CourseCode;
    use crate::recommend::Interests;

    fn counts_of(catalogue: &[u8], newest: &[CourseRecord]) -> Vec<u8> {
        match diff(catalogue, newest) {
            CatalogueDiff::Counts(file) => file,
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
    fn a_counts_file_changes_likes_and_order_without_sending_the_courses_again() {
        let written = encode(&records(&[(3, 0), (2, 0), (1, 0)]));
        let newest = records(&[(3, 0), (2, 0), (9, 5)]);
        let counts = counts_of(&written, &newest);
        let mut catalogue = Catalogue::read(written.clone()).unwrap();
        catalogue.apply_counts(&counts).unwrap();
        let top: Vec<_> =
            catalogue.courses(0, 9).into_iter().map(|each| (each.code.as_str().to_owned(), each.likes)).collect();
        assert_eq!(top, [("CS102".to_owned(), 9), ("CS100".to_owned(), 3), ("CS101".to_owned(), 2)]);
        assert_eq!(catalogue.course(newest[2].code), Some(newest[2].clone()));
        assert_eq!(decode_with_counts(&written, &counts), Ok(newest));
        // A second call replaces the earlier counts.
        catalogue.apply_counts(&counts_of(&written, &records(&[(3, 0), (5, 0), (1, 0)]))).unwrap();
        let likes: Vec<_> = catalogue.courses(0, 9).into_iter().map(|each| each.likes).collect();
        assert_eq!(likes, [5, 3, 1]);
    }

    #[test]
    fn changes_other_than_counts_rebuild_the_catalogue() {
        let long = CourseRecord { description: "x".repeat(9_999), ..record(0, 3, 0) };
        let liked = CourseRecord { likes: 4, ..long.clone() };
        assert!(matches!(diff(&encode(&[long]), &[liked]), CatalogueDiff::Counts(_)), "a description is cut");
        let written = encode(&records(&[(3, 0), (2, 0)]));
        let mut renamed = records(&[(3, 0), (2, 0)]);
        renamed[0].title = "Another".into();
        assert_eq!(diff(&written, &renamed), CatalogueDiff::Courses);
        assert_eq!(diff(&written, &records(&[(3, 0)])), CatalogueDiff::Courses);
        assert_eq!(diff(&written, &records(&[(3, 0), (2, 0), (1, 0)])), CatalogueDiff::Courses);
        assert_eq!(diff(b"damaged", &records(&[(3, 0)])), CatalogueDiff::Courses);
        assert_eq!(diff(&written, &records(&[(3, 0), (2, 0)])), CatalogueDiff::Nothing);
        let many = encode(&records(&[(0, 0); 500]));
        let liked = |amount| records(&[vec![(1, 0); amount], vec![(0, 0); 500 - amount]].concat());
        assert!(matches!(diff(&many, &liked(125)), CatalogueDiff::Counts(_)));
        assert_eq!(diff(&many, &liked(126)), CatalogueDiff::Courses);
    }

    #[test]
    fn a_damaged_counts_file_or_one_of_another_catalogue_changes_nothing() {
        let (one, other) = (encode(&records(&[(3, 0), (2, 0)])), encode(&records(&[(4, 0), (2, 0)])));
        let counts = counts_of(&one, &records(&[(3, 0), (7, 0)]));
        let mut catalogue = Catalogue::read(other.clone()).unwrap();
        assert_eq!(catalogue.apply_counts(&counts), Err(Damaged));
        assert_eq!(decode_with_counts(&other, &counts), Err(Damaged));
        let mut catalogue = Catalogue::read(one).unwrap();
        for end in 0..counts.len() {
            assert!(catalogue.apply_counts(&counts[..end]).is_err(), "{end}");
        }
        for bit in 0..counts.len() * 8 {
            let mut damaged = counts.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(catalogue.apply_counts(&damaged).is_err(), "{bit}");
        }
        assert_eq!(catalogue.courses(0, 9)[0].likes, 3);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_catalogue_with_a_counts_file_equals_a_rebuilt_one(
            counts in prop::collection::vec(((0..4_u32, 0..3_u32), (0..4_u32, 0..3_u32)), 1..40),
            saved in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        ) {
            let (before, after): (Vec<_>, Vec<_>) = counts.into_iter().unzip();
            let (written, newest) = (encode(&records(&before)), records(&after));
            let mut counted = Catalogue::read(written.clone()).unwrap();
            match diff(&written, &newest) {
                CatalogueDiff::Counts(file) => counted.apply_counts(&file).unwrap(),
                other => prop_assert_eq!(other, CatalogueDiff::Nothing),
            }
            let anew = Catalogue::read(encode(&newest)).unwrap();
            prop_assert_eq!(counted.courses(0, u32::MAX), anew.courses(0, u32::MAX));
            let codes: Vec<_> = saved.iter().map(|place| newest[place.index(newest.len())].code).collect();
            let interests = Interests { saved: &codes, ..Interests::default() };
            prop_assert_eq!(counted.recommend(interests, 1, 7), anew.recommend(interests, 1, 7));
            let interests = Interests { followed: &codes, ..interests };
            prop_assert_eq!(counted.recommend(interests, 0, 7), anew.recommend(interests, 0, 7));
        }
    }
}

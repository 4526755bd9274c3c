//! Reads the format described in the parent module in place.

use super::CatalogueError::{self, Damaged};
use super::CourseRecord;
use super::counts::Counts;
use super::format::{CHECKSUM_START, LIST_COUNT, MAGIC};
use super::index::Index;
use super::lists::{Section, section_bounds, read_section};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;

/// A validated catalogue file. Searches read its bytes; nothing is decoded or copied.
#[derive(Debug)]
pub struct Catalogue {
    file: File,
    counts: Counts,
}

/// A file of this format with the bounds of its lists.
#[derive(Debug)]
pub(super) struct File {
    bytes: Vec<u8>,
    lists: [Section; LIST_COUNT],
}

impl Catalogue {
    /// Validates a catalogue file and takes ownership of it.
    ///
    /// # Errors
    /// [`CatalogueError`] when the bytes are not a whole, undamaged catalogue of this version.
    pub fn read(file: Vec<u8>) -> Result<Self, CatalogueError> {
        Ok(Self { file: File::read(file, MAGIC)?, counts: Counts::default() })
    }

    /// Returns the checksum of the file, which identifies it in the files that belong to it.
    pub(super) fn checksum(&self) -> u64 {
        let written = self.file.bytes.get(CHECKSUM_START..).and_then(|rest| rest.first_chunk());
        written.map_or(0, |written| u64::from_le_bytes(*written))
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn counts_mut(&mut self) -> &mut Counts {
        &mut self.counts
    }

    pub(crate) fn index(&self) -> Index<'_> {
        self.file.index()
    }

    /// Returns the number of courses.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.index().len()
    }

    /// Whether the catalogue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl File {
    /// Validates a file with this magic number and takes ownership of it.
    pub(super) fn read(bytes: Vec<u8>, magic: [u8; 4]) -> Result<Self, CatalogueError> {
        let lists = section_bounds(&bytes, magic)?;
        let file = Self { bytes, lists };
        if file.index().is_consistent() { Ok(file) } else { Err(Damaged) }
    }

    pub(super) fn index(&self) -> Index<'_> {
        Index::new(self.lists.map(|list| read_section(&self.bytes, list)))
    }
}

/// Decodes a catalogue file. The courses are sorted by code.
///
/// # Errors
/// [`CatalogueError`] if the bytes are not a whole, undamaged catalogue of this version.
pub fn decode(file: &[u8]) -> Result<Vec<CourseRecord>, CatalogueError> {
    let catalogue = Catalogue::read(file.to_vec())?;
    let mut records: Vec<CourseRecord> = Vec::new();
    for course in catalogue.index().courses_by_code().iter() {
        let record = catalogue.index().record(course).ok_or(Damaged)?;
        // These records are encoded again, so the function accepts only files that the writer can have written.
        let is_next = records.last().is_none_or(|previous| previous.code < record.code);
        if !is_next || record.description.chars().count() > CATALOGUE_DESCRIPTION_MAX_CHARS {
            return Err(Damaged);
        }
        records.push(record);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::FORMAT_VERSION;
    use super::super::checksum::checksum;
    use super::super::format::HEADER_BYTES;
    use super::*;
    use crate::catalogue::encode;
    use crate::course::CourseCode;
    use crate::limits::BUILT_IN_COURSES;
    use crate::recommend::Interests;

    /// Returns the body behind a valid header, to get past the checksum.
    fn framed(body: &[u8]) -> Vec<u8> {
        [MAGIC.as_slice(), &[FORMAT_VERSION], &checksum(body).to_le_bytes(), body].concat()
    }

    fn file() -> Vec<u8> {
        let records = BUILT_IN_COURSES.iter().map(|course| CourseRecord {
            description: course.description.to_owned(),
            likes: 300,
            activity: 15,
            ..CourseRecord::new(CourseCode::parse(course.code).unwrap(), course.title)
        });
        encode(&records.collect::<Vec<_>>())
    }

    /// Calls every function that reads a catalogue.
    fn ask(catalogue: &Catalogue) {
        let everything =
            ["calculus 1", "cs246", "math", "m", "statsitics", "linearalgebra", "probabilitee and", "2 of"];
        for typed in everything {
            for hit in catalogue.search(typed, 20) {
                assert!(hit.title_ranges.iter().all(|(start, end)| start <= end));
            }
            let _ = catalogue.enter_match(typed);
        }
        let codes: Vec<_> = BUILT_IN_COURSES.iter().map(|course| CourseCode::parse(course.code).unwrap()).collect();
        for code in &codes {
            let _ = catalogue.course(*code);
        }
        let interests = Interests { saved: &codes, listened: &codes[2..], ..Interests::default() };
        let _ = (catalogue.recommend(interests, 1, 100), catalogue.courses(0, 100));
        let _ = catalogue.recommend(Interests { followed: &codes, ..interests }, 0, 100);
        let _ = codes.iter().map(|code| catalogue.explain("calculus", *code)).collect::<Vec<_>>();
    }

    #[test]
    fn posting_lists_with_a_wrong_width_length_or_count_are_rejected() {
        let body = file()[HEADER_BYTES..].to_vec();
        assert!(Catalogue::read(framed(&body)).is_ok());
        let with = |place: usize, byte: u8| {
            let mut body = body.clone();
            body[place] = byte;
            Catalogue::read(framed(&body)).map(drop)
        };
        assert_eq!(with(0, 5), Err(Damaged), "numbers of five bytes");
        assert_eq!(with(4, 0xFF), Err(Damaged), "more numbers than bytes");
        assert_eq!(Catalogue::read(framed(&body[..body.len() - 1])).map(drop), Err(Damaged), "no padding at the end");
        assert_eq!(Catalogue::read(framed(&[&body[..], &[0]].concat())).map(drop), Err(Damaged), "a byte too many");
        // Zeros take no bytes, so a count alone must not be trusted.
        let zeros = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0].repeat(LIST_COUNT);
        assert_eq!(Catalogue::read(framed(&zeros)).map(drop), Err(Damaged), "courses without codes");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn files_with_invalid_content_and_a_valid_checksum_cause_no_panic(
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        ) {
            let mut file = file()[HEADER_BYTES..].to_vec();
            for (place, byte) in edits {
                let place = place.index(file.len());
                file[place] = byte;
            }
            let file = framed(&file);
            if let Ok(catalogue) = Catalogue::read(file.clone()) {
                ask(&catalogue);
            }
            // A decoded catalogue encodes to a file with the same courses.
            if let Ok(records) = decode(&file) {
                prop_assert_eq!(decode(&encode(&records)), Ok(records));
            }
        }
    }
}

//! Reads the format described in the parent module, where it lies.

use super::CatalogueError::{Damaged, NotACatalogue, Version};
use super::checksum::checksum;
use super::format::{HEADER_BYTES, LISTS, MAGIC};
use super::packed::{Numbers, PADDING};
use super::{CatalogueError, CourseRecord, FORMAT_VERSION};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;
use crate::search::Index;

/// A catalogue file that was found whole. What is asked of it is read from its bytes; nothing of it is copied or built.
#[derive(Debug)]
pub struct Catalogue {
    file: Vec<u8>,
    lists: [List; LISTS],
}

/// Where a list of numbers is in the file.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    start: usize,
    /// With the padding.
    end: usize,
    width: usize,
    len: u32,
}

impl Catalogue {
    /// Checks a catalogue file and takes it over.
    ///
    /// # Errors
    /// [`CatalogueError`] when the bytes are not a whole, undamaged catalogue of this version.
    pub fn read(file: Vec<u8>) -> Result<Self, CatalogueError> {
        let rest = file.strip_prefix(&MAGIC).ok_or(NotACatalogue)?;
        let (&found, rest) = rest.split_first().ok_or(Damaged)?;
        if found != FORMAT_VERSION {
            return Err(Version { found });
        }
        let (expected, body) = rest.split_first_chunk().ok_or(Damaged)?;
        if checksum(body) != u64::from_le_bytes(*expected) {
            return Err(Damaged);
        }
        let mut lists = [List::default(); LISTS];
        let mut start = HEADER_BYTES;
        for list in &mut lists {
            *list = List::at(&file, start).ok_or(Damaged)?;
            start = list.end;
        }
        let catalogue = Self { file, lists };
        if start == catalogue.file.len() && catalogue.index().is_consistent() { Ok(catalogue) } else { Err(Damaged) }
    }

    /// The lists of the file under their names.
    pub(crate) fn index(&self) -> Index<'_> {
        Index::new(
            self.lists.map(|list| {
                Numbers::new(self.file.get(list.start..list.end).unwrap_or_default(), list.width, list.len)
            }),
        )
    }

    /// How many courses there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.index().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl List {
    fn at(file: &[u8], start: usize) -> Option<Self> {
        let (&width, rest) = file.get(start..)?.split_first()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (len, width) = (u32::from_le_bytes(*len), usize::from(width));
        let length = (len as usize).checked_mul(width).filter(|_| width <= 4)?.checked_add(PADDING)?;
        let start = file.len() - rest.len();
        (length <= rest.len()).then_some(Self { start, end: start + length, width, len })
    }
}

/// The courses of a catalogue file, in the order of their codes.
///
/// # Errors
/// [`CatalogueError`] when the bytes are not a whole, undamaged catalogue of this version.
pub fn decode(file: &[u8]) -> Result<Vec<CourseRecord>, CatalogueError> {
    let catalogue = Catalogue::read(file.to_vec())?;
    let mut records: Vec<CourseRecord> = Vec::new();
    for course in catalogue.index().by_code() {
        let record = catalogue.index().record(course).ok_or(Damaged)?;
        // What is read here is written again: it must be what the writer can have written.
        let is_next = records.last().is_none_or(|previous| previous.code < record.code);
        if !is_next || record.description.chars().count() > CATALOGUE_DESCRIPTION_MAX_CHARS {
            return Err(Damaged);
        }
        records.push(record);
    }
    Ok(records)
}

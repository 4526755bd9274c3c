//! The frame of the files in this module: magic number, version, checksum and lists.

use super::CatalogueError::{self, Damaged, NotACatalogue, Version};
use super::FORMAT_VERSION;
use super::checksum::checksum;
use super::format::HEADER_BYTES;
use super::packed_array::{PADDING, PackedInts};

/// The bounds of a list in a file.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Section {
    start: usize,
    /// End of the list, including the padding.
    end: usize,
    width: usize,
    len: u32,
}

/// Returns the bounds of the lists of a file with this magic number, if the file is whole and undamaged.
pub(super) fn section_bounds<const COUNT: usize>(
    bytes: &[u8],
    magic: [u8; 4],
) -> Result<[Section; COUNT], CatalogueError> {
    let rest = bytes.strip_prefix(&magic).ok_or(NotACatalogue)?;
    let (&found, rest) = rest.split_first().ok_or(Damaged)?;
    if found != FORMAT_VERSION {
        return Err(Version { found });
    }
    let (expected, body) = rest.split_first_chunk().ok_or(Damaged)?;
    if checksum(body) != u64::from_le_bytes(*expected) {
        return Err(Damaged);
    }
    let mut lists = [Section::default(); COUNT];
    let mut start = HEADER_BYTES;
    for list in &mut lists {
        *list = Section::at(bytes, start).ok_or(Damaged)?;
        start = list.end;
    }
    if start == bytes.len() { Ok(lists) } else { Err(Damaged) }
}

/// Returns the integers of a section of this file.
pub(super) fn read_section(file: &[u8], list: Section) -> PackedInts<'_> {
    PackedInts::new(file.get(list.start..list.end).unwrap_or_default(), list.width, list.len)
}

impl Section {
    fn at(file: &[u8], start: usize) -> Option<Self> {
        let (&width, rest) = file.get(start..)?.split_first()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (len, width) = (u32::from_le_bytes(*len), usize::from(width));
        let length = (len as usize).checked_mul(width).filter(|_| width <= 4)?.checked_add(PADDING)?;
        let start = file.len() - rest.len();
        (length <= rest.len()).then_some(Self { start, end: start + length, width, len })
    }
}

//! Reads the format described in the parent module. Every length is checked before it is used: no bytes can make it
//! panic or reserve more memory than they could fill.

use super::CatalogueError::{Damaged, NotACatalogue, Version};
use super::checksum::crc32;
use super::format::{ALL_FLAGS, HAS_ACTIVITY, HAS_DESCRIPTION, HAS_LIKES, HAS_NOTES, MAGIC};
use super::{CatalogueError, CourseRecord, FORMAT_VERSION};
use crate::course::{CODE_MAX_CHARS, CourseCode};
use crate::limits::CATALOGUE_DESCRIPTION_MAX_CHARS;

/// Fewest bytes of one course: shared, further, one character, flags, empty title.
const COURSE_MIN_BYTES: usize = 5;

/// The courses of a catalogue file, in the order of their codes.
///
/// # Errors
/// [`CatalogueError`] when the bytes are not a whole, undamaged catalogue of this version.
pub fn decode(file: &[u8]) -> Result<Vec<CourseRecord>, CatalogueError> {
    let rest = file.strip_prefix(&MAGIC).ok_or(NotACatalogue)?;
    let (&found, rest) = rest.split_first().ok_or(Damaged)?;
    if found != FORMAT_VERSION {
        return Err(Version { found });
    }
    let (checksum, body) = rest.split_first_chunk::<4>().ok_or(Damaged)?;
    if crc32(body) != u32::from_le_bytes(*checksum) {
        return Err(Damaged);
    }
    let mut input = Input { rest: body };
    let count = usize::try_from(input.varint()?).map_err(|_| Damaged)?;
    if count > input.rest.len() / COURSE_MIN_BYTES {
        return Err(Damaged);
    }
    let mut records: Vec<CourseRecord> = Vec::with_capacity(count);
    for _ in 0..count {
        let previous = records.last().map(|record| record.code);
        records.push(course(&mut input, previous)?);
    }
    if input.rest.is_empty() { Ok(records) } else { Err(Damaged) }
}

fn course(input: &mut Input<'_>, previous: Option<CourseCode>) -> Result<CourseRecord, CatalogueError> {
    let code = code(input, previous)?;
    let flags = input.byte()?;
    if flags & !ALL_FLAGS != 0 {
        return Err(Damaged);
    }
    let title = input.text()?.to_owned();
    let description = if flags & HAS_DESCRIPTION == 0 { "" } else { input.text()? };
    // Bytes first: most descriptions need no counting of characters.
    if description.len() > CATALOGUE_DESCRIPTION_MAX_CHARS
        && description.chars().count() > CATALOGUE_DESCRIPTION_MAX_CHARS
    {
        return Err(Damaged);
    }
    let likes = if flags & HAS_LIKES == 0 { 0 } else { input.count()? };
    let notes = if flags & HAS_NOTES == 0 { 0 } else { input.count()? };
    let activity = if flags & HAS_ACTIVITY == 0 { 0 } else { u32::from_le_bytes(input.array()?) };
    Ok(CourseRecord { code, title, description: description.to_owned(), likes, notes, activity })
}

fn code(input: &mut Input<'_>, previous: Option<CourseCode>) -> Result<CourseCode, CatalogueError> {
    let shared = usize::from(input.byte()?);
    let further = usize::from(input.byte()?);
    let previous_text = previous.as_ref().map_or("", CourseCode::as_str);
    let shared = previous_text.get(..shared).ok_or(Damaged)?;
    let length = shared.len() + further;
    let mut bytes = [0; CODE_MAX_CHARS];
    let target = bytes.get_mut(..length).ok_or(Damaged)?;
    target[..shared.len()].copy_from_slice(shared.as_bytes());
    target[shared.len()..].copy_from_slice(input.take(further)?);
    let text = std::str::from_utf8(target).map_err(|_| Damaged)?;
    let code = CourseCode::parse(text).map_err(|_| Damaged)?;
    // Only the canonical spelling, and strictly rising: one catalogue has one spelling in bytes.
    if code.as_str() != text || previous.is_some_and(|previous| previous >= code) {
        return Err(Damaged);
    }
    Ok(code)
}

/// What is left to read.
struct Input<'file> {
    rest: &'file [u8],
}

impl<'file> Input<'file> {
    fn take(&mut self, length: usize) -> Result<&'file [u8], CatalogueError> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], CatalogueError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, CatalogueError> {
        self.array().map(|[byte]| byte)
    }

    fn varint(&mut self) -> Result<u64, CatalogueError> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Damaged)
    }

    /// A count that its flag says is not zero.
    fn count(&mut self) -> Result<u32, CatalogueError> {
        u32::try_from(self.varint()?).map_err(|_| Damaged)
    }

    fn text(&mut self) -> Result<&'file str, CatalogueError> {
        let length = usize::try_from(self.varint()?).map_err(|_| Damaged)?;
        std::str::from_utf8(self.take(length)?).map_err(|_| Damaged)
    }
}

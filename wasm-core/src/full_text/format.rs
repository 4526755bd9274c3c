//! # The format, version 1
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | `NNIN` |
//! | 1 | version |
//! | 8 | checksum of everything after it |
//! | 2 | number of byte values that are complete codes, and number of those that begin a code of two bytes |
//! | ... | the sections: notes, pages, terms, separators, postings, streams |
//!
//! A section is its length in bytes (4, little-endian) and its bytes. A *number* has 7 bits per byte, least significant
//! first; the highest bit of a byte is set if more bytes follow. A *text* is its length as a number, and its bytes.
//!
//! A page is a stream of codes. Each code represents a word in its written form or a separator; a single space between
//! two words has no code. The most frequent codes have one byte, others two or three. Within one length, words are
//! numbered first, in the order of their terms, then separators. The search and the excerpts both read these streams.
//!
//! | section | its entries |
//! |---|---|
//! | notes | text of the id, text of the title, number of its pages |
//! | pages | number of the page as the difference from the previous page of the note, number of its words, length of its stream |
//! | terms | in byte order: number of bytes (1) shared with the previous term, text of the rest, length of its postings, number of its written forms (1), and for each of them a byte, with its text if the shape is `Own` |
//! | separators | a byte, the text |
//! | postings | pages of each term: twice the difference from the previous page, plus one if a number with the occurrences follows |
//! | streams | the codes of each page |
//!
//! The byte of a written form has the length of its code in its upper half and its [`Shape`] in the lower half.

use super::FULL_TEXT_VERSION;
use crate::catalogue::checksum::checksum;
use crate::index_sort::to_u32;

pub(super) const MAGIC: [u8; 4] = *b"NNIN";

/// Longest term in bytes. Only the beginning of a longer word is searchable.
pub(super) const TERM_MAX_BYTES: usize = 48;

/// Longest written word and longest separator, in bytes.
pub(super) const WRITTEN_MAX_BYTES: usize = 68;

/// The written form of a word, relative to its term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// Equal to the term.
    Plain,
    /// With a capital first letter.
    Capitalised,
    /// In capitals.
    Capitals,
    /// Another form, whose text is in the file.
    Irregular,
}

impl Shape {
    pub(super) fn of_byte(byte: u8) -> Option<Self> {
        Some(match byte & 0xF {
            0 => Self::Plain,
            1 => Self::Capitalised,
            2 => Self::Capitals,
            3 => Self::Irregular,
            _ => return None,
        })
    }

    /// Returns the written form of a word with this term.
    pub(super) fn of(surface: &str, term: &str) -> Self {
        if surface == term {
            return Self::Plain;
        }
        let is_ascii = term.is_ascii() && surface.len() == term.len();
        let (mut letters, starts_alike) = (surface.bytes(), surface.as_bytes().first() != term.as_bytes().first());
        if is_ascii && surface.eq_ignore_ascii_case(term) {
            if starts_alike && surface.as_bytes()[1..] == term.as_bytes()[1..] {
                return Self::Capitalised;
            }
            if letters.all(|byte| !byte.is_ascii_lowercase()) {
                return Self::Capitals;
            }
        }
        Self::Irregular
    }
}

/// Returns the sections with a header.
pub(super) fn framed(body: &[u8]) -> Vec<u8> {
    let mut file = Vec::with_capacity(13 + body.len());
    file.extend_from_slice(&MAGIC);
    file.push(FULL_TEXT_VERSION);
    file.extend_from_slice(&checksum(body).to_le_bytes());
    file.extend_from_slice(body);
    file
}

/// Appends a number.
pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7F) as u8);
}

/// Appends a text.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    write_number(bytes, to_u32(text.len()));
    bytes.extend_from_slice(text);
}

/// Appends a section.
pub(super) fn put_section(bytes: &mut Vec<u8>, section: &[u8]) {
    bytes.extend_from_slice(&to_u32(section.len()).to_le_bytes());
    bytes.extend_from_slice(section);
}

/// The unread rest of some bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            if shift == 28 && byte > 0xF {
                return None;
            }
            number |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let length = self.number()? as usize;
        str::from_utf8(self.bytes(length)?).ok()
    }

    pub(super) fn section(&mut self) -> Option<&'a [u8]> {
        let length = u32::from_le_bytes(*self.bytes(4)?.first_chunk()?);
        self.bytes(length as usize)
    }
}

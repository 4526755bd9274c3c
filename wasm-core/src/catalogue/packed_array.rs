//! Lists of numbers and of texts, read in place.
//!
//! Nothing here panics or reads out of bounds for any input: an index out of range gives 0 or the empty text. The
//! checksum has already rejected damaged files.

use std::ops::Range;

use crate::index_sort::to_u32;

/// Number of bytes after every list, so that each of its numbers can be read as 4 bytes.
pub(crate) const PADDING: usize = 3;

/// Little-endian integers, all as wide as the greatest of them requires.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PackedInts<'a> {
    /// Numbers and the padding after them.
    bytes: &'a [u8],
    /// Width of a number in bytes: 0 (all are zero) to 4.
    width: usize,
    /// Bit mask of that width.
    mask: u32,
    len: u32,
}

impl<'a> PackedInts<'a> {
    pub(crate) fn new(bytes: &'a [u8], width: usize, len: u32) -> Self {
        let mask = if width == 0 { 0 } else { u32::MAX >> (32 - 8 * width.min(4)) };
        Self { bytes, width, mask, len }
    }

    pub(crate) fn len(self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) fn get(self, place: u32) -> u32 {
        // The multiplication wraps only for indexes far beyond any file. The result is then 0 or another number of the
        // list.
        let start = (place as usize).wrapping_mul(self.width);
        let four = self.bytes.get(start..).and_then(|rest| rest.first_chunk());
        four.map_or(0, |four| u32::from_le_bytes(*four)) & self.mask
    }

    /// Returns a part of the list.
    pub(crate) fn slice(self, places: &Range<u32>) -> Self {
        let places = places.start..places.end.min(self.len);
        if places.is_empty() {
            return Self::default();
        }
        let end = (places.end as usize).wrapping_mul(self.width).saturating_add(PADDING);
        let bytes = self.bytes.get((places.start as usize).wrapping_mul(self.width)..end).unwrap_or_default();
        Self { bytes, len: places.end - places.start, ..self }
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.len).map(move |place| self.get(place))
    }

    /// For a list of bounds: returns the range of the entry at `place`.
    #[inline]
    pub(crate) fn range_at(self, place: u32) -> Range<u32> {
        self.get(place)..self.get(place.wrapping_add(1))
    }

    /// Returns the bytes of the numbers without the padding.
    fn as_bytes(self) -> &'a [u8] {
        &self.bytes[..self.bytes.len().saturating_sub(PADDING)]
    }
}

/// Concatenated texts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StringTable<'a> {
    bytes: &'a [u8],
    /// Start of each text, then the end of the last one.
    bounds: PackedInts<'a>,
}

impl<'a> StringTable<'a> {
    pub(crate) fn new(text: PackedInts<'a>, bounds: PackedInts<'a>) -> Self {
        Self { bytes: text.as_bytes(), bounds }
    }

    /// Returns the number of texts.
    pub(crate) fn len(self) -> u32 {
        self.bounds.len().saturating_sub(1)
    }

    /// Returns a text as bytes. Terms are compared as bytes.
    #[inline]
    pub(crate) fn bytes(self, place: u32) -> &'a [u8] {
        let Range { start, end } = self.bounds.range_at(place);
        self.bytes.get(start as usize..end as usize).unwrap_or_default()
    }

    pub(crate) fn text(self, place: u32) -> &'a str {
        str::from_utf8(self.bytes(place)).unwrap_or_default()
    }

    /// Returns the length of a text in bytes.
    pub(crate) fn len_at(self, place: u32) -> usize {
        let Range { start, end } = self.bounds.range_at(place);
        end.saturating_sub(start) as usize
    }
}

/// Writes packed arrays: numbers of the smallest sufficient width, and texts.
#[derive(Debug, Default)]
pub(super) struct PackedWriter {
    bytes: Vec<u8>,
}

impl PackedWriter {
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes a list as its width (1 byte), its length (4 bytes), the numbers and the padding.
    pub(super) fn numbers(&mut self, numbers: &[u32]) {
        let greatest = numbers.iter().max().copied().unwrap_or(0);
        let width = (u32::BITS - greatest.leading_zeros()).div_ceil(8);
        self.begin(width.to_le_bytes()[0], numbers.len());
        for number in numbers {
            self.bytes.extend_from_slice(&number.to_le_bytes()[..width as usize]);
        }
        self.bytes.extend_from_slice(&[0; PADDING]);
    }

    /// Writes texts as two lists: their bytes and their starts.
    pub(super) fn texts<'a>(&mut self, texts: impl Iterator<Item = &'a str>) {
        let (mut all, mut bounds) = (String::new(), vec![0]);
        for text in texts {
            all.push_str(text);
            bounds.push(to_u32(all.len()));
        }
        self.begin(1, all.len());
        self.bytes.extend_from_slice(all.as_bytes());
        self.bytes.extend_from_slice(&[0; PADDING]);
        self.numbers(&bounds);
    }

    /// Writes lists of numbers as two lists: all numbers and the start of each list.
    pub(super) fn lists(&mut self, lists: &[Vec<u32>]) {
        self.numbers(&lists.concat());
        let mut total = 0;
        let ends = lists.iter().map(|list| {
            total += to_u32(list.len());
            total
        });
        self.numbers(&std::iter::once(0).chain(ends).collect::<Vec<_>>());
    }

    fn begin(&mut self, width: u8, len: usize) {
        self.bytes.push(width);
        self.bytes.extend_from_slice(&to_u32(len).to_le_bytes());
    }
}

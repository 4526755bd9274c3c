//! Reads the format in place. Only lookup tables are built from the bytes, in one pass that validates them.

use super::FullTextError::{Damaged, NotAnIndex, Version};
use super::format::{ByteReader, MAGIC, Shape, TERM_MAX_BYTES, WRITTEN_MAX_BYTES};
use super::token_codec::CodeLengths;
use super::tokenizer::{Segment, for_each_segment, normalize_term};
use super::{FULL_TEXT_VERSION, FullTextError};
use crate::catalogue::checksum::checksum;
use crate::catalogue::dictionary::Dictionary;
use crate::catalogue::packed_array::{PADDING, PackedInts, StringTable};
use crate::index_sort::to_u32;

/// A validated full-text index. Searches read its bytes.
#[derive(Debug)]
pub struct FullTextIndex {
    bytes: Vec<u8>,
    lengths: CodeLengths,
    notes: Vec<NoteEntry>,
    pages: Vec<PageEntry>,
    /// Concatenated terms, and the start of each as 4 little-endian bytes.
    terms: Vec<u8>,
    term_starts: Vec<u8>,
    /// Start of the postings of each term in the file, then the end of the last ones.
    postings: Vec<u32>,
    /// Item of each code.
    codes: Vec<TokenCode>,
    /// Mean number of words per page, at least 1.
    pub(super) mean_words: u32,
}

/// A part of the file.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

#[derive(Debug)]
struct NoteEntry {
    id: Span,
    title: Span,
    /// Terms of the title.
    title_terms: Vec<u32>,
    pages: std::ops::Range<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct PageEntry {
    pub(super) note: u32,
    /// Page number, from 1.
    pub(super) number: u32,
    pub(super) words: u32,
    stream: Span,
}

/// The item of a code.
#[derive(Debug, Clone, Copy)]
pub(super) enum TokenCode {
    /// A word with this term in this shape.
    Word(u32, Shape),
    /// A word with its own text: its term, and the start and end of the text in the file.
    OwnText(u32, u32, u32),
    /// A separator, with its start and end in the file.
    Separator(u32, u32),
}

impl FullTextIndex {
    /// Validates a file and takes ownership of it.
    ///
    /// # Errors
    /// [`FullTextError`] if the bytes are not a whole, undamaged file of this version.
    pub fn read(bytes: Vec<u8>) -> Result<Self, FullTextError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NotAnIndex)?;
        let (&found, rest) = rest.split_first().ok_or(Damaged)?;
        if found != FULL_TEXT_VERSION {
            return Err(Version { found });
        }
        let (expected, body) = rest.split_first_chunk().ok_or(Damaged)?;
        // Offsets in the tables have 4 bytes, so the file must be smaller than 4 GB.
        if checksum(body) != u64::from_le_bytes(*expected) || u32::try_from(bytes.len()).is_err() {
            return Err(Damaged);
        }
        let mut file = Tables::of(&bytes, body).ok_or(Damaged)?;
        file.bytes = bytes;
        file.read_titles();
        Ok(file)
    }

    /// Returns the number of notes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// Whether the file has no notes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Returns the number of pages with words.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the memory used by the file and its tables, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let tables = self.terms.capacity() + self.term_starts.capacity() + self.postings.capacity() * 4;
        let codes = self.codes.capacity() * size_of::<TokenCode>();
        let pages = self.pages.capacity() * size_of::<PageEntry>();
        self.bytes.capacity() + tables + codes + pages
    }

    pub(super) fn id(&self, note: u32) -> &str {
        self.notes.get(note as usize).map_or("", |note| self.text(note.id))
    }

    pub(super) fn title(&self, note: u32) -> &str {
        self.notes.get(note as usize).map_or("", |note| self.text(note.title))
    }

    /// Returns the number and the title terms of each note.
    pub(super) fn titles(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (0..).zip(&self.notes).map(|(number, note)| (number, note.title_terms.as_slice()))
    }

    /// Returns the range of the pages of the note with this id, or `None` if the file does not contain it.
    pub(super) fn pages_of(&self, id: &str) -> Option<std::ops::Range<u32>> {
        let note = self.notes.iter().find(|note| self.text(note.id) == id)?;
        Some(note.pages.clone())
    }

    pub(super) fn page(&self, page: u32) -> Option<&PageEntry> {
        self.pages.get(page as usize)
    }

    pub(super) fn all_pages(&self) -> &[PageEntry] {
        &self.pages
    }

    /// Returns the length of a page's stream in bytes.
    pub(super) fn bytes_on(&self, page: &PageEntry) -> usize {
        self.bytes_of(page.stream).len()
    }

    /// Returns the words and separators of a page, in order.
    #[inline]
    pub(super) fn stream(&self, page: &PageEntry) -> impl Iterator<Item = TokenCode> {
        self.lengths.read(self.bytes_of(page.stream)).filter_map(|code| self.codes.get(code as usize).copied())
    }

    /// Returns the codes of a page, in order.
    pub(super) fn codes_of(&self, page: &PageEntry) -> impl Iterator<Item = u32> {
        self.lengths.read(self.bytes_of(page.stream))
    }

    /// Returns the items of all codes.
    pub(super) fn all_codes(&self) -> &[TokenCode] {
        &self.codes
    }

    /// Returns the sorted terms.
    pub(super) fn dictionary(&self) -> Dictionary<'_> {
        let text = PackedInts::new(&self.terms, 1, to_u32(self.terms.len().saturating_sub(PADDING)));
        let starts = PackedInts::new(&self.term_starts, 4, to_u32(self.postings.len()));
        Dictionary::new(StringTable::new(text, starts), PackedInts::default(), None)
    }

    pub(super) fn term(&self, term: u32) -> &str {
        str::from_utf8(self.dictionary().term(term)).unwrap_or_default()
    }

    /// Returns the size of the postings of these terms in bytes.
    pub(super) fn postings_bytes(&self, terms: &std::ops::Range<u32>) -> usize {
        let at = |place: u32| self.postings.get(place as usize).copied().unwrap_or_default();
        at(terms.end).saturating_sub(at(terms.start)) as usize
    }

    /// Calls `each` with each page of a term and its number of occurrences.
    #[inline]
    pub(super) fn for_each_posting(&self, term: u32, mut each: impl FnMut(u32, u32)) {
        let at = |place: u32| self.postings.get(place as usize).copied().unwrap_or_default();
        let mut rest = ByteReader(self.bytes_of(Span { start: at(term), end: at(term.saturating_add(1)) }));
        let mut next = 0_u32;
        while let Some(number) = rest.number() {
            let page = next.saturating_add(number >> 1);
            let count = if number & 1 == 1 { rest.number().unwrap_or(1) } else { 1 };
            if page as usize >= self.pages.len() {
                return;
            }
            each(page, count);
            next = page + 1;
        }
    }

    /// Appends a word or separator in its written form.
    pub(super) fn write(&self, code: TokenCode, text: &mut String) {
        match code {
            TokenCode::OwnText(_, start, end) | TokenCode::Separator(start, end) => {
                text.push_str(self.text(Span { start, end }));
            }
            TokenCode::Word(term, Shape::Capitals) => {
                text.extend(self.term(term).chars().map(|one| one.to_ascii_uppercase()));
            }
            TokenCode::Word(term, shape) => {
                let term = self.term(term);
                let capital = term.chars().next().filter(|_| shape == Shape::Capitalised);
                text.extend(capital.map(|one| one.to_ascii_uppercase()));
                text.push_str(&term[capital.map_or(0, char::len_utf8)..]);
            }
        }
    }

    fn bytes_of(&self, span: Span) -> &[u8] {
        self.bytes.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn text(&self, span: Span) -> &str {
        str::from_utf8(self.bytes_of(span)).unwrap_or_default()
    }

    /// Finds the terms of the titles.
    fn read_titles(&mut self) {
        let mut all = Vec::with_capacity(self.notes.len());
        for note in 0..to_u32(self.notes.len()) {
            let (dictionary, mut terms) = (self.dictionary(), Vec::new());
            for_each_segment(self.title(note), |piece| {
                if let Segment::Word(word, _) = piece {
                    terms.extend(dictionary.find(normalize_term(word).as_bytes()));
                }
            });
            all.push(terms);
        }
        for (note, terms) in self.notes.iter_mut().zip(all) {
            note.title_terms = terms;
        }
    }
}

/// Reader of the sections of a file.
struct Tables<'a> {
    file: &'a [u8],
    made: FullTextIndex,
}

impl<'a> Tables<'a> {
    /// Builds the index without storing the bytes. Returns `None` for bytes that no writer produces.
    fn of(file: &'a [u8], body: &'a [u8]) -> Option<FullTextIndex> {
        let mut rest = ByteReader(body);
        let lengths = CodeLengths { ones: rest.byte()?, twos: rest.byte()? };
        if u16::from(lengths.ones) + u16::from(lengths.twos) > 256 {
            return None;
        }
        let mut sections = [&[] as &[u8]; 6];
        for section in &mut sections {
            *section = rest.section()?;
        }
        if !rest.is_empty() {
            return None;
        }
        let [notes, pages, terms, separators, postings, streams] = sections;
        let made = FullTextIndex {
            bytes: Vec::new(),
            lengths,
            notes: Vec::new(),
            pages: Vec::new(),
            terms: Vec::new(),
            term_starts: Vec::new(),
            postings: Vec::new(),
            codes: Vec::new(),
            mean_words: 1,
        };
        let mut tables = Self { file, made };
        tables.notes(ByteReader(notes))?;
        tables.pages(ByteReader(pages), streams)?;
        let mut coded = tables.terms(ByteReader(terms), postings)?;
        tables.separators(ByteReader(separators), &mut coded)?;
        tables.codes(&coded)?;
        Some(tables.made)
    }

    /// Returns the position of these bytes, which are a part of the file.
    fn span(&self, part: &[u8]) -> Span {
        let start = to_u32((part.as_ptr() as usize).saturating_sub(self.file.as_ptr() as usize));
        Span { start, end: start + to_u32(part.len()) }
    }

    /// Reads a written word or a separator. Longer ones than the writer produces are rejected, because snippets are
    /// built from them.
    fn short(&self, rest: &mut ByteReader<'a>) -> Option<Span> {
        let text = rest.text()?;
        (text.len() <= WRITTEN_MAX_BYTES).then(|| self.span(text.as_bytes()))
    }

    fn notes(&mut self, mut rest: ByteReader<'a>) -> Option<()> {
        let count = rest.number()?;
        let mut first = 0_u32;
        for _ in 0..count {
            let (id, title) = (rest.text()?, rest.text()?);
            let end = first.checked_add(rest.number()?)?;
            let (id, title) = (self.span(id.as_bytes()), self.span(title.as_bytes()));
            self.made.notes.push(NoteEntry { id, title, title_terms: Vec::new(), pages: first..end });
            first = end;
        }
        rest.is_empty().then_some(())
    }

    fn pages(&mut self, mut rest: ByteReader<'a>, mut streams: &'a [u8]) -> Option<()> {
        let mut words_in_all = 0_u64;
        for (note, entry) in (0..).zip(&self.made.notes) {
            let mut number = 0_u32;
            for _ in entry.pages.clone() {
                number = number.checked_add(rest.number()?)?;
                let words = rest.number()?;
                let (stream, after) = streams.split_at_checked(rest.number()? as usize)?;
                streams = after;
                words_in_all += u64::from(words);
                self.made.pages.push(PageEntry { note, number, words, stream: self.span(stream) });
            }
        }
        let mean = words_in_all / (self.made.pages.len() as u64).max(1);
        self.made.mean_words = u32::try_from(mean).ok()?.max(1);
        (rest.is_empty() && streams.is_empty()).then_some(())
    }

    /// Reads the terms with their postings. Returns the words of the terms in the order of the file, each with the length
    /// of its code.
    fn terms(&mut self, mut rest: ByteReader<'a>, postings: &'a [u8]) -> Option<Vec<(u8, TokenCode)>> {
        let mut coded = Vec::new();
        let (mut before, mut term): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let mut place = self.span(postings).start;
        let end = self.span(postings).end;
        self.made.term_starts.extend(0_u32.to_le_bytes());
        self.made.postings.push(place);
        let count = rest.number()?;
        for number in 0..count {
            let shared = usize::from(rest.byte()?);
            let length = rest.number()? as usize;
            let own = rest.bytes(length)?;
            term.clear();
            term.extend_from_slice(before.get(..shared)?);
            term.extend_from_slice(own);
            // The first term may be empty: it belongs to words that fold to an empty text.
            if term.len() > TERM_MAX_BYTES || (number > 0 && term <= before) || str::from_utf8(&term).is_err() {
                return None;
            }
            self.made.terms.extend_from_slice(&term);
            self.made.term_starts.extend(to_u32(self.made.terms.len()).to_le_bytes());
            place = place.checked_add(rest.number()?).filter(|place| *place <= end)?;
            self.made.postings.push(place);
            std::mem::swap(&mut before, &mut term);
            for _ in 0..rest.byte()? {
                let byte = rest.byte()?;
                let code = match Shape::of_byte(byte)? {
                    Shape::Irregular => {
                        let Span { start, end } = self.short(&mut rest)?;
                        TokenCode::OwnText(number, start, end)
                    }
                    shape => TokenCode::Word(number, shape),
                };
                coded.push((byte >> 4, code));
            }
        }
        self.made.terms.extend([0; PADDING]);
        self.made.term_starts.extend([0; PADDING]);
        (rest.is_empty() && place == end).then_some(coded)
    }

    fn separators(&self, mut rest: ByteReader<'a>, coded: &mut Vec<(u8, TokenCode)>) -> Option<()> {
        let count = rest.number()?;
        for _ in 0..count {
            let length = rest.byte()? >> 4;
            let Span { start, end } = self.short(&mut rest)?;
            coded.push((length, TokenCode::Separator(start, end)));
        }
        rest.is_empty().then_some(())
    }

    /// Assigns each item to its code.
    fn codes(&mut self, coded: &[(u8, TokenCode)]) -> Option<()> {
        for wanted in 1..=3 {
            let of_length = coded.iter().filter(|(length, _)| *length == wanted);
            self.made.codes.extend(of_length.map(|(_, code)| *code));
            let (one_end, two_end) = self.made.lengths.code_limits();
            let end = [one_end, two_end, u32::MAX][usize::from(wanted) - 1];
            let is_short = to_u32(self.made.codes.len()) < end;
            if to_u32(self.made.codes.len()) > end {
                return None;
            }
            // Longer codes are valid only after all shorter ones are used.
            if is_short && coded.iter().any(|(length, _)| *length > wanted) {
                return None;
            }
        }
        (self.made.codes.len() == coded.len()).then_some(())
    }
}

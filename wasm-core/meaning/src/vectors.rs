//! The vectors of all passages of some notes, and where each passage is.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `NNVECT01` |
//! | 4 | numbers in a vector |
//! | 32 | SHA-256 of the model's file |
//! | 4 | number of notes |
//! | ... | each note: length of its id (1), its id, SHA-256 of the key of its PDF (32), number of its pages (4), and for each page its number (4) and its number of passages (4) |
//! | ... | the packed vectors of all passages, in order |
//!
//! Numbers are little-endian. Texts are not included: passages are computed again from the full-text index.

use crate::packed_len;

const MAGIC: &[u8; 8] = b"NNVECT01";
/// Version of the format, of the encoder and of the rule that divides pages into passages. A change of any of them needs
/// another number here and in the first bytes of the file.
pub const VECTORS_VERSION: u8 = 1;
const HASH: usize = 32;
/// Longest vector of any model that a browser could load.
const DIMENSIONS_MAX: usize = 4096;

/// Bytes are not a valid file of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The vectors of the notes arrived damaged. Fetch them again.")]
pub struct VectorsError;

/// The place of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageAt<'a> {
    /// Id of the note.
    pub note: &'a str,
    /// Page number, from 1.
    pub page: u32,
    /// Number of the passage on its page, from 0.
    pub number: u32,
}

/// A valid file of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectors {
    file: Vec<u8>,
    dimensions: usize,
    model: [u8; HASH],
    notes: Vec<Note>,
    /// Start of the packed vectors in the file.
    start: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Note {
    id: String,
    source: [u8; HASH],
    pages: Vec<Page>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Page {
    number: u32,
    /// First passage among all passages, and number of passages.
    first: usize,
    passages: usize,
}

impl Vectors {
    /// Validates a file.
    ///
    /// # Errors
    /// If it is not a whole file of this version.
    pub fn read(file: Vec<u8>) -> Result<Self, VectorsError> {
        let mut rest = Rest(&file);
        let (dimensions, model, notes) = header(&mut rest).ok_or(VectorsError)?;
        let passages: usize = notes.iter().flat_map(|note| &note.pages).map(|page| page.passages).sum();
        let start = file.len() - rest.0.len();
        let expected = passages.checked_mul(packed_len(dimensions)).ok_or(VectorsError)?;
        if rest.0.len() == expected { Ok(Self { file, dimensions, model, notes, start }) } else { Err(VectorsError) }
    }

    /// Returns the length of a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the SHA-256 of the model's file.
    #[must_use]
    pub fn model(&self) -> &[u8; HASH] {
        &self.model
    }

    /// Returns the number of passages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed().len() / packed_len(self.dimensions)
    }

    /// Returns true if there are no passages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed().is_empty()
    }

    /// Returns the packed vectors of all passages, in order.
    #[must_use]
    pub fn packed(&self) -> &[u8] {
        self.file.get(self.start..).unwrap_or_default()
    }

    /// Returns the packed vectors of a page, or `None` if the file has none for this page of this PDF.
    #[must_use]
    pub fn page(&self, note: &str, source: &[u8; HASH], page: u32) -> Option<&[u8]> {
        let note = self.notes.iter().find(|one| one.id == note && one.source == *source)?;
        let page = note.pages.iter().find(|one| one.number == page)?;
        let length = packed_len(self.dimensions);
        self.packed().get(page.first * length..(page.first + page.passages) * length)
    }

    /// Returns the place of a passage by its position among all passages.
    #[must_use]
    pub fn passage(&self, position: usize) -> Option<PassageAt<'_>> {
        let pages = self.notes.iter().flat_map(|note| note.pages.iter().map(move |page| (note, page)));
        let (note, page) =
            pages.into_iter().find(|(_, page)| (page.first..page.first + page.passages).contains(&position))?;
        let number = u32::try_from(position - page.first).ok()?;
        Some(PassageAt { note: &note.id, page: page.number, number })
    }
}

fn header(rest: &mut Rest<'_>) -> Option<(usize, [u8; HASH], Vec<Note>)> {
    if rest.take(MAGIC.len())? != MAGIC {
        return None;
    }
    let dimensions = rest.number().filter(|dimensions| (1..=DIMENSIONS_MAX).contains(dimensions))?;
    let model = rest.hash()?;
    let mut first = 0_usize;
    let mut notes = Vec::new();
    for _ in 0..rest.number()? {
        let length = usize::from(*rest.take(1)?.first()?);
        let id = str::from_utf8(rest.take(length)?).ok()?.to_owned();
        let source = rest.hash()?;
        let mut pages = Vec::new();
        for _ in 0..rest.number()? {
            let number = u32::try_from(rest.number()?).ok()?;
            let passages = rest.number()?;
            pages.push(Page { number, first, passages });
            first = first.checked_add(passages)?;
        }
        notes.push(Note { id, source, pages });
    }
    Some((dimensions, model, notes))
}

/// The unread rest of a file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(*self.take(4)?.first_chunk()?)).ok()
    }

    fn hash(&mut self) -> Option<[u8; HASH]> {
        self.take(HASH)?.first_chunk().copied()
    }
}

/// Writer of a file of vectors.
#[derive(Debug)]
pub struct VectorsBuilder {
    dimensions: usize,
    model: [u8; HASH],
    notes: Vec<Note>,
    passages: usize,
    packed: Vec<u8>,
}

impl VectorsBuilder {
    /// Starts a file for vectors of this model.
    #[must_use]
    pub fn new(dimensions: usize, model: [u8; HASH]) -> Self {
        Self { dimensions, model, notes: Vec::new(), passages: 0, packed: Vec::new() }
    }

    /// Adds the packed vectors of a page. The pages of a note must follow each other. `source` is the SHA-256 of the
    /// key of its PDF. A note whose id is longer than 255 bytes, which no note has, is left out.
    pub fn add_page(&mut self, note: &str, source: &[u8; HASH], page: u32, packed: &[u8]) {
        if u8::try_from(note.len()).is_err() {
            return;
        }
        let passages = packed.len() / packed_len(self.dimensions);
        let page = Page { number: page, first: self.passages, passages };
        match self.notes.last_mut().filter(|last| last.id == note) {
            Some(last) => last.pages.push(page),
            None => self.notes.push(Note { id: note.to_owned(), source: *source, pages: vec![page] }),
        }
        self.passages += passages;
        self.packed.extend_from_slice(packed);
    }

    /// Returns the number of passages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.passages
    }

    /// Returns true if there are no passages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.passages == 0
    }

    /// Returns the file.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let put = |file: &mut Vec<u8>, number: usize| {
            file.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        };
        put(&mut file, self.dimensions);
        file.extend(self.model);
        put(&mut file, self.notes.len());
        for Note { id, source, pages } in &self.notes {
            file.push(u8::try_from(id.len()).unwrap_or(u8::MAX));
            file.extend(id.as_bytes());
            file.extend(source);
            put(&mut file, pages.len());
            for Page { number, passages, .. } in pages {
                file.extend(number.to_le_bytes());
                put(&mut file, *passages);
            }
        }
        file.extend(self.packed);
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack;

    fn packed(first: f32, count: usize) -> Vec<u8> {
        let mut packed = Vec::new();
        for _ in 0..count {
            pack(&[first, 1.0], &mut packed);
        }
        packed
    }

    fn file() -> Vec<u8> {
        let mut builder = VectorsBuilder::new(2, [7; 32]);
        builder.add_page("n1", &[1; 32], 2, &packed(0.1, 1));
        builder.add_page("n1", &[1; 32], 5, &packed(0.2, 2));
        builder.add_page("n2", &[2; 32], 1, &packed(0.3, 1));
        assert_eq!(builder.len(), 4);
        builder.finish()
    }

    #[test]
    fn positions_lead_to_the_note_the_page_and_the_number_on_it() {
        let vectors = Vectors::read(file()).unwrap();
        assert_eq!((vectors.dimensions(), vectors.model(), vectors.len()), (2, &[7; 32], 4));
        let places: Vec<_> = (0..5).map(|position| vectors.passage(position)).collect();
        let at = |note, page, number| Some(PassageAt { note, page, number });
        assert_eq!(places, [at("n1", 2, 0), at("n1", 5, 0), at("n1", 5, 1), at("n2", 1, 0), None]);
    }

    #[test]
    fn pages_of_the_same_pdf_keep_their_vectors() {
        let vectors = Vectors::read(file()).unwrap();
        assert_eq!(vectors.page("n1", &[1; 32], 5), Some(packed(0.2, 2).as_slice()));
        // The PDF was replaced.
        assert_eq!(vectors.page("n1", &[9; 32], 5), None);
        assert_eq!(vectors.page("n1", &[1; 32], 3), None);
    }

    #[test]
    fn damaged_file_is_rejected() {
        let file = file();
        for length in 0..file.len() {
            assert_eq!(Vectors::read(file[..length].to_vec()), Err(VectorsError), "{length} bytes");
        }
        assert_eq!(Vectors::read([file.as_slice(), b"0"].concat()), Err(VectorsError));
        // Impossible numbers of dimensions and of notes.
        for start in [8, 44] {
            let mut many = file.clone();
            many[start..start + 4].fill(255);
            assert_eq!(Vectors::read(many), Err(VectorsError));
        }
    }
}

//! The zip file of a deck. Declared sizes are not trusted: every read is limited.

use std::collections::HashMap;
use std::io::{Read, Seek};

use inspect::FileRejection;
use inspect::deck::UNPACKED_MAX_BYTES;
use ruzstd::decoding::StreamingDecoder;
use zip::ZipArchive;

/// Maximum size of the database, in bytes. 5,000 cards need a few megabytes.
const COLLECTION_MAX_BYTES: u64 = 200 * 1024 * 1024;

/// Maximum size of the list of files, in bytes.
const LIST_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Maximum size of an image, in bytes.
const PICTURE_MAX_BYTES: u64 = 24 * 1024 * 1024;

/// Database in the current format. In a file with it, the old databases only contain a note to update Anki.
const PRESENT: &str = "collection.anki21b";

/// Databases in the old formats, the newer one first.
const OLD: [&str; 2] = ["collection.anki21", "collection.anki2"];

pub(super) struct Archive<R> {
    zip: ZipArchive<R>,
    is_packed: bool,
}

impl<R: Read + Seek> Archive<R> {
    pub(super) fn open(file: R) -> Result<Self, FileRejection> {
        let mut zip = ZipArchive::new(file).map_err(|_| FileRejection::NotADeck)?;
        let mut unpacked: u64 = 0;
        for place in 0..zip.len() {
            let entry = zip.by_index_raw(place).map_err(|_| FileRejection::DeckDamaged)?;
            // A deck has no folders, and its file names are numbers or a few fixed names. Anki writes no other names.
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
            let name = entry.name_raw();
            if !name.iter().copied().all(is_plain) || name.starts_with(b".") {
                return Err(FileRejection::NotADeck);
            }
            unpacked = unpacked.saturating_add(entry.size());
        }
        if unpacked > UNPACKED_MAX_BYTES {
            return Err(FileRejection::DeckTooLarge);
        }
        let is_packed = zip.index_for_name_raw(PRESENT.as_bytes()).is_some();
        if !is_packed && !OLD.iter().any(|name| zip.index_for_name_raw(name.as_bytes()).is_some()) {
            return Err(FileRejection::NotADeck);
        }
        Ok(Self { zip, is_packed })
    }

    /// Reads the database.
    pub(super) fn collection(&mut self) -> Result<Vec<u8>, FileRejection> {
        if self.is_packed {
            return self.entry(PRESENT, true, COLLECTION_MAX_BYTES);
        }
        let name = OLD.into_iter().find(|name| self.place(name).is_some()).ok_or(FileRejection::NotADeck)?;
        self.entry(name, false, COLLECTION_MAX_BYTES)
    }

    /// Returns the file numbers by name.
    pub(super) fn media(&mut self) -> Result<HashMap<String, u32>, FileRejection> {
        if self.place("media").is_none() {
            return Ok(HashMap::new());
        }
        let list = self.entry("media", self.is_packed, LIST_MAX_BYTES)?;
        if self.is_packed {
            return Ok(present_list(&list));
        }
        let list: HashMap<String, String> = serde_json::from_slice(&list).map_err(|_| FileRejection::DeckDamaged)?;
        Ok(list.into_iter().filter_map(|(number, name)| Some((name, number.parse().ok()?))).collect())
    }

    /// Reads one media file. Returns `None` if it is missing, damaged or too large.
    pub(super) fn file(&mut self, number: u32) -> Option<Vec<u8>> {
        self.entry(&number.to_string(), self.is_packed, PICTURE_MAX_BYTES).ok()
    }

    /// Returns the index of a file in the archive. Compares raw names: a search by decoded name would decode all names
    /// if none matches.
    fn place(&self, name: &str) -> Option<usize> {
        self.zip.index_for_name_raw(name.as_bytes())
    }

    fn entry(&mut self, name: &str, is_packed: bool, max_bytes: u64) -> Result<Vec<u8>, FileRejection> {
        let place = self.place(name).ok_or(FileRejection::DeckDamaged)?;
        let entry = self.zip.by_index(place).map_err(|_| FileRejection::DeckDamaged)?;
        if is_packed { bounded(unpacked(entry)?, max_bytes) } else { bounded(entry, max_bytes) }
    }
}

fn unpacked<R: Read>(packed: R) -> Result<impl Read, FileRejection> {
    StreamingDecoder::new(packed).map_err(|_| FileRejection::DeckDamaged)
}

fn bounded(read: impl Read, max_bytes: u64) -> Result<Vec<u8>, FileRejection> {
    let mut bytes = Vec::new();
    read.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|_| FileRejection::DeckDamaged)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > max_bytes {
        Err(FileRejection::DeckTooLarge)
    } else {
        Ok(bytes)
    }
}

/// Parses the list of files in the current format. Field 1 repeats a message for each file, whose field 1 is the name.
/// The number of the file is its index in the list, unless field 255 of the message contains a number.
fn present_list(list: &[u8]) -> HashMap<String, u32> {
    let mut files = HashMap::new();
    let entries = Fields(list).filter_map(|(number, value)| if number == 1 { value.bytes() } else { None });
    for (place, entry) in (0..).zip(entries) {
        let (mut name, mut number) = (None, place);
        for (field, value) in Fields(entry) {
            match (field, value) {
                (1, Value::Bytes(bytes)) => name = std::str::from_utf8(bytes).ok(),
                (255, Value::Number(given)) => number = u32::try_from(given).unwrap_or(place),
                _ => {}
            }
        }
        if let Some(name) = name {
            files.insert(name.to_owned(), number);
        }
    }
    files
}

/// Value of a field in a protobuf message.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    pub(super) fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Number(_) => None,
        }
    }
}

/// Iterates over the fields of a protobuf message, up to the first invalid one.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for place in 0..10 {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F).checked_shl(place * 7)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self, count: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (u64, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.number()?;
        let value = match tag & 7 {
            0 => Value::Number(self.number()?),
            1 => Value::Bytes(self.bytes(8)?),
            2 => {
                let count = self.number()?;
                Value::Bytes(self.bytes(count)?)
            }
            5 => Value::Bytes(self.bytes(4)?),
            _ => return None,
        };
        Some((tag >> 3, value))
    }
}

//! Bulk import of study cards: CSV, TSV or lines 'front :: back', as a file or pasted.
//!
//! Valid cards are split into batches that the API accepts; each invalid line has a reason. The page and the server
//! check cards with the same rule, [`validate_card`].

mod anki_text;
mod columns;
mod separator;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::columns::{rows, width};
pub use self::separator::Separator;
use self::separator::{COLONS, detect};
use super::content::safe_file_name_or;
use super::csv::{InvalidRow, Record, json_bytes, lines, without_bom, without_sep_line};
use super::{FieldError, FieldErrors, FileInfo, validate_card};
use crate::limits::{CARD_BATCH_MAX, CARD_FILE_MAX_BYTES, DECK_MAX_BYTES, IMPORT_BATCH_MAX_BYTES};

/// Bytes that a card adds to a request besides its texts: its id, its image and the names of the fields.
const ROW_BYTES: usize = 256;

/// Number of columns of a card in a text that does not name its columns.
const CARD_COLUMNS: usize = 2;

/// Maximum number of listed lines that cannot be imported. Further ones are only counted.
const BAD_LISTED: usize = 500;

/// Both sides of a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sides {
    /// Front as Markdown.
    pub title: String,
    /// Back as Markdown.
    pub content: String,
}

/// An image of an imported deck, as it will appear on the front of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DeckPicture {
    /// Number of the image in the deck.
    pub number: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A card of an imported deck file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DeckCard {
    /// Front as Markdown.
    pub title: String,
    /// Back as Markdown.
    pub content: String,
    /// Image on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: Option<DeckPicture>,
}

/// A valid card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CardRow {
    /// First line in the text, or the number of the card in the deck; from 1.
    pub line: u32,
    /// Front as it will be stored.
    pub title: String,
    /// Back as it will be stored.
    pub content: String,
    /// Image on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: Option<DeckPicture>,
}

/// The result of reading a text or a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CardTable {
    /// Valid cards, split into requests that the API accepts.
    pub batches: Vec<Vec<CardRow>>,
    /// Lines that cannot be imported, at most 500.
    pub bad: Vec<InvalidRow>,
    /// Number of further lines that cannot be imported.
    pub more_bad: u32,
    /// Separator of the sides that was used; absent for a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub separator: Option<Separator>,
}

/// Reads cards from a text. `separator` overrides the separator that the text names or implies. `there` are the
/// existing cards of the target collection, which can have `max` cards. Both sides are Markdown, except in texts from
/// Anki, where they are HTML or plain text.
///
/// A first line that names its columns ('front' and 'back', 'question' and 'answer', 'term' and 'definition') is not a
/// card. The lines in which Excel (`sep=;`) and Anki (`#separator:tab`) describe the format are not cards either.
///
/// # Errors
/// A message for users if the whole text is unreadable.
pub fn parse_card_table(
    bytes: &[u8],
    separator: Option<Separator>,
    there: Vec<Sides>,
    max: usize,
) -> Result<CardTable, String> {
    if bytes.len() > CARD_FILE_MAX_BYTES {
        let mib = CARD_FILE_MAX_BYTES / 1024 / 1024;
        return Err(format!("The text can have at most {mib} MB. Split it and import the parts one by one."));
    }
    let (text, excel) = without_sep_line(without_bom(bytes)?);
    let (settings, text) = anki_text::parse_header(text);
    let first_line = 1 + u32::from(excel.is_some()) + settings.lines;
    let excel = excel.and_then(|sign| Separator::from_name(char::from(sign).encode_utf8(&mut [0; 4])));
    let separator = separator.or(settings.separator).or(excel).unwrap_or_else(|| detect(text));
    let mut sorting = Sorting::new(there, max);
    sorting.table.separator = Some(separator);
    if separator == Separator::Colons {
        for (line, text) in (first_line..).zip(lines(text)) {
            if !text.trim_ascii().is_empty() {
                sorting.put(line, line, sides_of_line(text), None);
            }
        }
        return Ok(sorting.table);
    }
    let mut records = rows(text, separator.byte(), first_line).peekable();
    let mut columns = settings.columns(separator);
    let mut columns_max = CARD_COLUMNS;
    if let Some((named, width)) = records.peek().and_then(|first| Some((self::columns::columns(first)?, width(first))))
    {
        (columns, columns_max) = (Some(named), width);
        records.next();
    }
    for record in records {
        let (line, last) = (record.line, record.last);
        if settings.lines == 0 {
            sorting.put(line, last, sides(&record, columns, columns_max, separator), None);
            continue;
        }
        match settings.cards(&record, columns) {
            Ok(cards) => {
                for (title, content) in cards {
                    sorting.put(line, last, Ok(Sides { title, content }), None);
                }
            }
            Err(reason) => sorting.put(line, last, Err(reason), None),
        }
    }
    Ok(sorting.table)
}

/// Checks an Anki deck file as the browser describes it. Browsers know no content type for it.
///
/// # Errors
/// `sizeBytes`.
pub fn validate_deck_file(name: &str, size_bytes: u64) -> Result<FileInfo, FieldErrors> {
    if size_bytes == 0 {
        return Err(FieldError::new("sizeBytes", "invalid", "This file is empty.").into());
    }
    if size_bytes > DECK_MAX_BYTES {
        let mib = DECK_MAX_BYTES / 1024 / 1024;
        let message = format!("A deck can have at most {mib} MB. Export it in Anki without media, or in parts.");
        return Err(FieldError::new("sizeBytes", "too_large", message).into());
    }
    Ok(FileInfo {
        name: safe_file_name_or(name, "deck.apkg"),
        content_type: "application/octet-stream".into(),
        size_bytes,
    })
}

/// Checks the cards of a deck against the target collection, as [`parse_card_table`] does for the cards of a text.
#[must_use]
pub fn check_deck_cards(cards: Vec<DeckCard>, there: Vec<Sides>, max: usize) -> CardTable {
    let mut sorting = Sorting::new(there, max);
    for (line, card) in (1..).zip(cards) {
        sorting.put(line, line, Ok(Sides { title: card.title, content: card.content }), card.picture);
    }
    sorting.table
}

/// Returns cards as CSV that [`parse_card_table`] and spreadsheets read: UTF-8 with a byte order mark; the first line
/// names the columns.
#[must_use]
pub fn to_csv(cards: &[Sides]) -> String {
    let mut csv = String::from("\u{FEFF}front,back\r\n");
    for Sides { title, content } in cards {
        for (text, end) in [(title, ","), (content, "\r\n")] {
            csv.push('"');
            csv.push_str(&text.replace('"', "\"\""));
            csv.push('"');
            csv.push_str(end);
        }
    }
    csv
}

impl CardTable {
    /// Returns the number of valid cards.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batches.iter().map(Vec::len).sum()
    }
}

impl CardRow {
    /// Returns the maximum size that the card adds to a request, in bytes.
    #[must_use]
    pub fn json_bytes(&self) -> usize {
        ROW_BYTES + json_bytes(&self.title) + json_bytes(&self.content)
    }
}

/// Cards while they are sorted into a table.
struct Sorting {
    table: CardTable,
    /// First line of each pair of sides; `None` for existing cards.
    seen: BTreeMap<Sides, Option<u32>>,
    room: usize,
    batch_bytes: usize,
}

impl Sorting {
    fn new(there: Vec<Sides>, max: usize) -> Self {
        let room = max.saturating_sub(there.len());
        let mut seen = BTreeMap::new();
        // `collect` would sort the cards first, and add 6 kB of sorting code to the module.
        seen.extend(there.into_iter().map(|sides| (sides, None)));
        Self { table: CardTable::default(), seen, room, batch_bytes: 0 }
    }

    fn put(&mut self, line: u32, last: u32, sides: Result<Sides, String>, picture: Option<DeckPicture>) {
        match sides.and_then(|sides| self.check(line, &sides)) {
            Ok(Sides { title, content }) => self.push(CardRow { line, title, content, picture }),
            Err(reason) if self.table.bad.len() < BAD_LISTED => self.table.bad.push(InvalidRow { line, last, reason }),
            Err(reason) => {
                let more = InvalidRow { line, last, reason }.lines();
                self.table.more_bad = self.table.more_bad.saturating_add(more);
            }
        }
    }

    fn check(&mut self, line: u32, sides: &Sides) -> Result<Sides, String> {
        let draft = validate_card(&sides.title, &sides.content, "").map_err(|errors| {
            let said = errors.0.iter().map(|error| {
                let (side, name) = if error.field == "title" { ("front", "Front") } else { ("back", "Back") };
                // The message of the error is written for a form, where it appears next to its field, so name the side
                // here.
                if error.code == "required" {
                    format!("The {side} is missing.")
                } else {
                    format!("{name}: {}", error.message)
                }
            });
            said.collect::<Vec<_>>().join(" ")
        })?;
        let sides = Sides { title: draft.title, content: draft.content };
        match self.seen.get(&sides) {
            Some(Some(first)) => return Err(format!("This repeats card {first}. Only the first one is imported.")),
            Some(None) => return Err("This card already exists.".into()),
            None => {}
        }
        if self.table.rows() >= self.room {
            return Err(match self.room {
                0 => "There is no room for more cards.".into(),
                1 => "There is room for only 1 more card.".into(),
                room => format!("There is room for only {room} more cards."),
            });
        }
        self.seen.insert(sides.clone(), Some(line));
        Ok(sides)
    }

    fn push(&mut self, row: CardRow) {
        let size = row.json_bytes();
        match self.table.batches.last_mut() {
            Some(batch) if batch.len() < CARD_BATCH_MAX && self.batch_bytes + size <= IMPORT_BATCH_MAX_BYTES => {
                self.batch_bytes += size;
                batch.push(row);
            }
            _ => {
                self.batch_bytes = size;
                self.table.batches.push(vec![row]);
            }
        }
    }
}

fn sides_of_line(line: &[u8]) -> Result<Sides, String> {
    let text = String::from_utf8_lossy(line);
    // If a side is missing, the line may begin or end with the colons.
    let (title, content) = text
        .trim_start()
        .strip_prefix("::")
        .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        .map(|back| ("", back))
        .or_else(|| text.split_once(COLONS))
        .or_else(|| Some((text.trim_end().strip_suffix(" ::")?, "")))
        .ok_or_else(|| no_back(Separator::Colons))?;
    Ok(Sides { title: title.trim().to_owned(), content: content.trim().to_owned() })
}

fn sides(
    record: &Record,
    columns: Option<(usize, usize)>,
    columns_max: usize,
    separator: Separator,
) -> Result<Sides, String> {
    record.check_quoting()?;
    let (front, back) = columns.unwrap_or((0, 1));
    // Refuse the row: the text in further columns would be lost.
    let filled = width(record);
    if filled > columns_max {
        let name = separator.name();
        let expected =
            if columns.is_none() { "a card has two".to_owned() } else { format!("the first line names {columns_max}") };
        return Err(format!(
            "There are {filled} columns here and {expected}. Put a side that contains {name} in quotation marks."
        ));
    }
    if record.fields.len() == 1 {
        return Err(no_back(separator));
    }
    Ok(Sides { title: record.text(front), content: record.text(back) })
}

fn no_back(separator: Separator) -> String {
    format!("The back is missing. Separate front and back with {}.", separator.name())
}

#[cfg(test)]
mod tests;

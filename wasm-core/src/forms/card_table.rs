//! Many study cards at once: CSV, TSV or lines 'front :: back', as a file or pasted.
//!
//! What may be sent is cut into batches that the API takes; each line that may not says why. The page and the server hold
//! cards against the same rule, [`card_draft`].

mod anki_text;
mod columns;
mod separator;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::separator::Separator;
use self::separator::{COLONS, found};
use super::content::file_name_or;
use super::records::{BadRow, Record, Records, json_bytes, lines, utf8, without_sep_line};
use super::{AnnouncedFile, FieldError, FieldErrors, card_draft};
use crate::limits::{CARD_BATCH_MAX, CARD_FILE_MAX_BYTES, DECK_MAX_BYTES, IMPORT_BATCH_MAX_BYTES};

/// What a card adds to a request besides its texts: its id, its picture, and the names of the fields.
const ROW_BYTES: usize = 256;

/// As many lines are listed that cannot be imported; the others are counted.
const BAD_LISTED: usize = 500;

/// Both sides of a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sides {
    /// The front, as Markdown.
    pub title: String,
    /// The back, as Markdown.
    pub content: String,
}

/// A picture of a deck that was read, as it is going to be on the front of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DeckPicture {
    /// Which of the deck.
    pub number: u32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A card of a deck that was read from a file of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DeckCard {
    /// The front, as Markdown.
    pub title: String,
    /// The back, as Markdown.
    pub content: String,
    /// The picture on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: Option<DeckPicture>,
}

/// A card that may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CardRow {
    /// Where it begins in the text, or which card of the deck it is; from 1.
    pub line: u32,
    /// The front, as it is going to be kept.
    pub title: String,
    /// The back, as it is going to be kept.
    pub content: String,
    /// The picture on the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub picture: Option<DeckPicture>,
}

/// What is in a text or a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CardTable {
    /// The cards that may be sent, cut into requests that the API takes.
    pub batches: Vec<Vec<CardRow>>,
    /// The others, at most 500.
    pub bad: Vec<BadRow>,
    /// Number of further lines that cannot be imported.
    pub more_bad: u32,
    /// What was found to part the sides; nothing in a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub separator: Option<Separator>,
}

/// Reads a text. `separator` overrides the separator that the text names or shows. A first line that names its columns
/// ('front' and 'back', 'question' and 'answer', 'term' and 'definition') is no card, nor are the lines in which Excel
/// (`sep=;`) and Anki (`#separator:tab`) say how the text is written. Both sides are Markdown, except that those of Anki are
/// HTML or plain text. `there` are the cards of the destination, which can have `max` cards.
///
/// # Errors
/// A sentence, when the text as a whole cannot be read.
pub fn card_table(
    bytes: &[u8],
    separator: Option<Separator>,
    there: Vec<Sides>,
    max: usize,
) -> Result<CardTable, String> {
    if bytes.len() > CARD_FILE_MAX_BYTES {
        let mib = CARD_FILE_MAX_BYTES / 1024 / 1024;
        return Err(format!("The text can have at most {mib} MB. Split it and import the parts one by one."));
    }
    let (text, excel) = without_sep_line(utf8(bytes)?);
    let (settings, text) = anki_text::settings(text);
    let first_line = 1 + u32::from(excel.is_some()) + settings.lines;
    let excel = excel.and_then(|sign| Separator::named(char::from(sign).encode_utf8(&mut [0; 4])));
    let separator = separator.or(settings.separator).or(excel).unwrap_or_else(|| found(text));
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
    let mut records = Records::new(text, separator.sign(), true).starting_at(first_line).peekable();
    let mut columns = settings.columns(separator);
    if let Some(named) = records.peek().and_then(self::columns::columns) {
        columns = Some(named);
        records.next();
    }
    for record in records.filter(|record| !record.is_blank()) {
        let (line, last) = (record.line, record.last);
        if settings.lines == 0 {
            sorting.put(line, last, sides(&record, columns, separator), None);
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

/// Checks what the browser claims of a file of cards that Anki wrote. Browsers know no type for it.
///
/// # Errors
/// `sizeBytes`.
pub fn deck_file(name: &str, size_bytes: u64) -> Result<AnnouncedFile, FieldErrors> {
    if size_bytes == 0 {
        return Err(FieldError::new("sizeBytes", "invalid", "This file is empty.").into());
    }
    if size_bytes > DECK_MAX_BYTES {
        let mib = DECK_MAX_BYTES / 1024 / 1024;
        let message = format!("A deck can have at most {mib} MB. Export it in Anki without media, or in parts.");
        return Err(FieldError::new("sizeBytes", "too_large", message).into());
    }
    Ok(AnnouncedFile {
        name: file_name_or(name, "deck.apkg"),
        content_type: "application/octet-stream".into(),
        size_bytes,
    })
}

/// Holds the cards of a deck against the place they are to go to, as [`card_table`] does those of a text.
#[must_use]
pub fn card_deck(cards: Vec<DeckCard>, there: Vec<Sides>, max: usize) -> CardTable {
    let mut sorting = Sorting::new(there, max);
    for (line, card) in (1..).zip(cards) {
        sorting.put(line, line, Ok(Sides { title: card.title, content: card.content }), card.picture);
    }
    sorting.table
}

/// Cards as CSV that [`card_table`] and programs for tables read: UTF-8 with a byte order mark, the first line names the
/// columns.
#[must_use]
pub fn cards_csv(cards: &[Sides]) -> String {
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
    /// How many cards may be sent.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batches.iter().map(Vec::len).sum()
    }
}

impl CardRow {
    /// How much it adds to a request, at most.
    #[must_use]
    pub fn json_bytes(&self) -> usize {
        ROW_BYTES + json_bytes(&self.title) + json_bytes(&self.content)
    }
}

/// Cards on their way into a table.
struct Sorting {
    table: CardTable,
    /// Where each was seen first; nowhere in the text for those that are there already.
    seen: BTreeMap<Sides, Option<u32>>,
    room: usize,
    batch_bytes: usize,
}

impl Sorting {
    fn new(there: Vec<Sides>, max: usize) -> Self {
        let room = max.saturating_sub(there.len());
        let seen = there.into_iter().map(|sides| (sides, None)).collect();
        Self { table: CardTable::default(), seen, room, batch_bytes: 0 }
    }

    fn put(&mut self, line: u32, last: u32, sides: Result<Sides, String>, picture: Option<DeckPicture>) {
        match sides.and_then(|sides| self.check(line, &sides)) {
            Ok(Sides { title, content }) => self.push(CardRow { line, title, content, picture }),
            Err(reason) if self.table.bad.len() < BAD_LISTED => self.table.bad.push(BadRow { line, last, reason }),
            Err(reason) => {
                let more = BadRow { line, last, reason }.lines();
                self.table.more_bad = self.table.more_bad.saturating_add(more);
            }
        }
    }

    fn check(&mut self, line: u32, sides: &Sides) -> Result<Sides, String> {
        let draft = card_draft(&sides.title, &sides.content, "").map_err(|errors| {
            let said = errors.0.iter().map(|error| {
                let (side, name) = if error.field == "title" { ("front", "Front") } else { ("back", "Back") };
                // Its own sentence is for a form, where one sees which side it stands at.
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
    let text = std::str::from_utf8(line).map_err(|_| "This line is not text in UTF-8.".to_owned())?;
    // Where a side is missing, the line may begin or end with the colons.
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

fn sides(record: &Record, columns: Option<(usize, usize)>, separator: Separator) -> Result<Sides, String> {
    record.check()?;
    let (front, back) = columns.unwrap_or((0, 1));
    // Where no line says what the columns are, more than two would be text that is lost.
    let filled = record.fields.iter().rposition(|field| !field.trim_ascii().is_empty()).map_or(0, |last| last + 1);
    if columns.is_none() && filled > 2 {
        let name = separator.name();
        return Err(format!(
            "There are {filled} columns here and a card has two. Put a side that contains {name} in quotation marks."
        ));
    }
    if record.fields.len() == 1 {
        return Err(no_back(separator));
    }
    Ok(Sides { title: record.text(front)?, content: record.text(back)? })
}

fn no_back(separator: Separator) -> String {
    format!("The back is missing. Separate front and back with {}.", separator.name())
}

#[cfg(test)]
mod tests;

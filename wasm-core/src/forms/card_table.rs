//! Many study cards at once: CSV, TSV or lines 'front :: back', as a file or pasted.
//!
//! What may be sent is cut into batches that the API takes; each line that may not says why. The page and the server hold
//! cards against the same rule, [`card_draft`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::content::file_name_or;
use super::records::{BadRow, Record, Records, json_bytes, utf8};
use super::{AnnouncedFile, FieldError, FieldErrors, card_draft};
use crate::limits::{CARD_BATCH_MAX, CARD_FILE_MAX_BYTES, DECK_MAX_BYTES, IMPORT_BATCH_MAX_BYTES};

/// What a card adds to a request besides its texts: its id, its picture, and the names of the fields.
const ROW_BYTES: usize = 256;

/// As many lines are listed that cannot be imported; the others are counted.
const BAD_LISTED: usize = 500;

/// As many lines are looked at to find out what parts the two sides.
const LOOKED_AT: usize = 20;

/// What parts front and back in lines.
const COLONS: &str = " :: ";

/// What parts the two sides of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Separator {
    /// A comma, as in CSV.
    Comma,
    /// A semicolon, as in CSV where commas are in numbers.
    Semicolon,
    /// A tab, as when cells of a table are copied.
    Tab,
    /// Two colons between spaces.
    Colons,
}

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
    /// How many more cannot be imported.
    pub more_bad: u32,
    /// What was found to part the sides; nothing in a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub separator: Option<Separator>,
}

/// Reads a text. `separator` says what parts the sides; without it, the text does. A first line that names its columns
/// ('front' and 'back', 'question' and 'answer', 'term' and 'definition') is no card. `there` are the cards of the place
/// they are to go to, which may have `max`.
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
        return Err(format!("The text may have {mib} MB at most. Split it, and import one part after the other."));
    }
    let (bytes, first_line, named) = without_settings(utf8(bytes)?);
    let separator = separator.or(named).unwrap_or_else(|| found(bytes));
    let mut sorting = Sorting::new(there, max);
    sorting.table.separator = Some(separator);
    if separator == Separator::Colons {
        for (line, text) in (first_line..).zip(lines(bytes)) {
            if !text.trim_ascii().is_empty() {
                sorting.put(line, sides_of_line(text), None);
            }
        }
        return Ok(sorting.table);
    }
    let mut records = Records::new(bytes, separator.sign(), true).starting_at(first_line).peekable();
    let columns = records.peek().and_then(columns);
    if columns.is_some() {
        records.next();
    }
    for record in records {
        if !record.is_blank() {
            sorting.put(record.line, sides(&record, columns, separator), None);
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
        return Err(FieldError::new("sizeBytes", "invalid", "There is nothing in this file.").into());
    }
    if size_bytes > DECK_MAX_BYTES {
        let mib = DECK_MAX_BYTES / 1024 / 1024;
        let message = format!("A deck may have {mib} MB at most. Export it in Anki without media, or in parts.");
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
        sorting.put(line, Ok(Sides { title: card.title, content: card.content }), card.picture);
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

impl Separator {
    fn sign(self) -> u8 {
        match self {
            Self::Comma | Self::Colons => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Comma => "a comma",
            Self::Semicolon => "a semicolon",
            Self::Tab => "a tab",
            Self::Colons => "' :: '",
        }
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

    fn put(&mut self, line: u32, sides: Result<Sides, String>, picture: Option<DeckPicture>) {
        match sides.and_then(|sides| self.check(line, &sides)) {
            Ok(Sides { title, content }) => self.push(CardRow { line, title, content, picture }),
            Err(reason) if self.table.bad.len() < BAD_LISTED => self.table.bad.push(BadRow { line, reason }),
            Err(_) => self.table.more_bad = self.table.more_bad.saturating_add(1),
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
            Some(Some(first)) => return Err(format!("The same card is number {first} already; the first one counts.")),
            Some(None) => return Err("This card is there already.".into()),
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

/// The lines of a text, be their ends written as one sign or as two.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// The text behind the lines in which Anki says how it wrote it ('#separator:tab'), the number of its first line, and
/// what they say of the separator.
fn without_settings(bytes: &[u8]) -> (&[u8], u32, Option<Separator>) {
    const SETTINGS: [&str; 7] = ["separator", "html", "tags", "columns", "notetype", "deck", "guid"];
    let (mut rest, mut line, mut separator) = (bytes, 1, None);
    while let Some(text) = lines(rest).next() {
        let Some((key, value)) =
            std::str::from_utf8(text).ok().and_then(|text| text.strip_prefix('#')?.split_once(':'))
        else {
            break;
        };
        if !SETTINGS.iter().any(|setting| key == *setting || key.strip_suffix(" column") == Some(setting)) {
            break;
        }
        if key == "separator" {
            separator = match value.trim().to_ascii_lowercase().as_str() {
                "tab" | "\\t" => Some(Separator::Tab),
                "semicolon" | ";" => Some(Separator::Semicolon),
                "comma" | "," => Some(Separator::Comma),
                _ => None,
            };
        }
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        rest = rest.get(end..).unwrap_or_default();
        line += 1;
    }
    (rest, line, separator)
}

/// What parts the names of the columns, or else the sides in most of the first lines: a comma is in many sentences, so it
/// is thought of last.
fn found(bytes: &[u8]) -> Separator {
    let names_columns =
        |separator: &Separator| Records::new(bytes, separator.sign(), true).next().as_ref().and_then(columns).is_some();
    if let Some(named) = [Separator::Comma, Separator::Semicolon, Separator::Tab].into_iter().find(names_columns) {
        return named;
    }
    let first: Vec<&[u8]> = lines(bytes).filter(|line| !line.trim_ascii().is_empty()).take(LOOKED_AT).collect();
    let is_most = |count: usize| count > 0 && count * 2 >= first.len();
    let in_most = |sign: u8| is_most(first.iter().filter(|line| line.contains(&sign)).count());
    let has_colons = |line: &[u8]| {
        let line = line.trim_ascii();
        let is_one_side = line.starts_with(b":: ") || line.ends_with(b" ::");
        is_one_side || line.windows(COLONS.len()).any(|part| part == COLONS.as_bytes())
    };
    if in_most(b'\t') {
        Separator::Tab
    } else if is_most(first.iter().filter(|line| has_colons(line)).count()) {
        Separator::Colons
    } else if in_most(b';') && !in_most(b',') {
        Separator::Semicolon
    } else {
        Separator::Comma
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
    format!("The back is missing. Part front and back by {}.", separator.name())
}

/// Where front and back are, if this line names the columns.
fn columns(record: &Record) -> Option<(usize, usize)> {
    const NAMES: [(&str, &str); 4] =
        [("front", "back"), ("question", "answer"), ("term", "definition"), ("title", "content")];
    let names: Vec<String> =
        (0..record.fields.len()).map(|at| record.text(at).unwrap_or_default().trim().to_ascii_lowercase()).collect();
    let find = |wanted: &str| names.iter().position(|name| name == wanted);
    NAMES.iter().find_map(|(front, back)| Some((find(front)?, find(back)?)))
}

#[cfg(test)]
mod tests;

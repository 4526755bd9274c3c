//! Reads Anki decks: a zip file with an SQLite database and numbered media files. Supports the old format
//! (`collection.anki2`, `collection.anki21`) and the current one (`collection.anki21b`, additionally compressed).

mod archive;
mod collection;
mod template;

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Seek};

use inspect::FileRejection;
use inspect::deck::{
    CARDS_READ_MAX, Card, Deck, PICTURE_BATCH_SIZE, PICTURE_MAX_PX, Picture, SkippedContent, SkippedKind,
};
use wasm_core::anki::html::{self, Converted};
use wasm_core::anki::{Side, cloze};
use wasm_core::forms::{CardDraft, validate_card};
use wasm_core::gaps::from_export_marks;

use self::archive::Archive;
use self::collection::{Note, NoteType};
use self::template::render;
use crate::image;

/// Maximum size of all returned texts, in bytes; well below the maximum size of a response.
const TEXTS_MAX_BYTES: usize = 24 * 1024 * 1024;

/// Maximum number of examples per kind of skipped content.
const EXAMPLES: usize = 3;

/// Maximum length of an example, in characters.
const EXAMPLE_MAX_CHARS: usize = 60;

/// Reads the cards of a deck. Images are returned as file numbers only.
///
/// # Errors
/// The reason for rejecting the file.
pub fn read<R: Read + Seek>(file: R) -> Result<Deck, FileRejection> {
    let mut archive = Archive::open(file)?;
    let files: HashMap<String, u32> = archive.media()?;
    let collection = archive.collection()?;
    let mut reading =
        Reading { files, left_out: BTreeMap::new(), cards: Vec::new(), bytes: 0, gap_notes: HashMap::new() };
    collection::for_each_card(&collection, |note| reading.take(&note))?;
    if reading.cards.is_empty() && reading.left_out.is_empty() {
        return Err(FileRejection::DeckEmpty);
    }
    let mut left_out: Vec<SkippedContent> = reading.left_out.into_values().collect();
    left_out.sort_by_key(|left| (std::cmp::Reverse(left.count), left.kind));
    Ok(Deck { cards: reading.cards, skipped: left_out })
}

/// Re-encodes images of a deck. Bit `n` of `wanted` selects file number `first + n`. Files that are not images are
/// skipped.
///
/// # Errors
/// The reason for rejecting the file.
pub fn reencode_pictures<R: Read + Seek>(file: R, first: u32, wanted: u64) -> Result<Vec<Picture>, FileRejection> {
    let mut archive = Archive::open(file)?;
    let mut drawn = Vec::new();
    for place in 0..u32::try_from(PICTURE_BATCH_SIZE).unwrap_or(u32::MAX) {
        let number = first.saturating_add(place);
        if wanted >> place & 1 == 1
            && let Some(bytes) = archive.file(number)
            && let Ok(whole) = image::to_whole_jpeg(&bytes, PICTURE_MAX_PX)
        {
            drawn.push(Picture { number, image: whole });
        }
    }
    Ok(drawn)
}

/// State of reading a deck.
struct Reading {
    /// File numbers by the names that cards use.
    files: HashMap<String, u32>,
    left_out: BTreeMap<SkippedKind, SkippedContent>,
    cards: Vec<Card>,
    bytes: usize,
    /// Ids of the notes with gaps, and whether each became one card with all its gaps.
    gap_notes: HashMap<i64, bool>,
}

impl Reading {
    fn take(&mut self, note: &Note<'_>) {
        let named = || note.fields.first().map_or_else(String::new, |first| html::convert(first).markdown);
        if self.cards.len() >= CARDS_READ_MAX || self.bytes > TEXTS_MAX_BYTES {
            // There can be very many skipped cards, so stop converting their texts when there are enough examples.
            let is_known = self.left_out.get(&SkippedKind::TooMany).is_some_and(|left| left.examples.len() >= EXAMPLES);
            return self.leave(SkippedKind::TooMany, &if is_known { String::new() } else { named() });
        }
        let Some(kind) = note.note_type else { return self.leave(SkippedKind::Unknown, &named()) };
        if is_covered(kind, note) {
            return self.leave(SkippedKind::ImageOcclusion, &kind.name);
        }
        if kind.is_cloze && self.take_gap_note(kind, note) {
            return;
        }
        // Cloze cards have one template, and their number selects a cloze instead of a template.
        let (template, gap) = if kind.is_cloze { (0, note.template.checked_add(1)) } else { (note.template, None) };
        let Some(template) = kind.templates.get(&template) else { return self.leave(SkippedKind::Unknown, &named()) };
        let fields = field_map(kind, &template.name, note);
        let (Some(front), Some(mut back)) =
            (render(&template.front, &fields, Side::Front, gap), render(&template.back, &fields, Side::Back, gap))
        else {
            return self.leave(SkippedKind::TooLong, &named());
        };
        append_hints(&front.hints, &mut back.html);
        let (front, back) = (html::convert(&front.html), html::convert(&back.html));
        let picture = self.picture(&front, &back);
        // In anatomy, for example, the front is often only an image, but a card here needs a text.
        let title = if front.markdown.is_empty() && picture.is_some() { "?" } else { &front.markdown };
        let draft = match validate_card(title, &back.markdown, "") {
            Ok(draft) => draft,
            Err(errors) => {
                let is = |code: &str| errors.0.iter().any(|error| error.code == code);
                let what = if is("too_long") {
                    SkippedKind::TooLong
                } else if is("invalid") {
                    SkippedKind::InvalidGaps
                } else {
                    SkippedKind::EmptySide
                };
                return self.leave(what, if front.markdown.is_empty() { &back.markdown } else { &front.markdown });
            }
        };
        self.add(draft, &front, &back, picture);
    }

    /// Reads a note with gaps as one card, with the first of its cards. Returns false if its cards have to be read one
    /// by one: the template does more than show the gaps, or the gaps are nested or shared.
    fn take_gap_note(&mut self, kind: &NoteType, note: &Note<'_>) -> bool {
        if let Some(is_taken) = self.gap_notes.get(&note.id) {
            return *is_taken;
        }
        let card = gap_sides(kind, note).and_then(|(front, back)| {
            let title = from_export_marks(&front.markdown)?;
            Some((validate_card(&title, &back.markdown, "").ok()?, front, back))
        });
        self.gap_notes.insert(note.id, card.is_some());
        let Some((draft, front, back)) = card else { return false };
        let picture = self.picture(&front, &back);
        self.add(draft, &front, &back, picture);
        true
    }

    fn add(&mut self, draft: CardDraft, front: &Converted, back: &Converted, picture: Option<u32>) {
        for side in [front, back] {
            side.sounds.iter().for_each(|name| self.leave(SkippedKind::Sound, name));
            side.scripts.iter().for_each(|name| self.leave(SkippedKind::Script, name));
            side.typing.iter().for_each(|name| self.leave(SkippedKind::TypedAnswer, name));
        }
        self.bytes += draft.title.len() + draft.content.len();
        self.cards.push(Card { title: draft.title, content: draft.content, picture });
    }

    /// Returns the image of the card: the first known one on its front. All others are recorded as skipped.
    fn picture(&mut self, front: &Converted, back: &Converted) -> Option<u32> {
        let mut chosen = None;
        for name in &front.pictures {
            match self.files.get(name).copied() {
                None => self.leave(SkippedKind::Picture, name),
                Some(number) if chosen.is_none() => chosen = Some(number),
                Some(_) => self.leave(SkippedKind::UnsupportedPicturePosition, name),
            }
        }
        for name in &back.pictures {
            self.leave(SkippedKind::UnsupportedPicturePosition, name);
        }
        chosen
    }

    fn leave(&mut self, what: SkippedKind, example: &str) {
        let left =
            self.left_out.entry(what).or_insert_with(|| SkippedContent { kind: what, count: 0, examples: Vec::new() });
        left.count = left.count.saturating_add(1);
        let example: String = example.split_whitespace().collect::<Vec<_>>().join(" ");
        let example: String = example.chars().take(EXAMPLE_MAX_CHARS).collect();
        if left.examples.len() < EXAMPLES && !example.is_empty() && !left.examples.contains(&example) {
            left.examples.push(example);
        }
    }
}

/// Returns both sides of a note with gaps, if its template only shows the gaps of one field: the front with marked gaps,
/// and what the back has besides the front.
fn gap_sides(kind: &NoteType, note: &Note<'_>) -> Option<(Converted, Converted)> {
    let template = kind.templates.get(&0)?;
    let (name, _) = template.front.split_once("{{cloze:")?.1.split_once("}}")?;
    let tag = format!("{{{{cloze:{name}}}}}");
    let (before, after) = template.front.split_once(&tag)?;
    let back = template.back.split_once(&tag).map_or_else(
        || template.back.clone(),
        |(back_before, back_after)| {
            let back_before = if back_before.trim() == before.trim() { "" } else { back_before };
            let back_after = back_after.trim_start();
            format!("{back_before}{}", back_after.strip_prefix(after.trim()).unwrap_or(back_after))
        },
    );
    if [before, after, &back].into_iter().flat_map(tags).any(|tag| depends_on_gap(tag, name)) {
        return None;
    }
    let mut fields = field_map(kind, &template.name, note);
    let marked = cloze::with_marks(fields.get(name)?)?;
    fields.insert(name, &marked);
    let front = render(&format!("{before}{{{{{name}}}}}{after}"), &fields, Side::Front, None)?;
    let mut back = render(&back, &fields, Side::Back, None)?;
    append_hints(&front.hints, &mut back.html);
    Some((html::convert(&front.html), html::convert(&back.html)))
}

/// Returns the tags of a template, without their braces.
fn tags(template: &str) -> impl Iterator<Item = &str> {
    template.split("{{").skip(1).filter_map(|tag| tag.split_once("}}")).map(|(tag, _)| tag.trim())
}

/// Returns true if a tag may show another text on each card of a note whose field `gaps` has the gaps: the field again,
/// or a section such as `{{#c1}}`.
fn depends_on_gap(tag: &str, gaps: &str) -> bool {
    if let Some(section) = tag.strip_prefix(['#', '^', '/']) {
        let number = section.trim().strip_prefix('c');
        return number.is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()));
    }
    let (filters, field) = tag.rsplit_once(':').unwrap_or(("", tag));
    filters.contains("cloze") || filters.contains("type") || field.trim() == gaps
}

/// Appends the hints of the front that the back does not have.
fn append_hints(hints: &[String], back: &mut String) {
    for hint in hints {
        if !back.contains(hint.as_str()) {
            back.push_str(hint);
        }
    }
}

/// Returns the fields of a note by name, with Anki's special fields.
fn field_map<'a>(kind: &'a NoteType, template: &'a str, note: &Note<'a>) -> HashMap<&'a str, &'a str> {
    let subdeck = note.deck.rsplit("::").next().unwrap_or_default();
    let special =
        [("Tags", note.tags), ("Type", &kind.name), ("Card", template), ("Deck", note.deck), ("Subdeck", subdeck)];
    special.into_iter().chain(kind.fields.iter().map(String::as_str).zip(note.fields.iter().copied())).collect()
}

/// Returns true for an image occlusion note: Anki's own type, or that of an older add-on.
fn is_covered(kind: &NoteType, note: &Note<'_>) -> bool {
    let is_own = kind.is_cloze && note.fields.iter().any(|field| cloze::is_image_occlusion(field));
    let is_named = kind.name.to_lowercase().contains("occlusion");
    let has_masks = kind.fields.iter().any(|field| matches!(field.as_str(), "Question Mask" | "Answer Mask"));
    is_own || is_named || has_masks
}

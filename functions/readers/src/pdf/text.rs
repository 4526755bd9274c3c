//! Extracts the text of a PDF, page by page.
//!
//! A PDF places glyphs and has neither words nor lines. [`glyphs`] collects the glyphs, [`lines`] builds lines and
//! words, [`divided`] joins words that are divided at line ends, and [`tidy`] normalises the result.

mod glyphs;
mod hyphenation;
mod lines;
mod marks;
mod normalize;
mod tex;

use std::io::Write as _;

use bytes::Bytes;
use hayro::hayro_interpret::{InterpreterCache, InterpreterSettings, RenderContent};
use hayro::kurbo::{Point, Vec2};
use hayro_syntax::page::Page;
use inspect::FileRejection;
use inspect::pdf::ExtractedText;
use serde_json::json;

use self::lines::TextLine;
pub(super) use self::normalize::normalize_text;
use super::open::open;
use super::title::TitleHeuristic;

/// Maximum size of the text of a file, in bytes. Further text is omitted.
const FILE_MAX_BYTES: usize = 16_000_000;

/// Minimum number of letters and digits. A page with fewer, such as a stamp or a page number, counts as having no text.
const LETTERS_MIN: usize = 8;

/// Number of pages that share a font cache. The cache never evicts entries, so it must not grow with the file.
const PAGES_PER_CACHE: usize = 64;

/// Brotli quality, from 0 to 11. Higher values take ten times as long and save a tenth.
const BROTLI_QUALITY: u32 = 5;

/// Extracts the text of all pages. The text is normalised to NFKC, so that ligatures become letters and accents are
/// composed. Words divided at line ends are joined, right-to-left lines are in reading order, and control characters
/// are removed. Invisible text is included, because scans carry their recognised text this way.
///
/// # Errors
/// The reason for rejecting the file.
pub fn read_text(bytes: Bytes) -> Result<ExtractedText, FileRejection> {
    let pdf = open(bytes)?;
    let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
    let mut found = ExtractedText::default();
    let mut pages = Vec::new();
    let (mut letters, mut total_bytes) = (0, 0);
    for (batch, some) in (0..).zip(pdf.pages().chunks(PAGES_PER_CACHE)) {
        let cache = InterpreterCache::new();
        for (number, page) in (batch * PAGES_PER_CACHE + 1..).zip(some) {
            let read = read_page(page, &cache, &settings);
            if number == 1 {
                found.headline = headline(&read.lines);
            }
            total_bytes += read.text.len();
            if total_bytes > FILE_MAX_BYTES {
                break;
            }
            letters += read.letters;
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            if read.is_unreadable {
                found.unreadable_pages.push(number);
            } else if read.is_scan {
                found.scanned_pages.push(number);
            }
            if !read.text.is_empty() {
                pages.push(json!({ "page": number, "text": read.text }));
            }
        }
    }
    found.has_text = letters >= LETTERS_MIN;
    found.compressed_pages = packed(&json!({ "pages": pages }).to_string()).map_err(|_| FileRejection::Damaged)?;
    Ok(found)
}

fn packed(text: &str) -> std::io::Result<Bytes> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 64 * 1024, BROTLI_QUALITY, 22);
    writer.write_all(text.as_bytes())?;
    writer.flush()?;
    drop(writer);
    Ok(packed.into())
}

/// Text of one page.
struct ReadPage {
    lines: Vec<TextLine>,
    text: String,
    /// Number of letters and digits in the text.
    letters: usize,
    /// True if the page has an image and no text of its own.
    is_scan: bool,
    /// True if the page has text, but the fonts do not map most of its glyphs to characters.
    is_unreadable: bool,
}

fn read_page<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>, settings: &InterpreterSettings) -> ReadPage {
    let drawn = glyphs::collect(page, cache, settings);
    let mut lines = lines::group_into_lines(&drawn.glyphs);
    hyphenation::rejoin_divided_words(&mut lines);
    let text = text_of(&lines);
    let letters = text.chars().filter(|one| one.is_alphanumeric()).count();
    let is_unreadable = drawn.unknown >= LETTERS_MIN && drawn.unknown > letters;
    let is_scan = drawn.has_image && letters < LETTERS_MIN;
    ReadPage { lines, text, letters, is_scan, is_unreadable }
}

/// Lays out glyphs from arbitrary bytes, for fuzzing. 6 bytes encode a character, its position, width and font size.
#[doc(hidden)]
#[must_use]
pub fn layout_for_fuzzing(bytes: &[u8]) -> String {
    let place = |one: u8| f64::from(one) * 2.0;
    let glyphs: Vec<glyphs::PlacedGlyph> = bytes
        .as_chunks::<6>()
        .0
        .iter()
        .filter_map(|[high, low, x, y, width, em]| {
            let text = char::from_u32(u16::from_be_bytes([*high, *low]).into())?.to_string();
            let start = Point::new(place(*x), place(*y));
            let end = start + Vec2::new(f64::from(*width) / 8.0, 0.0);
            Some(glyphs::PlacedGlyph {
                text,
                start,
                end,
                direction: Vec2::new(1.0, 0.0),
                em: f64::from(em % 32),
                is_mirrored: false,
            })
        })
        .collect();
    let mut lines = lines::group_into_lines(&glyphs);
    hyphenation::rejoin_divided_words(&mut lines);
    text_of(&lines)
}

fn text_of(lines: &[TextLine]) -> String {
    let text: String = lines.iter().flat_map(|line| line.pieces().chain(["\n"])).collect();
    normalize_text(&text)
}

/// Returns the largest text if it looks like a title.
fn headline(lines: &[TextLine]) -> Option<String> {
    let mut headline = TitleHeuristic::default();
    for line in lines {
        for (text, em) in &line.pieces {
            headline.push(text, *em);
        }
        headline.push("\n", 0.0);
    }
    headline.finish()
}

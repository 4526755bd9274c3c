//! Extracts the text of a PDF, page by page.
//!
//! A PDF places glyphs and has neither words nor lines. [`glyphs`] collects the glyphs, [`lines`] builds lines and
//! words, [`hyphenation`] joins words that are divided at line ends, and [`normalize`] normalises the result.
//! [`super::blocks`] builds the text model from the lines.

mod glyphs;
mod hyphenation;
mod lines;
mod marks;
pub(super) mod normalize;
mod tex;

use std::collections::BTreeMap;
use std::io::Write as _;

use bytes::Bytes;
use hayro::hayro_interpret::{InterpreterCache, InterpreterSettings, RenderContent};
use hayro::kurbo::{Point, Rect, Vec2};
use hayro_syntax::page::Page;
use inspect::FileRejection;
use inspect::pdf::ExtractedText;

use self::glyphs::Inks;
use self::lines::TextLine;
use super::accessibility::{self, PageFacts, contrast::Contrast};
use super::blocks::{Ink, Line, Outline, PageLines, Structure, Tag, assemble, figures};
use super::open::open;
use super::title::{TitleHeuristic, suitable_title};

/// Maximum size of the text of a file, in bytes. Further text is omitted.
const FILE_MAX_BYTES: usize = 16_000_000;

/// Minimum number of letters and digits. A page with fewer, such as a stamp or a page number, counts as having no text.
const LETTERS_MIN: usize = 8;

/// Number of pages that share a font cache. The cache never evicts entries, so a new one keeps it from growing with the
/// file.
const PAGES_PER_CACHE: usize = 64;

/// Brotli quality, from 0 to 11. Higher values take ten times as long and save a tenth of the bytes.
const BROTLI_QUALITY: u32 = 5;

/// Minimum share of the glyphs of a page that must belong to the structure tree, so that the page takes its order from
/// the tree.
const TAGGED_SHARE: f64 = 0.8;

/// Maximum number of lines of a file that are laid out. Each further page becomes one block.
const LINES_MAX: usize = 1_000_000;

/// Range from descenders to ascenders around the baseline, in em.
const DESCENT_EM: f64 = 0.22;
const ASCENT_EM: f64 = 0.78;

/// Minimum cosine of the angle of a line that counts as horizontal or vertical.
const LEVEL_COSINE: f64 = 0.99;

/// Extracts the text model of a file: blocks in reading order. The text is normalised to NFKC, so that ligatures become
/// letters and accents are composed. Words divided at line ends are joined, right-to-left lines are in reading order,
/// and control characters are removed. Invisible text is included, because scans carry their recognised text this way.
///
/// # Errors
/// The reason for rejecting the file.
pub fn read_text(bytes: Bytes) -> Result<ExtractedText, FileRejection> {
    let pdf = open(bytes)?;
    let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
    let mut structure = Structure::read(&pdf);
    let tree = std::mem::take(&mut structure.facts);
    let mut facts = PageFacts::default();
    let mut found = ExtractedText::default();
    let mut pages: Vec<PageLines> = Vec::new();
    let mut reading = Reading { structure: &structure, settings, inks: Inks::new(), ink: Ink::default() };
    let (mut letters, mut total_bytes, mut total_lines) = (0, 0, 0);
    for (batch, some) in (0..).zip(pdf.pages().chunks(PAGES_PER_CACHE)) {
        let cache = InterpreterCache::new();
        for (number, page) in (batch * PAGES_PER_CACHE + 1..).zip(some) {
            let mut read = reading.page(page, &cache);
            if number == 1 {
                found.headline = read.headline.take();
            }
            total_bytes += read.bytes;
            if total_bytes > FILE_MAX_BYTES {
                break;
            }
            letters += read.letters;
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            facts.add_contrast(number, &read.contrast);
            facts.images += read.lines.images.len();
            facts.plain_figures += read.plain_figures;
            if read.has_untagged_text {
                facts.untagged.push(number);
            }
            if read.is_unreadable {
                found.unreadable_pages.push(number);
            } else if read.is_scan {
                found.scanned_pages.push(number);
            } else if read.letters < LETTERS_MIN && !read.lines.drawings.is_empty() {
                facts.drawn.push(number);
            }
            read.lines.number = number;
            total_lines += read.lines.lines.len();
            if total_lines > LINES_MAX {
                read.lines.join_all();
            }
            pages.push(read.lines);
        }
    }
    found.has_text = letters >= LETTERS_MIN;
    let language = structure.language.clone();
    let model = assemble(pages, structure, &Outline::read(&pdf));
    (facts.scanned, facts.unreadable) = (found.scanned_pages.clone(), found.unreadable_pages.clone());
    found.accessibility = accessibility::report(&pdf, &tree, language.as_deref(), &facts, &model);
    found.headline = model.title().and_then(suitable_title).or(found.headline);
    let json = serde_json::to_vec(&model).map_err(|_| FileRejection::Damaged)?;
    found.compressed_pages = packed(&json).map_err(|_| FileRejection::Damaged)?;
    Ok(found)
}

fn packed(text: &[u8]) -> std::io::Result<Bytes> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 64 * 1024, BROTLI_QUALITY, 22);
    writer.write_all(text)?;
    writer.flush()?;
    drop(writer);
    Ok(packed.into())
}

/// Text of one page.
struct ReadPage {
    lines: PageLines,
    contrast: Contrast,
    /// Largest text, if it looks like a title.
    headline: Option<String>,
    /// Size of the text, in bytes.
    bytes: usize,
    /// Number of letters and digits in the text.
    letters: usize,
    /// Number of images and drawings that neither belong to the structure tree nor are artifacts.
    plain_figures: usize,
    /// True if the page has text that neither belongs to the structure tree nor is an artifact.
    has_untagged_text: bool,
    /// True if the page has an image and no text of its own.
    is_scan: bool,
    /// True if the page has text, but the fonts do not map most of its glyphs to characters.
    is_unreadable: bool,
}

/// State shared by the pages of a file.
struct Reading<'s> {
    structure: &'s Structure,
    settings: InterpreterSettings,
    inks: Inks,
    ink: Ink,
}

impl Reading<'_> {
    fn page<'a>(&mut self, page: &'a Page<'a>, cache: &InterpreterCache<'a>) -> ReadPage {
        let mut drawn = glyphs::collect(page, cache, &self.settings, &mut self.inks);
        let has_untagged_text = self.has_untagged_text(page, &drawn);
        let has_images = !drawn.images.is_empty();
        // Count untagged shapes now, because `resolve_tags` removes the tags of a page with little tagged text.
        let is_plain = |(_, tag): &&(Rect, Tag)| self.is_untagged(page, *tag);
        let plain_paths: Vec<Rect> = drawn.paths.iter().filter(is_plain).map(|(area, _)| *area).collect();
        let plain_images = drawn.images.iter().filter(is_plain).count();
        let is_tagged = self.resolve_tags(page, &mut drawn);
        let paths = self.take_drawn_figures(&mut drawn);
        let drawings = figures::drawings(&paths);
        // On most pages, either all paths or none are tagged, so the drawings need not be computed twice.
        let is_all_plain = plain_paths.len() == paths.len();
        let plain_drawings = if is_all_plain { drawings.len() } else { figures::drawings(&plain_paths).len() };
        let mut lines = lines::group_into_lines(&drawn.glyphs);
        hyphenation::rejoin_divided_words(&mut lines);
        let headline = headline(&lines);
        for (letter, area) in lines.iter().flat_map(|line| &line.ink) {
            self.ink.add(*letter, *area);
        }
        let lines: Vec<Line> =
            lines.iter().map(|line| placed(line, &self.ink)).filter(|line| !line.text.trim().is_empty()).collect();
        let letters = lines.iter().flat_map(|line| line.text.chars()).filter(|one| one.is_alphanumeric()).count();
        ReadPage {
            headline,
            contrast: std::mem::take(&mut drawn.contrast),
            bytes: lines.iter().map(|line| line.text.len() + 1).sum(),
            letters,
            plain_figures: plain_images + plain_drawings,
            has_untagged_text,
            is_unreadable: drawn.unknown >= LETTERS_MIN && drawn.unknown > letters,
            is_scan: has_images && letters < LETTERS_MIN,
            lines: PageLines {
                number: 0,
                width: drawn.size.0,
                height: drawn.size.1,
                lines,
                drawings,
                images: drawn.images,
                is_tagged,
            },
        }
    }

    /// Returns true if a visible glyph is neither in an element of the structure tree nor an artifact.
    fn has_untagged_text(&self, page: &Page<'_>, drawn: &glyphs::PageText) -> bool {
        let is_visible = |glyph: &&glyphs::PlacedGlyph| !glyph.text.trim().is_empty();
        drawn.glyphs.iter().filter(is_visible).any(|glyph| self.is_untagged(page, glyph.tag))
    }

    /// Returns true if content with this tag is neither in an element of the structure tree nor an artifact. Tags must not
    /// be resolved yet.
    fn is_untagged(&self, page: &Page<'_>, tag: Tag) -> bool {
        match tag {
            Tag::Artifact(_) => false,
            Tag::Marked(content) => !page.raw().obj_id().is_some_and(|id| self.structure.contains(id, content)),
            Tag::Plain | Tag::Element { .. } => true,
        }
    }

    /// Replaces the ids of marked content by elements of the structure tree. Returns false and removes the ids if they
    /// cover too little of the page.
    fn resolve_tags(&self, page: &Page<'_>, drawn: &mut glyphs::PageText) -> bool {
        let id = page.raw().obj_id().filter(|_| !self.structure.is_empty());
        let element = |tag: Tag| match tag {
            Tag::Marked(content) => {
                self.structure.owner(id?, content).map(|(index, is_label)| Tag::Element { index, is_label })
            }
            _ => None,
        };
        let (mut all, mut covered) = (0.0, 0.0);
        for glyph in drawn.glyphs.iter().filter(|one| !matches!(one.tag, Tag::Artifact(_))) {
            all += 1.0;
            covered += if element(glyph.tag).is_some() { 1.0 } else { 0.0 };
        }
        let is_tagged = covered > 0.0 && covered >= all * TAGGED_SHARE;
        let shapes = drawn.images.iter_mut().chain(&mut drawn.paths).map(|(_, tag)| tag);
        let tags = drawn.glyphs.iter_mut().map(|one| &mut one.tag).chain(shapes);
        for tag in tags.filter(|tag| !matches!(tag, Tag::Artifact(_))) {
            *tag = element(*tag).filter(|_| is_tagged).unwrap_or(Tag::Plain);
        }
        is_tagged
    }

    /// Replaces the paths of each figure of the structure tree with one image, and returns the other paths.
    fn take_drawn_figures(&self, drawn: &mut glyphs::PageText) -> Vec<Rect> {
        let mut figures: BTreeMap<u32, Rect> = BTreeMap::new();
        let mut others = Vec::new();
        for (area, tag) in drawn.paths.drain(..) {
            match tag {
                Tag::Element { index, .. } if self.structure.is_figure(index) => {
                    figures.entry(index).and_modify(|all| *all = all.union(area)).or_insert(area);
                }
                _ => others.push(area),
            }
        }
        let images = figures.into_iter().map(|(index, area)| (area, Tag::Element { index, is_label: false }));
        drawn.images.extend(images);
        others
    }
}

/// Returns a line with its rectangle.
fn placed(line: &TextLine, ink: &Ink) -> Line {
    let (start, end) = line.baseline;
    let up = Vec2::new(line.along.y, -line.along.x) * line.em;
    let corners = [start + up * ASCENT_EM, end + up * ASCENT_EM, start - up * DESCENT_EM, end - up * DESCENT_EM];
    let area = corners.iter().fold(Rect::from_points(start, end), |area, corner| area.union_pt(*corner));
    let is_level = line.along.x > LEVEL_COSINE;
    Line {
        text: line.pieces().collect(),
        area,
        base: start.y,
        em: line.em,
        tag: line.tag,
        weight: ink.weight(&line.ink),
        is_monospace: line.is_monospace,
        is_even: line.is_even,
        is_level,
        is_slanted: line.along.x.abs().max(line.along.y.abs()) < LEVEL_COSINE,
    }
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
                tag: Tag::Plain,
                ink: 0.0,
            })
        })
        .collect();
    let mut lines = lines::group_into_lines(&glyphs);
    hyphenation::rejoin_divided_words(&mut lines);
    let lines =
        lines.iter().map(|line| placed(line, &Ink::default())).filter(|line| !line.text.trim().is_empty()).collect();
    let page = PageLines { number: 1, width: 512.0, height: 512.0, lines, ..PageLines::default() };
    let model = assemble(vec![page], Structure::default(), &Outline::default());
    let blocks = model.pages.iter().flat_map(|page| &page.blocks);
    blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
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

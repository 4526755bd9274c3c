//! Collects the glyphs of a page with their characters and positions.

use std::collections::{HashMap, HashSet};

use hayro::hayro_interpret::font::{Glyph, GlyphRun, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, TransformExt as _, interpret_page,
};
use hayro::kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};
use hayro_syntax::object::{Dict, Name, String as PdfString};
use hayro_syntax::page::Page;

use super::super::accessibility::contrast::{Contrast, Ratio};
use super::super::blocks::line::{Artifact, Tag};
use super::super::metadata::decode_text_string;
use super::tex;

/// Maximum size of the text of a page, in bytes: ten times that of a page full of small print.
const PAGE_MAX_BYTES: usize = 100_000;

/// Units of glyph outlines per em.
const UNITS_PER_EM: f64 = 1000.0;

/// Point inside most letters, in outline units.
const GLYPH_MIDDLE: Point = Point::new(250.0, 300.0);

/// Maximum distance between two copies of a character of which only one is extracted, in em. Programs draw copies to
/// imitate bold text or a shadow.
const SAME_PLACE_EM: f64 = 0.08;

/// Width of the margin around the page whose glyphs are still included, as a share of the page size.
const MARGIN: f64 = 0.01;

/// Start of the private-use range that holds the codes of unnamed glyphs until all glyphs of the page are known.
const CODES: u32 = 0x10_F000;

/// Maximum number of images whose rectangles are kept per page, and the same for paths.
const SHAPES_MAX: usize = 4_000;

/// Maximum number of glyphs whose ink is kept. The cache is emptied when it is full.
const INKS_MAX: usize = 10_000;

/// Ink of each glyph by its cache key, in square em.
pub(super) type Inks = HashMap<u128, f64>;

/// One glyph on a page.
#[derive(Debug, Clone)]
pub(super) struct PlacedGlyph {
    pub(super) text: String,
    /// Origin of the glyph on the baseline, in points.
    pub(super) start: Point,
    /// Origin of the next glyph on the baseline, in points.
    pub(super) end: Point,
    /// Direction of the line as a unit vector.
    pub(super) direction: Vec2,
    /// Font size, in points.
    pub(super) em: f64,
    /// True if the glyph is drawn mirrored, so that the next one is at its left.
    pub(super) is_mirrored: bool,
    /// Marked content that contains the glyph.
    pub(super) tag: Tag,
    /// Area of a Latin lower-case letter, in square em; 0 for other glyphs. Bold letters have more.
    pub(super) ink: f64,
}

/// Text drawn on a page.
#[derive(Debug, Default)]
pub(super) struct PageText {
    /// Glyphs in drawing order.
    pub(super) glyphs: Vec<PlacedGlyph>,
    /// Number of glyphs whose characters are unknown.
    pub(super) unknown: usize,
    /// Rectangles of the images with their marked content.
    pub(super) images: Vec<(Rect, Tag)>,
    /// Rectangles of the paths with their marked content.
    pub(super) paths: Vec<(Rect, Tag)>,
    /// Width and height of the page as displayed, in points.
    pub(super) size: (f64, f64),
    /// Contrast of the text.
    pub(super) contrast: Contrast,
}

/// Interprets a page and collects its glyphs.
pub(super) fn collect<'a>(
    page: &'a Page<'a>,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    inks: &mut Inks,
) -> PageText {
    let (width, height) = page.render_dimensions();
    let upright = page.initial_transform(true).to_kurbo();
    let seen = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut context = Context::new(upright, seen, cache, page.xref(), settings.clone());
    let page_and_margin = seen.inflate(seen.width() * MARGIN, seen.height() * MARGIN);
    let mut collector = Collector { page: page_and_margin, inks: std::mem::take(inks), ..Collector::default() };
    collector.drawn.size = (seen.width(), seen.height());
    interpret_page(page, &mut context, &mut collector);
    *inks = std::mem::take(&mut collector.inks);
    collector.finish()
}

/// A device that records glyphs instead of drawing them.
#[derive(Default)]
struct Collector {
    drawn: PageText,
    /// Visible area. Text outside is ignored.
    page: Rect,
    occupied: HashSet<Occupied>,
    /// Size of the text so far, in bytes.
    bytes: usize,
    /// Open levels of marked content.
    levels: Vec<Level>,
    inks: Inks,
}

/// One level of marked content.
struct Level {
    replacement: Option<Replacement>,
    tag: Tag,
}

/// Character and its cell in a grid, whose cell size depends on the font size.
#[derive(PartialEq, Eq, Hash)]
struct Occupied {
    character: Option<char>,
    em: i64,
    column: i64,
    row: i64,
}

/// Replacement text of marked content (`ActualText`).
struct Replacement {
    text: String,
    /// First and last glyph of the content.
    glyphs: Option<(PlacedGlyph, PlacedGlyph)>,
}

impl Collector {
    fn glyph(&mut self, glyph: &Glyph<'_>, is_alone: bool, place: Affine, mode: WritingMode, contrast: Ratio) {
        let [a, b, c, d, x, y] = place.as_coeffs();
        let (across, up) = (Vec2::new(a, b) * UNITS_PER_EM, Vec2::new(c, d) * UNITS_PER_EM);
        let is_vertical = matches!(mode, WritingMode::Vertical);
        let (line, em) = (if is_vertical { -up } else { across }, up.hypot());
        let length = line.hypot();
        if !(x.is_finite() && y.is_finite() && em.is_finite() && length.is_finite() && length > f64::EPSILON) {
            return;
        }
        let width = match glyph {
            _ if is_vertical => 1.0,
            Glyph::Outline(outline) => f64::from(outline.advance_width().unwrap_or(0.0)) / UNITS_PER_EM,
            Glyph::Type3(drawing) => f64::from(drawing.advance_width().unwrap_or(0.0)) / UNITS_PER_EM,
        };
        let text = match (glyph.as_unicode(), glyph) {
            (Some(BfString::Char(one)), _) => one.to_string(),
            (Some(BfString::String(some)), _) => some,
            (None, Glyph::Type3(_)) => numbered(glyph.char_code(), is_alone).into_iter().collect(),
            (None, Glyph::Outline(outline)) => own_code(outline).into_iter().collect(),
        };
        let begin = Point::new(x, y);
        let end = begin + line * width;
        // Swap the ends of a mirrored glyph and reverse its direction, so that it joins the line of its neighbours.
        let is_mirrored = !is_vertical && line.cross(up) > 0.0;
        let (tag, ink) = (self.tag(), self.ink(glyph, &text));
        let placed = if is_mirrored {
            PlacedGlyph { text, start: end, end: begin, direction: -line / length, em, is_mirrored, tag, ink }
        } else {
            PlacedGlyph { text, start: begin, end, direction: line / length, em, is_mirrored, tag, ink }
        };
        if !self.page.contains(begin) {
            return;
        }
        // Do not check artifacts: they are decoration or repeat other text.
        if !matches!(placed.tag, Tag::Artifact(_)) {
            self.drawn.contrast.count(&placed.text, em, contrast);
        }
        if let Some(replacement) = self.levels.iter_mut().find_map(|level| level.replacement.as_mut()) {
            match &mut replacement.glyphs {
                Some((_, last)) => *last = placed,
                glyphs @ None => *glyphs = Some((placed.clone(), placed)),
            }
        } else if placed.text.is_empty() {
            self.drawn.unknown += 1;
        } else {
            self.push(placed);
        }
    }

    /// Returns the innermost marked content.
    fn tag(&self) -> Tag {
        self.levels.last().map_or(Tag::Plain, |level| level.tag)
    }

    /// Returns the ink of a Latin lower-case letter, in square em.
    fn ink(&mut self, glyph: &Glyph<'_>, text: &str) -> f64 {
        let Glyph::Outline(outline) = glyph else { return 0.0 };
        if !matches!(text.as_bytes(), [b'a'..=b'z']) {
            return 0.0;
        }
        if self.inks.len() >= INKS_MAX {
            self.inks.clear();
        }
        let ink = || outline.outline().area().abs() / (UNITS_PER_EM * UNITS_PER_EM);
        *self.inks.entry(outline.identifier().cache_key()).or_insert_with(ink)
    }

    /// Adds a glyph unless the same character is already at nearly the same position.
    fn push(&mut self, placed: PlacedGlyph) {
        let size = (placed.em * SAME_PLACE_EM).max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, reason = "values out of range become the largest")]
        let at = |column: f64, row: f64| Occupied {
            character: placed.text.chars().next(),
            em: (placed.em * 8.0).round() as i64,
            column: (placed.start.x / size + column).round() as i64,
            row: (placed.start.y / size + row).round() as i64,
        };
        let around = [-1.0, 0.0, 1.0];
        let is_again = around.iter().any(|column| around.iter().any(|row| self.occupied.contains(&at(*column, *row))));
        if !is_again && self.bytes + placed.text.len() <= PAGE_MAX_BYTES {
            self.bytes += placed.text.len();
            self.occupied.insert(at(0.0, 0.0));
            self.drawn.glyphs.push(placed);
        }
    }

    fn finish(mut self) -> PageText {
        while !self.levels.is_empty() {
            self.end_marked_content();
        }
        let PageText { glyphs, unknown, .. } = &mut self.drawn;
        let code = |glyph: &PlacedGlyph| {
            let one = glyph.text.chars().next()?;
            u8::try_from(u32::from(one).checked_sub(CODES)?).ok()
        };
        let is_t1 = tex::is_t1(glyphs.iter().filter_map(code));
        let is_tex = tex::is_tex_text(glyphs.iter().filter_map(code));
        for glyph in glyphs.iter_mut() {
            if let Some(code) = code(glyph) {
                glyph.text = tex::text_character(code, is_t1).filter(|_| is_tex).into_iter().collect();
                *unknown += usize::from(glyph.text.is_empty());
            }
        }
        glyphs.retain(|glyph| !glyph.text.is_empty());
        self.drawn
    }
}

/// Returns the character of a glyph without a name. If it can only be decided from all codes of the page, returns a
/// private-use character that holds the code.
fn numbered(code: u32, is_alone: bool) -> Option<char> {
    let symbol = u8::try_from(code).ok().filter(|_| is_alone).and_then(tex::symbol);
    symbol.or_else(|| char::from_u32(CODES + (code & 0xff)))
}

/// Returns the code of a Type 1 glyph with an unknown name as its character, as other readers do.
fn own_code(glyph: &OutlineGlyph) -> Option<char> {
    let code = u8::try_from(glyph.char_code()).ok().filter(u8::is_ascii_graphic)?;
    glyph.font_data().is_none().then_some(char::from(code))
}

/// Returns the kind of an artifact according to its properties.
fn artifact(properties: Option<&Dict<'_>>) -> Artifact {
    let subtype = properties.and_then(|properties| properties.get::<Name<'_>>(b"Subtype".as_slice()));
    match subtype.as_ref().map(Name::as_str) {
        Some("Header") => Artifact::Header,
        Some("Footer") => Artifact::Footer,
        Some("PageNum") => Artifact::PageNumber,
        Some("Watermark") => Artifact::Watermark,
        _ => Artifact::Other,
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let (Some(first), Some(last)) = (run.glyphs().first(), run.glyphs().last()) else { return };
        let ends = [first, last].map(|glyph| props.transform * glyph.transform() * GLYPH_MIDDLE);
        let contrast = self.drawn.contrast.ratio(ends, &props, mode);
        let is_alone = run.glyphs().len() == 1;
        for glyph in run.glyphs() {
            self.glyph(glyph, is_alone, props.transform * glyph.transform(), run.writing_mode(), contrast);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let whole = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        let area = props.transform.transform_rect_bbox(whole).intersect(self.page);
        self.drawn.contrast.cover(area);
        if self.drawn.images.len() < SHAPES_MAX {
            self.drawn.images.push((area, self.tag()));
        }
    }

    fn begin_marked_content(&mut self, name: &[u8], properties: Option<&Dict<'_>>) {
        let text = properties.and_then(|properties| properties.get::<PdfString<'_>>(b"ActualText".as_slice()));
        let replacement = text.map(|text| Replacement { text: decode_text_string(text.as_bytes()), glyphs: None });
        let outer = self.tag();
        let number = || properties?.get::<u32>(b"MCID".as_slice());
        let tag = match outer {
            // Inside marked content, keep the outer tag: ids do not nest, and those in a form have another numbering.
            Tag::Artifact(_) | Tag::Marked(_) => outer,
            _ if name == b"Artifact" => Tag::Artifact(artifact(properties)),
            _ => number().map_or(outer, Tag::Marked),
        };
        self.levels.push(Level { replacement, tag });
    }

    fn end_marked_content(&mut self) {
        if let Some(Level { replacement: Some(replacement), .. }) = self.levels.pop()
            && let Replacement { text, glyphs: Some((first, last)) } = replacement
            && !text.is_empty()
        {
            self.push(PlacedGlyph { text, end: last.end, ..first });
        }
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn.contrast.path(path, &props, mode);
        if self.drawn.paths.len() < SHAPES_MAX {
            let area = props.transform.transform_rect_bbox(path.control_box()).intersect(self.page);
            if area.is_finite() {
                let tag = self.tag();
                self.drawn.paths.push((area, tag));
            }
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.drawn.contrast.push_clip(&clip.path);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend_mode: BlendMode) {
        self.drawn.contrast.push_group(opacity, mask.is_some(), blend_mode);
    }

    fn pop_clip(&mut self) {
        self.drawn.contrast.pop_clip();
    }

    fn pop_transparency_group(&mut self) {
        self.drawn.contrast.pop_group();
    }
}

//! The text of a PDF, page by page.
//!
//! A PDF places glyphs and knows neither words nor lines. Glyphs are taken in the order in which the file draws them,
//! which is the order of reading in nearly all files; gaps between them become spaces and lines.

use std::io::Write as _;

use bytes::Bytes;
use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, RenderContent, SoftMask, TransformExt as _, interpret_page,
};
use hayro::kurbo::{Affine, BezPath, Point, Rect, Vec2};
use hayro_syntax::page::Page;
use inspect::Reason;
use inspect::pdf::Text;
use serde_json::json;
use unicode_normalization::UnicodeNormalization as _;

use super::headline::Headline;
use super::open::open;

/// Text of a page beyond this is left out, in bytes: a page full of small print has a tenth of it.
const PAGE_MAX_BYTES: usize = 100_000;

/// Text of a file beyond this is left out, in bytes.
const FILE_MAX_BYTES: usize = 16_000_000;

/// A file with fewer letters and digits than this is a scan: a stamp or a page number is not its text.
const LETTERS_MIN: usize = 8;

/// Pages that share what was read of fonts. It is never forgotten, so it must not grow with the file.
const PAGES_PER_CACHE: usize = 64;

/// From 0 to 11; the higher ones take ten times as long for a tenth less.
const BROTLI_QUALITY: u32 = 5;

/// Units of an outline in the height of its font.
const UNITS_PER_EM: f64 = 1000.0;

/// Reads the text of all pages: normalised (NFKC, so ligatures are letters), words that were divided at the end of a line
/// put together, without control characters. Text that cannot be seen counts, for that is what a scan gets from a
/// program that read it.
///
/// # Errors
/// Why the file is refused.
pub fn read_text(bytes: Bytes) -> Result<Text, Reason> {
    let pdf = open(bytes)?;
    let settings = InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
    let mut pages = Vec::new();
    let (mut letters, mut total_bytes) = (0, 0);
    let mut headline = None;
    for (batch, some) in pdf.pages().chunks(PAGES_PER_CACHE).enumerate() {
        let cache = InterpreterCache::new();
        for (index, page) in some.iter().enumerate() {
            let number = batch * PAGES_PER_CACHE + index + 1;
            let read = read_page(page, &cache, &settings);
            let text = tidy(&read.text);
            if number == 1 {
                headline = read.headline.finish();
            }
            total_bytes += text.len();
            if total_bytes > FILE_MAX_BYTES {
                break;
            }
            letters += text.chars().filter(|one| one.is_alphanumeric()).count();
            if !text.is_empty() {
                pages.push(json!({ "page": number, "text": text }));
            }
        }
    }
    Ok(Text {
        has_text: letters >= LETTERS_MIN,
        packed: packed(&json!({ "pages": pages }).to_string()).map_err(|_| Reason::Damaged)?,
        headline,
    })
}

fn packed(text: &str) -> std::io::Result<Bytes> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 64 * 1024, BROTLI_QUALITY, 22);
    writer.write_all(text.as_bytes())?;
    writer.flush()?;
    drop(writer);
    Ok(packed.into())
}

fn read_page<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>, settings: &InterpreterSettings) -> Reader {
    let (width, height) = page.render_dimensions();
    let mut reader = Reader::default();
    let upright = page.initial_transform(true).to_kurbo();
    let seen = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut context = Context::new(upright, seen, cache, page.xref(), settings.clone());
    interpret_page(page, &mut context, &mut reader);
    reader
}

/// A device that writes down what it is told to draw.
#[derive(Default)]
struct Reader {
    text: String,
    headline: Headline,
    last: Option<Placed>,
}

/// Where the last glyph was.
struct Placed {
    start: Point,
    end: Point,
    /// One em along the line, in points.
    along: Vec2,
}

impl Reader {
    fn glyph(&mut self, glyph: &Glyph<'_>, place: Affine) {
        if self.text.len() >= PAGE_MAX_BYTES {
            return;
        }
        let Some(meaning) = glyph.as_unicode() else { return };
        let [a, b, c, d, x, y] = place.as_coeffs();
        let along = Vec2::new(a, b) * UNITS_PER_EM;
        let em = Vec2::new(c, d).hypot() * UNITS_PER_EM;
        if !(x.is_finite() && y.is_finite() && along.is_finite() && em.is_finite()) {
            return;
        }
        let width = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(drawing) => drawing.advance_width(),
        };
        let start = Point::new(x, y);
        let end = start + along * (f64::from(width.unwrap_or(0.0)) / UNITS_PER_EM);
        match self.last.as_ref().map_or(Gap::None, |last| last.gap_to(start)) {
            // The same glyph again in nearly the same place is a way to make it bold.
            Gap::Again => return,
            Gap::None => {}
            Gap::Word => self.push(" ", em),
            Gap::Line => self.push("\n", em),
        }
        match meaning {
            BfString::Char(one) => self.push(one.encode_utf8(&mut [0; 4]), em),
            BfString::String(some) => self.push(&some, em),
        }
        self.last = Some(Placed { start, end, along });
    }

    fn push(&mut self, text: &str, em: f64) {
        self.text.push_str(text);
        self.headline.push(text, em);
    }
}

enum Gap {
    None,
    Word,
    Line,
    Again,
}

impl Placed {
    fn gap_to(&self, next: Point) -> Gap {
        let em = self.along.hypot();
        if em <= f64::EPSILON {
            return Gap::Word;
        }
        let direction = self.along / em;
        let (gap, drop) = (next - self.end, direction.cross(next - self.start));
        let forward = direction.dot(gap);
        // Exponents and indices stay on their line.
        if drop.abs() > em * 0.7 || forward < -em * 1.5 {
            return Gap::Line;
        }
        if (next - self.start).hypot() < em * 0.06 {
            return Gap::Again;
        }
        if forward > em * 0.17 { Gap::Word } else { Gap::None }
    }
}

impl<'a> Device<'a> for Reader {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _mode: &DrawMode) {
        for glyph in run.glyphs() {
            self.glyph(glyph, props.transform * glyph.transform());
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// As people would type it.
fn tidy(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.nfkc().collect::<String>().split(['\n', '\r']) {
        let line = line.replace('\u{ad}', "-");
        let words: Vec<&str> = line
            .split(|one: char| one.is_whitespace() || one.is_control() || one == char::REPLACEMENT_CHARACTER)
            .collect();
        let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(before) if is_divided(before, &line) => {
                before.pop();
                before.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    lines.join("\n")
}

/// Whether a word goes on in the next line.
fn is_divided(before: &str, next: &str) -> bool {
    let mut end = before.chars().rev();
    end.next() == Some('-') && end.next().is_some_and(char::is_lowercase) && next.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extracted_text_is_tidied_of_ligatures_hyphenation_and_control_characters() {
        assert_eq!(tidy("of\u{fb01}ce  hours\n\n\u{0} \nTuesday"), "office hours\nTuesday");
        assert_eq!(tidy("an exam-\nple of it"), "an example of it");
        assert_eq!(tidy("Monday-\nFriday, e-\nMail"), "Monday-\nFriday, e-\nMail");
    }
}

//! Lines with their positions, as the layout analysis needs them.

use hayro::kurbo::Rect;

/// Marked content that contains a glyph or an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::pdf) enum Tag {
    /// Not part of the structure.
    #[default]
    Plain,
    /// Content with this id on its page (MCID).
    Marked(u32),
    /// Content that is not part of the document's text, such as a running head.
    Artifact(Artifact),
    /// Part of an element of the structure tree.
    Element {
        /// Index in reading order.
        index: u32,
        /// Whether the content is the label of a list item.
        is_label: bool,
    },
}

/// Kind of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pdf) enum Artifact {
    /// Unspecified.
    Other,
    /// Running head.
    Header,
    /// Running foot.
    Footer,
    /// Page number.
    PageNumber,
    /// Watermark.
    Watermark,
}

/// Text on one line without a wide gap. All measures are in points; y grows downwards.
#[derive(Debug, Clone)]
pub(in crate::pdf) struct Line {
    /// Text before normalisation.
    pub(in crate::pdf) text: String,
    /// Rectangle from ascenders to descenders.
    pub(in crate::pdf) area: Rect,
    /// Position of the baseline.
    pub(in crate::pdf) base: f64,
    /// Font size of most characters.
    pub(in crate::pdf) em: f64,
    /// Marked content of the line.
    pub(in crate::pdf) tag: Tag,
    /// Area of the Latin lower-case letters, relative to the average of the same letters in the document; 0 if there
    /// are none.
    pub(in crate::pdf) weight: f64,
    /// Whether the font is a typewriter font.
    pub(in crate::pdf) is_monospace: bool,
    /// Whether all characters have the same width. This is true for lines of digits in most fonts.
    pub(in crate::pdf) is_even: bool,
    /// Whether the line is horizontal.
    pub(in crate::pdf) is_level: bool,
    /// Whether the line is at an angle that is no multiple of 90°.
    pub(in crate::pdf) is_slanted: bool,
}

impl Line {
    /// Returns the number of characters other than spaces.
    pub(super) fn len(&self) -> usize {
        self.text.chars().filter(|one| !one.is_whitespace()).count()
    }

    /// Returns true if the lines share a baseline.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.is_level && other.is_level && (self.base - other.base).abs() < self.em.max(other.em) * 0.4
    }
}

/// Lines and shapes of one page.
#[derive(Debug, Clone, Default)]
pub(in crate::pdf) struct PageLines {
    /// Page number, from 1.
    pub(in crate::pdf) number: u32,
    /// Width as displayed, in points.
    pub(in crate::pdf) width: f64,
    /// Height as displayed, in points.
    pub(in crate::pdf) height: f64,
    /// Lines in drawing order.
    pub(in crate::pdf) lines: Vec<Line>,
    /// Images with their marked content.
    pub(in crate::pdf) images: Vec<(Rect, Tag)>,
    /// Rectangles of drawings.
    pub(in crate::pdf) drawings: Vec<Rect>,
    /// Whether the structure tree contains nearly all of the text.
    pub(in crate::pdf) is_tagged: bool,
}

impl PageLines {
    /// Joins all lines into one, so that a page with very many lines needs little memory.
    pub(in crate::pdf) fn join_all(&mut self) {
        let mut lines = std::mem::take(&mut self.lines).into_iter();
        if let Some(mut all) = lines.next() {
            for line in lines {
                all.text.push('\n');
                all.text.push_str(&line.text);
                all.area = all.area.union(line.area);
            }
            all.tag = Tag::Plain;
            self.lines = vec![all];
        }
        self.is_tagged = false;
    }
}

/// Returns the length of the common part of two ranges, or 0.
pub(super) fn common(one: (f64, f64), other: (f64, f64)) -> f64 {
    (one.1.min(other.1) - one.0.max(other.0)).max(0.0)
}

/// Returns the common horizontal extent of two rectangles, as a share of the narrower one.
pub(super) fn shared_width(one: Rect, other: Rect) -> f64 {
    let narrow = one.width().min(other.width()).max(0.1);
    common((one.x0, one.x1), (other.x0, other.x1)) / narrow
}

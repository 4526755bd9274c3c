//! Blocks of the text model and their JSON.

use std::collections::HashSet;

use hayro::kurbo::Rect;
use serde::{Serialize, Serializer};

/// Version of the format.
const VERSION: u32 = 1;

/// Maximum estimated size of the JSON, in bytes. Further pages are omitted. The limit on the text does not suffice,
/// because normalisation and alternative texts may multiply its size.
const MODEL_MAX_BYTES: usize = 24_000_000;

/// Estimated size of the JSON of a block without its texts, in bytes.
const BLOCK_BYTES: usize = 120;

/// Kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::pdf) enum Kind {
    /// Heading with a level.
    Heading,
    /// Running text.
    Paragraph,
    /// One item of a list.
    ListItem,
    /// Rows and cells.
    Table,
    /// Image or drawing.
    Figure,
    /// Displayed formula.
    Formula,
    /// Caption of a figure or table.
    Caption,
    /// Note at the foot of a page.
    Footnote,
    /// Lines of a program.
    Code,
    /// Running head.
    Header,
    /// Running foot.
    Footer,
    /// Page number.
    PageNumber,
    /// Text behind the page's text.
    Watermark,
}

impl Kind {
    /// Returns true for text that is repeated on several pages outside the running text.
    pub(in crate::pdf) fn is_running(self) -> bool {
        matches!(self, Self::Header | Self::Footer | Self::PageNumber | Self::Watermark)
    }

    /// Returns true if a block of this kind may continue one on the previous page.
    pub(super) fn may_continue(self) -> bool {
        matches!(self, Self::Paragraph | Self::ListItem | Self::Footnote | Self::Code)
    }
}

/// One block of a page.
#[derive(Debug, Clone, Serialize)]
pub(in crate::pdf) struct Block {
    pub(in crate::pdf) kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::pdf) level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::pdf) marker: Option<String>,
    /// Normalised text.
    pub(in crate::pdf) text: String,
    #[serde(rename = "box", serialize_with = "whole_points")]
    pub(in crate::pdf) area: Rect,
    #[serde(skip_serializing_if = "is_false")]
    pub(in crate::pdf) continues: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::pdf) alt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::pdf) lang: Option<String>,
    /// Appearance of the block. It is not part of the JSON.
    #[serde(skip)]
    pub(super) look: Look,
}

/// Appearance of a block, by which headings are recognised.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    /// Font size of the first row, in points.
    pub(super) em: f64,
    /// Whether all letters are bold.
    pub(super) is_bold: bool,
    /// Number of rows.
    pub(super) rows: usize,
    /// Whether there is more space above the block than between the rows of a paragraph.
    pub(super) is_apart: bool,
    /// Index of the element of the structure tree.
    pub(super) element: Option<u32>,
    /// Whether the block is the first of a column.
    pub(super) starts_column: bool,
}

impl Block {
    /// Estimates the size of the block as JSON, in bytes.
    fn json_bytes(&self) -> usize {
        let texts = [Some(&self.text), self.marker.as_ref(), self.alt.as_ref(), self.lang.as_ref()];
        texts.into_iter().flatten().map(String::len).sum::<usize>() + BLOCK_BYTES
    }

    /// Returns a block without the fields of special kinds.
    pub(super) fn new(kind: Kind, text: String, area: Rect, look: Look) -> Self {
        Self { kind, level: None, marker: None, text, area, continues: false, alt: None, lang: None, look }
    }
}

/// The blocks of one page.
#[derive(Debug, Clone, Serialize)]
pub(in crate::pdf) struct Page {
    /// Page number, from 1.
    pub(in crate::pdf) page: u32,
    #[serde(serialize_with = "whole")]
    pub(in crate::pdf) width: f64,
    #[serde(serialize_with = "whole")]
    pub(in crate::pdf) height: f64,
    pub(in crate::pdf) blocks: Vec<Block>,
}

/// Source of the reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::pdf) enum Order {
    /// The structure tree, for at least one page.
    Tagged,
    /// The positions of the text.
    Layout,
}

/// The text model of a file.
#[derive(Debug, Serialize)]
pub(in crate::pdf) struct Model {
    version: u32,
    order: Order,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// Pages with blocks.
    pub(in crate::pdf) pages: Vec<Page>,
}

impl Model {
    /// Returns the model of these pages without the empty ones.
    pub(super) fn new(order: Order, language: Option<String>, mut pages: Vec<Page>) -> Self {
        let mut bytes = 0;
        pages.retain(|page| {
            bytes += page.blocks.iter().map(Block::json_bytes).sum::<usize>();
            !page.blocks.is_empty() && bytes <= MODEL_MAX_BYTES
        });
        Self { version: VERSION, order, language, pages }
    }
}

impl Model {
    /// Returns true if the text has a heading other than the title of the document.
    pub(in crate::pdf) fn has_headings(&self, titles: &HashSet<u32>) -> bool {
        let is_title = |block: &Block| block.look.element.is_some_and(|element| titles.contains(&element));
        self.blocks().any(|block| block.kind == Kind::Heading && !is_title(block))
    }

    /// Returns the number of figures and formulas that belong to no element of the structure tree.
    pub(in crate::pdf) fn untagged_figures(&self) -> usize {
        let is_untagged = |block: &&Block| block.look.element.is_none();
        self.blocks().filter(|block| matches!(block.kind, Kind::Figure | Kind::Formula)).filter(is_untagged).count()
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.pages.iter().flat_map(|page| &page.blocks)
    }

    /// Returns the text of the largest heading on the first page; of several, the first.
    pub(in crate::pdf) fn title(&self) -> Option<&str> {
        let page = self.pages.first().filter(|page| page.page == 1)?;
        let headings = page.blocks.iter().filter(|block| block.kind == Kind::Heading);
        let largest = headings.rev().max_by(|one, other| one.look.em.total_cmp(&other.look.em))?;
        Some(&largest.text)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// Rounds to whole points. Values out of range become the nearest valid one.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn points(value: f64) -> i32 {
    value.round() as i32
}

fn whole<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i32(points(*value))
}

fn whole_points<S: Serializer>(area: &Rect, serializer: S) -> Result<S::Ok, S::Error> {
    let (left, top) = (points(area.x0), points(area.y0));
    let (right, bottom) = (points(area.x1), points(area.y1));
    [left, top, right.saturating_sub(left), bottom.saturating_sub(top)].serialize(serializer)
}

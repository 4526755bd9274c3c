//! The text model of a PDF: blocks in reading order.
//!
//! Pages whose text belongs to a structure tree take blocks and order from it. On other pages, [`columns`] finds the
//! order of the lines, [`rows`] joins lines with the same baseline, and [`paragraphs`] groups rows into blocks. Two
//! steps use the whole document: [`repeated`] finds running heads first, and [`headings`] assigns levels at the end.

mod block;
mod captions;
mod columns;
pub(super) mod figures;
mod formulas;
mod headings;
pub(super) mod line;
mod lists;
mod outline;
mod paragraphs;
mod repeated;
mod rows;
mod statistics;
mod structure;
mod tables;
mod tagged;

pub(super) use self::block::Model;
use self::block::{Block, Kind, Order, Page};
pub(super) use self::line::{Line, PageLines, Tag};
pub(super) use self::outline::Outline;
pub(super) use self::statistics::Ink;
use self::statistics::Statistics;
pub(super) use self::structure::{Structure, TreeFacts};

/// Makes the text model of the pages of a file.
pub(super) fn assemble(pages: Vec<PageLines>, structure: Structure, outline: &Outline) -> Model {
    let statistics = Statistics::of(&pages);
    let running = repeated::find(&pages, &statistics);
    let order = if pages.iter().any(|page| page.is_tagged) { Order::Tagged } else { Order::Layout };
    let mut made: Vec<Page> = pages
        .into_iter()
        .zip(running)
        .map(|(page, running)| blocks_of_page(page, running, &structure, &statistics))
        .collect();
    headings::mark(&mut made, outline, &statistics);
    mark_continued(&mut made);
    Model::new(order, structure.language, made)
}

fn blocks_of_page(
    mut page: PageLines,
    running: repeated::Running,
    structure: &Structure,
    statistics: &Statistics,
) -> Page {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let (mut tagged, mut plain) = (Vec::new(), Vec::new());
    for (line, kind) in std::mem::take(&mut page.lines).into_iter().zip(running) {
        match kind {
            Some(kind) => {
                let around = if line.area.center().y < page.height / 2.0 { &mut before } else { &mut after };
                around.extend(running_block(kind, &line));
            }
            None if matches!(line.tag, Tag::Element { .. }) => tagged.push(line),
            None => plain.push(line),
        }
    }
    let figures = figures::take(&page, &mut plain);
    let order = columns::order(&plain);
    let mut lines: Vec<Option<Line>> = plain.into_iter().map(Some).collect();
    let ordered = order.into_iter().filter_map(|index| lines.get_mut(index)?.take()).collect();
    let mut rest = paragraphs::blocks(rows::rows(ordered), page.height, statistics);
    figures::insert(figures, &mut rest);
    let content = if page.is_tagged {
        let mut blocks = tagged::blocks(tagged, &page, structure, statistics);
        tagged::insert_rest(rest, &mut blocks);
        blocks
    } else {
        rest
    };
    let blocks = before.into_iter().chain(content).chain(after).collect();
    Page { page: page.number, width: page.width, height: page.height, blocks }
}

fn running_block(kind: Kind, line: &Line) -> Option<Block> {
    let text = paragraphs::one_line(&line.text);
    (!text.is_empty()).then(|| Block::new(kind, text, line.area, block::Look::default()))
}

/// Marks blocks that continue the last block of their kind, which is in the previous column or on the previous page.
fn mark_continued(pages: &mut [Page]) {
    let mut last: Option<(Kind, bool, Option<u32>)> = None;
    for page in pages {
        let mut is_first = true;
        for block in page.blocks.iter_mut().filter(|block| !block.kind.is_running()) {
            if (is_first || block.look.starts_column)
                && let Some((kind, is_open, element)) = last
                && kind == block.kind
                && kind.may_continue()
            {
                let is_same = element.is_some() && element == block.look.element;
                let is_lower = block.text.starts_with(char::is_lowercase);
                block.continues = is_same || (is_open && is_lower && block.marker.is_none());
            }
            if !matches!(block.kind, Kind::Figure | Kind::Caption | Kind::Table) {
                is_first = false;
            }
            if block.kind.may_continue() && block.kind != Kind::Footnote {
                last = Some((block.kind, !paragraphs::ends_sentence(&block.text), block.look.element));
            } else if block.kind == Kind::Heading {
                last = None;
            }
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests;

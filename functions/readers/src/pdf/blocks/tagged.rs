//! Blocks of a page whose text belongs to a structure tree.

use std::collections::BTreeMap;

use hayro::kurbo::Rect;

use super::super::text::normalize::normalize_text;
use super::block::{Block, Kind, Look};
use super::line::{Line, PageLines, Tag};
use super::lists::split_marker;
use super::paragraphs::{code, is_code, one_line};
use super::rows;
use super::statistics::Statistics;
use super::structure::{Element, Structure};

/// Maximum length of the marker of a list item, in characters.
const MARKER_MAX_CHARS: usize = 12;

/// Content of one element on a page.
#[derive(Clone, Default)]
struct Content {
    lines: Vec<Line>,
    label: String,
    label_area: Option<Rect>,
    images: Vec<Rect>,
}

/// Returns the blocks of the lines that belong to elements, in the order of the structure tree.
pub(super) fn blocks(lines: Vec<Line>, page: &PageLines, structure: &Structure, statistics: &Statistics) -> Vec<Block> {
    let mut contents: BTreeMap<u32, Content> = BTreeMap::new();
    for line in lines {
        if let Tag::Element { index, is_label } = line.tag {
            let content = contents.entry(index).or_default();
            if is_label {
                content.label.push_str(&line.text);
                content.label_area = Some(content.label_area.map_or(line.area, |area| area.union(line.area)));
            } else {
                content.lines.push(line);
            }
        }
    }
    for (area, tag) in &page.images {
        if let Tag::Element { index, .. } = tag {
            contents.entry(*index).or_default().images.push(*area);
        }
    }
    let contents = join_untyped(contents, structure);
    let mut blocks: Vec<Block> = Vec::new();
    let mut table: Vec<(Element, Content)> = Vec::new();
    for (index, content) in contents {
        let Some(element) = structure.elements.get(usize::try_from(index).unwrap_or(usize::MAX)) else { continue };
        let number = |element: &Element| element.cell.map(|cell| cell.table);
        if table.last().is_some_and(|(last, _)| number(last) != number(element)) {
            blocks.extend(table_block(&std::mem::take(&mut table)));
        }
        if element.kind == Kind::Table && element.cell.is_some() {
            table.push((element.clone(), content));
        } else {
            blocks.extend(block(index, element, content, statistics));
        }
    }
    blocks.extend(table_block(&table));
    blocks
}

/// Joins adjacent untyped elements if the second continues the last line of the first. Chromium writes each part of a
/// sentence with formulas as such an element.
fn join_untyped(contents: BTreeMap<u32, Content>, structure: &Structure) -> Vec<(u32, Content)> {
    let is_untyped = |index: u32, content: &Content| {
        let element = usize::try_from(index).ok().and_then(|index| structure.elements.get(index));
        element.is_some_and(|element| element.is_untyped) && content.images.is_empty()
    };
    let contents: Vec<(u32, Content)> = contents.into_iter().collect();
    let mut joined: Vec<(u32, Content)> = Vec::new();
    for group in
        contents.chunk_by(|(one, before), (other, after)| is_untyped(*one, before) && is_untyped(*other, after))
    {
        let lines = group.iter().flat_map(|(_, content)| &content.lines);
        let right = lines.map(|line| line.area.x1).fold(f64::MIN, f64::max);
        let start = joined.len();
        for (index, content) in group {
            match joined.get_mut(start..).and_then(<[_]>::last_mut) {
                Some((_, before)) if continues(&before.lines, &content.lines, right) => {
                    before.lines.extend_from_slice(&content.lines);
                }
                _ => joined.push((*index, content.clone())),
            }
        }
    }
    joined
}

/// Returns true if `text` begins directly after `before` in the same line, or in the next line because its first word
/// did not fit.
fn continues(before: &[Line], text: &[Line], right: f64) -> bool {
    let (Some(last), Some(first)) = (before.last(), text.first()) else { return false };
    let em = last.em.max(first.em);
    let shared = last.area.y1.min(first.area.y1) - last.area.y0.max(first.area.y0);
    if shared > 0.5 * last.area.height().min(first.area.height()) {
        return (-em..1.5 * em).contains(&(first.area.x0 - last.area.x1));
    }
    let word = first.text.split_whitespace().next().unwrap_or_default().chars().count();
    #[expect(clippy::cast_precision_loss, reason = "the length of a word")]
    let width = first.area.width() * word as f64 / first.text.chars().count().max(1) as f64;
    first.area.y0 > last.area.y0 && first.area.y0 - last.area.y1 < em && last.area.x1 + width + em > right
}

fn block(index: u32, element: &Element, content: Content, statistics: &Statistics) -> Option<Block> {
    let Content { lines, label, label_area, images } = content;
    let areas = lines.iter().map(|line| line.area).chain(images);
    // The element may contain only the label of a list item, whose body is another element or on another page.
    let area = areas.reduce(|one, other| one.union(other)).or(label_area)?;
    let rows = rows::rows(lines);
    let kind = match element.kind {
        // Chromium writes `pre` as an untyped element.
        Kind::Paragraph if is_code(&rows, statistics) => Kind::Code,
        kind => kind,
    };
    let mut text = match kind {
        Kind::Code => code(&rows, area),
        _ => one_line(&rows.iter().map(rows::Row::text).collect::<Vec<_>>().join("\n")),
    };
    let mut marker = Some(one_line(&label)).filter(|marker| !marker.is_empty());
    if kind == Kind::ListItem {
        if marker.is_none()
            && let Some((found, rest)) = split_marker(&text)
        {
            (marker, text) = (Some(found.to_owned()), rest.to_owned());
        }
        if marker.as_ref().is_some_and(|marker| marker.chars().count() > MARKER_MAX_CHARS) {
            text = format!("{} {text}", marker.take().unwrap_or_default());
        }
    } else if let Some(label) = marker.take() {
        text = format!("{label} {text}");
    }
    if text.is_empty() && marker.is_none() && kind != Kind::Figure {
        return None;
    }
    let look = Look {
        em: rows.iter().map(|row| row.em).fold(0.0, f64::max),
        is_bold: !rows.is_empty() && rows.iter().all(|row| row.is_bold),
        rows: rows.len(),
        is_apart: true,
        element: Some(index),
        starts_column: false,
    };
    let mut block = Block::new(kind, text, area, look);
    block.level = matches!(kind, Kind::Heading | Kind::ListItem).then_some(element.level);
    block.marker = marker;
    block.alt = element.alt.clone().map(|alt| normalize_text(&alt)).filter(|alt| *alt != block.text);
    block.lang.clone_from(&element.lang);
    Some(block)
}

/// Makes one block of the cells of a table.
fn table_block(cells: &[(Element, Content)]) -> Option<Block> {
    let areas = cells.iter().flat_map(|(_, content)| content.lines.iter().map(|line| line.area));
    let area = areas.reduce(|one, other| one.union(other))?;
    let mut text = String::new();
    let mut last = None;
    for (element, content) in cells {
        let row = element.cell.map(|cell| cell.row);
        if last.is_some() {
            text.push(if last == Some(row) { '\t' } else { '\n' });
        }
        last = Some(row);
        let words = content.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        text.push_str(&one_line(&words));
    }
    let em = cells.first().and_then(|(_, content)| content.lines.first()).map_or(0.0, |line| line.em);
    Some(Block::new(Kind::Table, text, area, Look { em, rows: cells.len(), ..Look::default() }))
}

/// Inserts blocks without an element before the first block that begins below them.
pub(super) fn insert_rest(rest: Vec<Block>, blocks: &mut Vec<Block>) {
    for block in rest {
        let place = blocks.iter().position(|other| other.area.y0 > block.area.y0);
        blocks.insert(place.unwrap_or(blocks.len()), block);
    }
}

//! Groups the rows of a page into blocks.

use hayro::kurbo::Rect;

use super::super::text::normalize::normalize_text;
use super::block::{Block, Kind, Look};
use super::captions::{begins_footnote, is_caption};
use super::formulas::{is_formula, join_parts};
use super::lists::split_marker;
use super::rows::Row;
use super::statistics::Statistics;
use super::tables;

/// Minimum distance between baselines of two paragraphs, relative to the distance in a paragraph.
const APART: f64 = 1.28;

/// Indent of the first line of a paragraph, in em.
const INDENT_EM: f64 = 0.8;

/// Maximum difference of font sizes in a paragraph, as a share.
const SAME_SIZE: f64 = 0.06;

/// Minimum space at the end of a row that does not fill its column, in em.
const FULL_EM: f64 = 2.5;

/// Minimum space at the end of a row that ends a paragraph, as a share of the width of the column.
const SHORT: f64 = 0.22;

/// Maximum size of footnotes, relative to the body text.
const SMALL: f64 = 0.93;

/// Horizontal extent of a column.
#[derive(Debug, Clone, Copy)]
struct Column {
    left: f64,
    right: f64,
}

impl Column {
    fn is_filled_by(self, row: &Row) -> bool {
        row.area.x1 > self.right - row.em * FULL_EM
    }
}

/// Groups the rows of a page, in reading order, into blocks.
pub(super) fn blocks(rows: Vec<Row>, page_height: f64, statistics: &Statistics) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut run: Vec<Row> = Vec::new();
    for row in rows {
        if run.last().is_some_and(|last| is_new_column(last, &row)) {
            blocks.extend(blocks_of_column(std::mem::take(&mut run), page_height, statistics));
        }
        run.push(row);
    }
    blocks.extend(blocks_of_column(run, page_height, statistics));
    let mut blocks = join_parts(blocks);
    set_list_levels(&mut blocks);
    blocks
}

/// Returns true if the row starts a new column: far above the last row, above and to its right, or at another angle.
fn is_new_column(last: &Row, row: &Row) -> bool {
    let em = last.em.max(row.em);
    row.base < last.base - em * 3.0
        || (row.base < last.base - em * 0.6 && row.area.x0 > last.area.x1 - em)
        || last.is_level() != row.is_level()
}

fn blocks_of_column(rows: Vec<Row>, page_height: f64, statistics: &Statistics) -> Vec<Block> {
    let column = Column {
        left: rows.iter().map(|row| row.area.x0).fold(f64::INFINITY, f64::min),
        right: rows.iter().map(|row| row.area.x1).fold(f64::NEG_INFINITY, f64::max),
    };
    let notes = footnotes_start(&rows, page_height, statistics);
    let mut tables = tables::find(&rows[..notes]).into_iter().peekable();
    let mut blocks = Vec::new();
    let mut group: Vec<Row> = Vec::new();
    let mut table: Vec<Row> = Vec::new();
    let mut above: Option<f64> = None;
    let mut is_apart = true;
    for (index, row) in rows.into_iter().enumerate() {
        while tables.next_if(|range| range.end <= index).is_some() {}
        let gap = above.map(|above| row.base - above);
        above = Some(row.base);
        if tables.peek().is_some_and(|range| range.contains(&index)) {
            blocks.extend(finish(&std::mem::take(&mut group), column, is_apart, false, statistics));
            table.push(row);
            continue;
        }
        if !table.is_empty() {
            blocks.push(table_block(&std::mem::take(&mut table)));
            is_apart = true;
        }
        let is_note = index >= notes;
        let starts = match group.last() {
            None => true,
            Some(_) if is_note => index == notes || begins_footnote(&row, page_height, statistics),
            Some(last) => starts_block(&group, last, &row, column, statistics),
        };
        if starts {
            let was_note = index > notes;
            blocks.extend(finish(&std::mem::take(&mut group), column, is_apart, was_note, statistics));
            is_apart = gap.is_none_or(|gap| gap > statistics.leading_em * row.em * APART);
        }
        group.push(row);
    }
    if !table.is_empty() {
        blocks.push(table_block(&table));
    }
    let is_note = notes < usize::MAX
        && group.last().is_some_and(|row| statistics.scale(row.em) < SMALL)
        && notes_in(&group, page_height, statistics);
    blocks.extend(finish(&group, column, is_apart, is_note, statistics));
    if let Some(first) = blocks.first_mut() {
        first.look.starts_column = true;
    }
    blocks
}

fn notes_in(group: &[Row], page_height: f64, statistics: &Statistics) -> bool {
    group.first().is_some_and(|row| begins_footnote(row, page_height, statistics))
}

/// Returns the index of the first footnote, or the number of rows.
fn footnotes_start(rows: &[Row], page_height: f64, statistics: &Statistics) -> usize {
    let is_small = |row: &&Row| statistics.scale(row.em) < SMALL || row.text().len() < 4;
    let small = rows.iter().rev().take_while(is_small).count();
    let first = rows.len() - small;
    let is_low = rows.get(first).is_some_and(|row| row.area.y0 > page_height * 0.6);
    if first == 0 && !is_low {
        return rows.len();
    }
    let begins = |row: &Row| begins_footnote(row, page_height, statistics);
    rows.iter().skip(first).position(begins).map_or(rows.len(), |offset| first + offset)
}

/// Returns true if the row starts a new block, so it does not continue `group`.
fn starts_block(group: &[Row], last: &Row, row: &Row, column: Column, statistics: &Statistics) -> bool {
    let (Some(first), Some(second)) = (group.first(), group.get(1).or(group.first())) else { return true };
    let em = last.em.max(row.em);
    let gap = row.base - last.base;
    if !row.is_level() {
        return (row.em - last.em).abs() > em * SAME_SIZE;
    }
    if gap > statistics.leading_em * em * APART {
        return true;
    }
    let (text, last_text) = (row.text(), last.text());
    let formulas = (is_formula(last, column.left), is_formula(row, column.left));
    if formulas.0 != formulas.1 {
        return true;
    }
    if formulas.0 {
        return false;
    }
    let is_scrap = last_text.chars().count() <= 3 || text.chars().count() <= 3;
    if !is_scrap
        && ((row.em - last.em).abs() > em * SAME_SIZE
            || row.is_bold != last.is_bold
            || (row.is_monospace != last.is_monospace && !statistics.is_monospace))
    {
        return true;
    }
    if has_leaders(&text) || has_leaders(&last_text) {
        return true;
    }
    if row.is_monospace && last.is_monospace && !statistics.is_monospace {
        return false;
    }
    let is_full = column.is_filled_by(last);
    if let Some((marker, _)) = split_marker(&text) {
        let is_bullet = marker.chars().all(|one| !one.is_ascii() && !matches!(one, '–' | '—'));
        let is_moved = (row.area.x0 - last.area.x0).abs() > em * 0.3;
        if is_bullet || !is_full || is_moved || split_marker(&first.text()).is_some() {
            return true;
        }
    }
    let indent = row.area.x0 - second.area.x0;
    if split_marker(&first.text()).is_some() {
        let is_at_marker = (row.area.x0 - first.area.x0).abs() < em * 0.4;
        return match group.len() {
            1 => row.area.x0 < first.area.x0 - em * 0.5 || (is_at_marker && !is_full),
            _ => indent < -em * INDENT_EM || (indent > em * INDENT_EM && !is_full),
        };
    }
    let is_centred = (row.area.center().x - last.area.center().x).abs() < em * 0.5
        && row.area.width().min(last.area.width()) < (column.right - column.left) * 0.9;
    let is_moved = indent.abs() > em * INDENT_EM && !is_centred;
    if is_moved && group.len() == 1 {
        return !is_full && (indent > 0.0 || ends_sentence(&last_text));
    }
    if is_moved {
        return true;
    }
    let is_short = last.area.x1 < column.right - (column.right - column.left) * SHORT;
    is_short
        && !is_centred
        && ends_sentence(&last_text)
        && text.starts_with(|one: char| one.is_uppercase() || one.is_numeric())
}

/// Returns true if the text ends a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', ')', ']', '»', '“', ' ']);
    text.ends_with(['.', '!', '?', ':', '。', '؟', ';'])
}

/// Returns true for entries of a table of contents, whose dots lead to the page number.
pub(super) fn has_leaders(text: &str) -> bool {
    text.contains(". . .") || text.contains("....") || text.contains("……")
}

/// Makes a block of rows.
fn finish(rows: &[Row], column: Column, is_apart: bool, is_note: bool, statistics: &Statistics) -> Option<Block> {
    let first = rows.first()?;
    let area = rows.iter().skip(1).fold(first.area, |area, row| area.union(row.area));
    let longest = rows.iter().map(Row::text).max_by_key(String::len)?;
    let em = rows.iter().find(|row| row.text().len() * 2 > longest.len()).map_or(first.em, |row| row.em);
    let look = Look {
        em,
        is_bold: rows.iter().all(|row| row.is_bold || row.text().len() < 4),
        rows: rows.len(),
        is_apart,
        element: None,
        starts_column: false,
    };
    if is_code(rows, statistics) {
        return block(Kind::Code, code(rows, area), area, look);
    }
    if rows.iter().any(|row| is_formula(row, column.left)) {
        return block(Kind::Formula, joined(rows), area, look);
    }
    let text = joined(rows);
    if is_note {
        return block(Kind::Footnote, text, area, look);
    }
    if is_caption(&text, statistics.scale(em)) {
        return block(Kind::Caption, text, area, look);
    }
    match split_marker(&text) {
        Some((marker, rest)) if !rest.is_empty() => {
            let mut item = block(Kind::ListItem, rest.to_owned(), area, look)?;
            item.marker = Some(marker.to_owned());
            Some(item)
        }
        _ => block(Kind::Paragraph, text, area, look),
    }
}

/// Returns true if all rows are in a typewriter font that most of the document does not use.
pub(super) fn is_code(rows: &[Row], statistics: &Statistics) -> bool {
    let longest = rows.iter().map(|row| row.text().len()).max().unwrap_or(0);
    let is_long = longest > if rows.len() > 1 { 6 } else { 12 };
    is_long && !statistics.is_monospace && rows.iter().all(|row| row.is_monospace)
}

fn block(kind: Kind, text: String, area: Rect, look: Look) -> Option<Block> {
    (!text.is_empty()).then(|| Block::new(kind, text, area, look))
}

/// Returns the normalised text of rows as one line.
fn joined(rows: &[Row]) -> String {
    one_line(&rows.iter().map(Row::text).collect::<Vec<_>>().join("\n"))
}

/// Normalises lines of text and joins them into one, including words that are divided at line ends. No space is
/// inserted between characters of scripts that are written without spaces.
pub(super) fn one_line(text: &str) -> String {
    let mut joined = String::new();
    for line in normalize_text(text).split('\n') {
        let ends = (joined.chars().next_back(), line.chars().next());
        if !joined.is_empty() && !matches!(ends, (Some(last), Some(first)) if is_unspaced(last) && is_unspaced(first)) {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined
}

/// Returns true for characters of Thai, Lao and Khmer, Japanese and Chinese.
fn is_unspaced(one: char) -> bool {
    matches!(one, '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}' | '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns lines of a program with their indents, which a PDF draws as spaces or as a distance from the left edge.
pub(super) fn code(rows: &[Row], area: Rect) -> String {
    let lines = rows.iter().filter_map(|row| {
        let text = normalize_text(&row.text()).replace('\n', " ");
        let first = row.cells.first()?;
        #[expect(clippy::cast_precision_loss, reason = "the length of a line")]
        let width = (first.area.width() / first.text.chars().count().max(1) as f64).max(0.5);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few characters")]
        let distance = ((row.area.x0 - area.x0) / width).round().clamp(0.0, 40.0) as usize;
        // A single space is no indent: it is left over where the rest of a divided word was moved to the previous line.
        let spaces = Some(first.text.chars().take_while(|one| one.is_whitespace()).count()).filter(|count| *count > 1);
        (!text.is_empty()).then(|| " ".repeat((distance + spaces.unwrap_or_default()).min(40)) + &text)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn table_block(rows: &[Row]) -> Block {
    let area = rows.iter().map(|row| row.area).reduce(|one, other| one.union(other)).unwrap_or_default();
    let cells = tables::cells(rows);
    let lines = cells.iter().map(|row| row.iter().map(|cell| one_line(cell)).collect::<Vec<_>>().join("\t"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let em = rows.first().map_or(0.0, |row| row.em);
    Block::new(Kind::Table, text, area, Look { em, rows: rows.len(), ..Look::default() })
}

/// Sets the depth of list items by their indents.
fn set_list_levels(blocks: &mut [Block]) {
    let mut open: Vec<f64> = Vec::new();
    for block in blocks {
        let tolerance = block.look.em * 0.6;
        match block.kind {
            Kind::ListItem => {
                let left = block.area.x0;
                while open.last().is_some_and(|edge| *edge > left + tolerance) {
                    open.pop();
                }
                if open.last().is_none_or(|edge| *edge < left - tolerance) {
                    open.push(left);
                }
                block.level = Some(u8::try_from(open.len()).unwrap_or(u8::MAX));
            }
            // Text that is indented further than the outermost items belongs to the list.
            Kind::Paragraph | Kind::Formula | Kind::Code
                if open.first().is_some_and(|edge| block.area.x0 > edge + tolerance) => {}
            _ => open.clear(),
        }
    }
}

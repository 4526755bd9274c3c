//! Rows: lines that share a baseline, from left to right.

use hayro::kurbo::Rect;

use super::line::Line;
use super::statistics::is_bold;

/// Maximum overlap of cells of a row, in em.
const OVERLAP_EM: f64 = 0.3;

/// One row of text.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Cells from left to right, at least one.
    pub(super) cells: Vec<Line>,
    pub(super) area: Rect,
    /// Position of the baseline, in points.
    pub(super) base: f64,
    /// Font size of the longest cell, in points.
    pub(super) em: f64,
    pub(super) is_bold: bool,
    pub(super) is_monospace: bool,
}

impl Row {
    /// Returns the text of the row before normalisation.
    pub(super) fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.text.trim()).collect::<Vec<_>>().join(" ")
    }

    /// Returns true if the row is horizontal.
    pub(super) fn is_level(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_level)
    }

    fn new(line: Line) -> Self {
        let (area, base, em) = (line.area, line.base, line.em);
        let (is_bold, is_monospace) = (is_bold(&line), line.is_monospace);
        Self { cells: vec![line], area, base, em, is_bold, is_monospace }
    }

    fn push(&mut self, line: Line) {
        let longest = self.cells.iter().map(Line::len).max().unwrap_or(0);
        self.area = self.area.union(line.area);
        self.is_bold &= is_bold(&line) || line.len() < 4;
        self.is_monospace &= line.is_monospace;
        if line.len() > longest {
            (self.em, self.base) = (line.em, line.base);
        }
        self.cells.push(line);
    }
}

/// Joins lines in reading order into rows.
pub(super) fn rows(lines: Vec<Line>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        if let Some(row) = rows.last_mut()
            && let Some(last) = row.cells.last()
            && (last.is_beside(&line) || is_raised(last, &line))
            && (line.area.x0 > last.area.x1 - line.em * OVERLAP_EM
                || line.area.x1 < last.area.x0 + line.em * OVERLAP_EM)
        {
            row.push(line);
        } else {
            rows.push(Row::new(line));
        }
    }
    spread_monospace(&mut rows);
    rows
}

/// Marks rows with characters of even width as monospace if a neighbouring row of the same size is in a typewriter
/// font.
fn spread_monospace(rows: &mut [Row]) {
    let count = rows.len();
    let mut spread = |index: usize, next: usize| {
        let Some((em, true)) = rows.get(index).map(|row| (row.em, row.is_monospace)) else { return };
        if let Some(row) = rows.get_mut(next)
            && (row.em - em).abs() < em * 0.02
            && row.cells.iter().all(|cell| cell.is_even)
        {
            row.is_monospace = true;
        }
    };
    (1..count).for_each(|index| spread(index - 1, index));
    (1..count).rev().for_each(|index| spread(index, index - 1));
}

/// Returns true if one of the lines is a small exponent or index of the other, directly beside it.
fn is_raised(last: &Line, line: &Line) -> bool {
    let gap = line.area.x0 - last.area.x1;
    let is_small = line.em < last.em * 0.85 || last.em < line.em * 0.85;
    is_small && (line.base - last.base).abs() < last.em.max(line.em) && gap.abs() < last.em.max(line.em) * 0.6
}

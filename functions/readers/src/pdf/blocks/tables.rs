//! Tables: consecutive rows whose cells are aligned.

use std::ops::Range;

use super::formulas;
use super::lists::split_marker;
use super::rows::Row;

/// Maximum distance between aligned edges, in em.
const ALIGNED_EM: f64 = 0.6;

/// Maximum distance between the baselines of two rows of a table, in em.
const DISTANCE_EM: f64 = 4.0;

/// Maximum average length of a cell, in characters.
const CELL_MAX_CHARS: usize = 45;

/// Minimum number of rows with several cells in a table.
const ROWS_MIN: usize = 3;

/// The same minimum for a table with three or more columns.
const WIDE_ROWS_MIN: usize = 2;

/// Returns the ranges of rows that are tables.
pub(super) fn find(rows: &[Row]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < rows.len() {
        match end_of_table(rows, start) {
            (end, true) => {
                found.push(start..end);
                start = end;
            }
            (end, false) => start = end.max(start + 1),
        }
    }
    found
}

/// Returns the end of the aligned rows that begin at `start`, and whether they are a table.
fn end_of_table(rows: &[Row], start: usize) -> (usize, bool) {
    let Some(first) = rows.get(start).filter(|row| has_cells(row)) else { return (start, false) };
    let (mut last, mut end, mut count) = (first, start + 1, 1);
    let (mut cells, mut characters) = (first.cells.len(), first.text().len());
    for (index, row) in rows.iter().enumerate().skip(start + 1) {
        let distance = row.base - last.base;
        if distance < 0.0 || distance > DISTANCE_EM * row.em {
            break;
        }
        if has_cells(row) {
            if !are_aligned(last, row) {
                break;
            }
            (last, end, count) = (row, index + 1, count + 1);
            cells += row.cells.len();
            characters += row.text().len();
        } else if !is_rest_of_cell(last, row) || index + 1 - end > 2 {
            break;
        }
    }
    let rows_min = if cells >= count * 3 { WIDE_ROWS_MIN } else { ROWS_MIN };
    (end, count >= rows_min && characters <= cells * CELL_MAX_CHARS)
}

/// Returns true if the row has several cells, and is neither a list item with its marker nor a formula with its number.
fn has_cells(row: &Row) -> bool {
    let is_marker = |text: &str| split_marker(&format!("{} x", text.trim())).is_some_and(|(_, rest)| rest == "x");
    match row.cells.as_slice() {
        [] | [_] => false,
        [one, other] if is_marker(&one.text) || formulas::is_number(&other.text) => !row.is_level() && one.len() > 8,
        _ => row.is_level(),
    }
}

/// Returns true if at least two cells of both rows share an edge or their middle.
fn are_aligned(one: &Row, other: &Row) -> bool {
    let tolerance = one.em.max(other.em) * ALIGNED_EM;
    let is_near = |a: f64, b: f64| (a - b).abs() < tolerance;
    let aligned = other.cells.iter().take(64).filter(|cell| {
        one.cells.iter().take(64).any(|above| {
            let (a, b) = (above.area, cell.area);
            is_near(a.x0, b.x0) || is_near(a.x1, b.x1) || is_near(a.center().x, b.center().x)
        })
    });
    aligned.count() >= 2
}

/// Returns true if the row continues a cell of the row above.
fn is_rest_of_cell(above: &Row, row: &Row) -> bool {
    let is_below = |cell: &super::line::Line| (cell.area.x0 - row.area.x0).abs() < row.em * ALIGNED_EM;
    row.cells.len() == 1 && above.cells.iter().skip(1).any(is_below)
}

/// Returns the cells of a table, row by row. A row with one cell below another continues that cell.
pub(super) fn cells(rows: &[Row]) -> Vec<Vec<String>> {
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut edges: Vec<f64> = Vec::new();
    for row in rows {
        let place = |left: f64| edges.iter().position(|edge| (edge - left).abs() < row.em * ALIGNED_EM);
        if let [only] = row.cells.as_slice()
            && let (Some(column), Some(above)) = (place(only.area.x0), table.last_mut())
            && let Some(cell) = above.get_mut(column)
        {
            cell.push('\n');
            cell.push_str(&only.text);
            continue;
        }
        edges = row.cells.iter().map(|cell| cell.area.x0).collect();
        table.push(row.cells.iter().map(|cell| cell.text.clone()).collect());
    }
    table
}

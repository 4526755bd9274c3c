//! Reading order of the lines of a page.
//!
//! The drawing order is kept wherever it can be a reading order, because it is in most files. Other parts are cut
//! recursively into columns and bands.

use hayro::kurbo::Rect;

use super::line::Line;

/// Maximum depth of cuts.
const DEPTH_MAX: u32 = 16;

/// Maximum number of lines on a page that is divided into columns. A page with more keeps the drawing order.
const LINES_MAX: usize = 6_000;

/// Minimum width of the gap between columns, in em.
const GUTTER_EM: f64 = 0.9;

/// An upward step between two lines shows a wrong order only if one of them has more characters than this. Labels of
/// drawings have fewer.
const WORDS_CHARS: usize = 12;

/// Minimum average number of characters of the lines in a column of text. Table cells have fewer.
const COLUMN_CHARS: usize = 14;

/// Minimum number of rows of a column.
const COLUMN_ROWS: usize = 3;

/// Minimum number of steps from a line to one beside it, across a wide gap, that may mean that columns are drawn row by
/// row.
const ACROSS_MIN: usize = 4;

/// Maximum vertical overlap of two parts of a page that still count as one below the other, in points.
const PARTS_OVERLAP_PT: f64 = 4.0;

/// Maximum number of gaps of a band that are considered.
const GAPS_MAX: usize = 64;

/// Horizontal range without text, in points.
type Gap = (f64, f64);

/// Returns the indexes of the lines in reading order.
pub(super) fn order(lines: &[Line]) -> Vec<usize> {
    let all: Vec<usize> = (0..lines.len()).collect();
    if lines.len() > LINES_MAX {
        return all;
    }
    let mut ordered = Vec::with_capacity(lines.len());
    if reads_from_the_right(lines) {
        cut(&mirrored(lines), true, all, 0, &mut ordered);
    } else {
        cut(lines, false, all, 0, &mut ordered);
    }
    ordered
}

/// Returns true if most of the text is in right-to-left scripts. The right column is then read first.
fn reads_from_the_right(lines: &[Line]) -> bool {
    let count =
        |is_counted: &dyn Fn(&Line) -> bool| lines.iter().filter(|line| is_counted(line)).map(Line::len).sum::<usize>();
    count(&|line| is_rtl(&line.text)) * 2 > count(&|_| true)
}

/// Returns the lines mirrored, so that right-to-left text runs from left to right.
fn mirrored(lines: &[Line]) -> Vec<Line> {
    let mirror = |area: Rect| Rect::new(-area.x1, area.y0, -area.x0, area.y1);
    lines.iter().map(|line| Line { area: mirror(line.area), ..line.clone() }).collect()
}

fn cut(lines: &[Line], is_mirrored: bool, set: Vec<usize>, depth: u32, ordered: &mut Vec<usize>) {
    if set.len() < 2 || depth > DEPTH_MAX || is_plausible(lines, is_mirrored, &set) {
        ordered.extend(set);
        return;
    }
    let groups = groups(lines, bands(lines, &set));
    let is_one = groups.len() == 1;
    for (group, gutter) in groups {
        match gutter {
            Some(gutter) => {
                let (left, right): (Vec<usize>, Vec<usize>) =
                    group.into_iter().partition(|index| lines[*index].area.center().x < gutter);
                cut(lines, is_mirrored, left, depth + 1, ordered);
                cut(lines, is_mirrored, right, depth + 1, ordered);
            }
            None if is_one => ordered.extend(by_parts(lines, is_mirrored, &set)),
            None => cut(lines, is_mirrored, group, depth + 1, ordered),
        }
    }
}

/// Returns true if the order of `set` is a plausible reading order: each step goes down, to the right, or up to the
/// next column.
fn is_plausible(lines: &[Line], is_mirrored: bool, set: &[usize]) -> bool {
    let mut across = 0;
    // Words of the other writing direction may be drawn in reverse order.
    let is_other = |line: &Line| is_rtl(&line.text) != is_mirrored;
    for pair in set.windows(2) {
        let (one, next) = (&lines[pair[0]], &lines[pair[1]]);
        if !(one.is_level && next.is_level) {
            continue;
        }
        let em = one.em.max(next.em);
        let (len, next_len) = (one.len(), next.len());
        if one.is_beside(next) {
            let is_back = next.area.x1 < one.area.x0 + em * 0.3;
            if is_back && len.min(next_len) >= 4 && !is_other(one) && !is_other(next) {
                return false;
            }
            let is_across = next.area.x0 > one.area.x1 + em * GUTTER_EM;
            across += usize::from(is_across && len >= COLUMN_CHARS && next_len >= COLUMN_CHARS);
            continue;
        }
        let is_up = next.base < one.base - em * 0.6;
        let is_text = len.max(next_len) > WORDS_CHARS && len.min(next_len) > 3;
        let is_right = next.area.x0 > one.area.x1 - em * 0.3;
        if is_up && is_text && !is_right {
            return false;
        }
    }
    across < ACROSS_MIN || !are_columns(lines, set)
}

fn is_rtl(text: &str) -> bool {
    text.chars().any(|one| matches!(one, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'))
}

/// Returns true if the lines are two columns of running text that are drawn row by row.
fn are_columns(lines: &[Line], set: &[usize]) -> bool {
    let groups = groups(lines, bands(lines, set));
    groups.into_iter().any(|(group, gutter)| {
        let Some(gutter) = gutter else { return false };
        let (left, right): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|index| lines[*index].area.center().x < gutter);
        [left, right].iter().all(|side| is_running_text(lines, side))
    })
}

/// Returns true if most lines fill their column.
fn is_running_text(lines: &[Line], side: &[usize]) -> bool {
    let left = side.iter().map(|index| lines[*index].area.x0).fold(f64::INFINITY, f64::min);
    let right = side.iter().map(|index| lines[*index].area.x1).fold(f64::NEG_INFINITY, f64::max);
    let full = side.iter().filter(|index| lines[**index].area.width() > (right - left) * 0.75).count();
    side.len() >= COLUMN_ROWS && full * 3 >= side.len() * 2
}

/// Splits the lines into bands, from top to bottom, between which there is free space.
fn bands(lines: &[Line], set: &[usize]) -> Vec<Vec<usize>> {
    let mut sorted = set.to_vec();
    sorted.sort_by(|one, other| lines[*one].area.y0.total_cmp(&lines[*other].area.y0));
    let mut bands: Vec<(f64, Vec<usize>)> = Vec::new();
    for index in sorted {
        let line = &lines[index];
        // The rectangles of lines with little leading overlap, so shrink them.
        let (top, bottom) = (line.area.y0 + line.em * 0.15, line.area.y1 - line.em * 0.15);
        match bands.last_mut() {
            Some((end, band)) if top < *end => {
                *end = end.max(bottom);
                band.push(index);
            }
            _ => bands.push((bottom, vec![index])),
        }
    }
    bands.into_iter().map(|(_, band)| band).collect()
}

/// Joins consecutive bands that share a gap between columns, and consecutive bands without gaps. Returns each group
/// with the middle of its gap, or `None` if it has no columns.
fn groups(lines: &[Line], bands: Vec<Vec<usize>>) -> Vec<(Vec<usize>, Option<f64>)> {
    let mut groups: Vec<(Vec<usize>, Vec<Gap>)> = Vec::new();
    for band in bands {
        let gaps = gaps(lines, &band);
        let span = span(lines, &band);
        if let Some((group, common)) = groups.last_mut()
            && (!common.is_empty() || gaps.is_empty())
        {
            let both = if common.is_empty() { Vec::new() } else { intersection(common, &gaps, span) };
            if both.is_empty() == common.is_empty() {
                *common = both;
                group.extend(band);
                continue;
            }
        }
        groups.push((band, gaps));
    }
    let middle = |group: &[usize], gaps: &[Gap]| {
        let widest = gaps.iter().max_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)))?;
        let middle = f64::midpoint(widest.0, widest.1);
        let sides = [true, false].map(|is_left| {
            group.iter().copied().filter(|index| (lines[*index].area.center().x < middle) == is_left).collect()
        });
        sides.iter().all(|side: &Vec<usize>| has_text(lines, side)).then_some(middle)
    };
    groups
        .into_iter()
        .map(|(group, gaps)| {
            let gutter = middle(&group, &gaps);
            (group, gutter)
        })
        .collect()
}

/// Returns true if the lines are text rather than table cells.
fn has_text(lines: &[Line], side: &[usize]) -> bool {
    let characters: usize = side.iter().map(|index| lines[*index].len()).sum();
    let mut rows = 0;
    let mut base = f64::NEG_INFINITY;
    let mut sorted: Vec<f64> = side.iter().map(|index| lines[*index].base).collect();
    sorted.sort_by(f64::total_cmp);
    for one in sorted {
        if one > base + 2.0 {
            rows += 1;
            base = one;
        }
    }
    rows >= COLUMN_ROWS && characters >= rows * COLUMN_CHARS
}

fn span(lines: &[Line], set: &[usize]) -> (f64, f64) {
    let left = set.iter().map(|index| lines[*index].area.x0).fold(f64::INFINITY, f64::min);
    (left, set.iter().map(|index| lines[*index].area.x1).fold(f64::NEG_INFINITY, f64::max))
}

/// Returns the horizontal ranges of a band that contain no text.
fn gaps(lines: &[Line], band: &[usize]) -> Vec<Gap> {
    let mut sorted = band.to_vec();
    sorted.sort_by(|one, other| lines[*one].area.x0.total_cmp(&lines[*other].area.x0));
    let mut gaps = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for index in sorted {
        let line = &lines[index];
        if end.is_finite() && line.area.x0 > end + line.em * GUTTER_EM {
            gaps.push((end, line.area.x0));
        }
        if gaps.len() >= GAPS_MAX {
            break;
        }
        end = end.max(line.area.x1);
    }
    gaps
}

/// Returns the ranges that are gaps both of a group and of a band with this `span`. The space beside the band counts as
/// a gap too.
fn intersection(common: &[Gap], gaps: &[Gap], span: Gap) -> Vec<Gap> {
    let free = [(f64::NEG_INFINITY, span.0), (span.1, f64::INFINITY)];
    let mut both = Vec::new();
    for one in common {
        for other in gaps.iter().chain(&free) {
            let part = (one.0.max(other.0), one.1.min(other.1));
            if part.1 - part.0 > 4.0 {
                both.push(part);
            }
        }
    }
    both
}

/// Splits the lines into parts that are drawn in a plausible order, and sorts the parts from top to bottom. If parts
/// overlap, sorts all lines by rows instead.
fn by_parts(lines: &[Line], is_mirrored: bool, set: &[usize]) -> Vec<usize> {
    let mut parts: Vec<(f64, f64, Vec<usize>)> = Vec::new();
    for index in set {
        let area = lines[*index].area;
        match parts.last_mut() {
            Some((top, bottom, part))
                if part.last().is_none_or(|last| is_plausible(lines, is_mirrored, &[*last, *index])) =>
            {
                (*top, *bottom) = (top.min(area.y0), bottom.max(area.y1));
                part.push(*index);
            }
            _ => parts.push((area.y0, area.y1, vec![*index])),
        }
    }
    parts.sort_by(|one, other| one.0.total_cmp(&other.0));
    if parts.windows(2).all(|pair| pair[1].0 > pair[0].1 - PARTS_OVERLAP_PT) {
        parts.into_iter().flat_map(|(_, _, part)| part).collect()
    } else {
        by_rows(lines, set.to_vec())
    }
}

/// Sorts lines by rows, and within a row from left to right.
fn by_rows(lines: &[Line], mut set: Vec<usize>) -> Vec<usize> {
    set.sort_by(|one, other| lines[*one].base.total_cmp(&lines[*other].base));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in set {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|first| lines[*first].is_beside(&lines[index])) => row.push(index),
            _ => rows.push(vec![index]),
        }
    }
    for row in &mut rows {
        row.sort_by(|one, other| lines[*one].area.x0.total_cmp(&lines[*other].area.x0));
    }
    rows.concat()
}

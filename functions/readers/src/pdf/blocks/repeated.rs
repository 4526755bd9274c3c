//! Running heads, page numbers and watermarks: text at the same place on several pages.

use std::collections::{HashMap, HashSet};

use super::block::Kind;
use super::line::{Artifact, Line, PageLines, Tag};
use super::statistics::Statistics;

/// Height of the areas at the top and at the bottom of a page that may contain running heads, as a share of the page.
const MARGIN: f64 = 0.17;

/// Minimum number of pages on which a text or a position must be repeated.
const PAGES_MIN: usize = 3;

/// Number of rows at the top and at the bottom of a page that may be running heads.
const ROWS_MAX: usize = 2;

/// Maximum size of running heads whose position is repeated, but not their text, relative to the body text.
const SCALE_MAX: f64 = 1.08;

/// Size below which text is smaller than the body text.
const SMALLER_THAN_BODY: f64 = 0.97;

/// Minimum size of a slanted watermark, relative to the body text.
const WATERMARK_SCALE: f64 = 1.8;

/// Minimum width of a page with a stamp at its edge, in points.
const STAMPED_MIN_PT: f64 = 400.0;

/// Steps in which positions are compared, in points.
const STEP_PT: f64 = 3.0;

/// Maximum length of a page number, in characters.
const NUMBER_MAX_CHARS: usize = 24;

/// For each line of a page its kind if it is running text, otherwise `None`.
pub(super) type Running = Vec<Option<Kind>>;

/// A line in the margin.
struct Candidate {
    page: usize,
    line: usize,
    is_top: bool,
    /// Index of the row, counted from the edge of the page.
    row: usize,
    y: i64,
    /// Text with `#` instead of numbers.
    pattern: String,
    /// Whether the page has no other row.
    is_alone: bool,
    is_apart: bool,
    is_small: bool,
}

/// Finds running text on all pages.
pub(super) fn find(pages: &[PageLines], statistics: &Statistics) -> Vec<Running> {
    let mut found: Vec<Running> = pages.iter().map(|page| vec![None; page.lines.len()]).collect();
    let candidates: Vec<Candidate> =
        pages.iter().enumerate().flat_map(|(index, page)| candidates(index, page, statistics)).collect();
    let same_text = counts(&candidates, |one| (one.is_top, one.y, one.pattern.clone()), |_| true);
    let same_text_apart = counts(&candidates, |one| (one.is_top, one.y, one.pattern.clone()), |one| one.is_apart);
    let same_place = counts(&candidates, |one| (one.is_top, one.y, String::new()), |one| one.is_apart && one.is_small);
    let rows = counts(&candidates, |one| (one.is_top, one.y, String::new()), |_| true);
    let offsets = number_offsets(&candidates, pages);
    let near = |counts: &Counts, one: &Candidate, text: &str| {
        [-1, 0, 1].iter().map(|step| count(counts, one.is_top, one.y + step, text)).max().unwrap_or(0)
    };
    // Slides with overlays repeat whole pages, so text that is not small must be on most pages.
    let pages_min = |one: &Candidate| PAGES_MIN.max(if one.is_small { pages.len() / 12 } else { pages.len() * 3 / 5 });
    let is_often = |one: &Candidate| near(&same_text, one, &one.pattern) >= pages_min(one);
    let apart: HashSet<(usize, bool, usize)> = candidates
        .iter()
        .filter(|one| one.is_apart && is_often(one))
        .map(|one| (one.page, one.is_top, one.row))
        .collect();
    for one in &candidates {
        let (place, all) = (near(&same_place, one, ""), near(&rows, one, ""));
        let is_number_like = is_page_number(&pages[one.page].lines[one.line].text);
        // If there are two rows, the outer one is not apart: it is close to the inner one, which is apart from the
        // text.
        let is_repeated = is_often(one)
            && (one.is_apart
                || (one.is_alone && near(&same_text_apart, one, &one.pattern) > 0)
                || apart.contains(&(one.page, one.is_top, one.row + 1)));
        let line = &pages[one.page].lines[one.line];
        // Many documents begin each page with a different heading, so the same position alone does not suffice.
        let is_marked = near(&same_text, one, &one.pattern) >= 2 || statistics.scale(line.em) < SMALLER_THAN_BODY;
        let is_placed = is_marked
            && one.is_small
            && one.is_apart
            && place >= PAGES_MIN
            && place * 5 >= pages.len()
            && place * 10 >= all * 7;
        let number = number_in(&pages[one.page].lines[one.line].text);
        let is_counted = is_number_like
            && !is_list_number(&pages[one.page].lines[one.line].text)
            && one.is_small
            && number.is_some_and(|number| {
                offsets.get(&(one.is_top, number - page_index(one.page))).is_some_and(|pages| *pages >= 2)
                    || (one.is_apart && number == i64::from(pages[one.page].number))
            });
        if is_repeated || is_placed || is_counted {
            let kind = match (is_number_like, one.is_top) {
                (true, _) => Kind::PageNumber,
                (false, true) => Kind::Header,
                (false, false) => Kind::Footer,
            };
            found[one.page][one.line] = Some(kind);
        }
    }
    mark_watermarks(pages, statistics, &mut found);
    mark_artifacts(pages, &mut found);
    found
}

type Counts = HashMap<(bool, i64, String), HashSet<usize>>;

fn counts(
    candidates: &[Candidate],
    key: impl Fn(&Candidate) -> (bool, i64, String),
    is_counted: impl Fn(&Candidate) -> bool,
) -> Counts {
    let mut counts: Counts = HashMap::new();
    for one in candidates.iter().filter(|one| is_counted(one)) {
        counts.entry(key(one)).or_default().insert(one.page);
    }
    counts
}

fn count(counts: &Counts, is_top: bool, y: i64, text: &str) -> usize {
    counts.get(&(is_top, y, text.to_owned())).map_or(0, HashSet::len)
}

fn page_index(page: usize) -> i64 {
    i64::try_from(page).unwrap_or(i64::MAX / 2)
}

/// Counts the pages by the difference between the number in their margin and their index in the file.
fn number_offsets(candidates: &[Candidate], pages: &[PageLines]) -> HashMap<(bool, i64), usize> {
    let mut offsets: HashMap<(bool, i64), HashSet<usize>> = HashMap::new();
    for one in candidates {
        let text = &pages[one.page].lines[one.line].text;
        if let Some(number) = number_in(text).filter(|_| is_page_number(text)) {
            offsets.entry((one.is_top, number - page_index(one.page))).or_default().insert(one.page);
        }
    }
    offsets.into_iter().map(|(offset, pages)| (offset, pages.len())).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn step(y: f64) -> i64 {
    (y / STEP_PT).round() as i64
}

/// Returns the lines of the outer rows of a page.
fn candidates(page: usize, lines: &PageLines, statistics: &Statistics) -> Vec<Candidate> {
    let mut sorted: Vec<usize> = (0..lines.lines.len()).filter(|index| lines.lines[*index].is_level).collect();
    sorted.sort_by(|one, other| lines.lines[*one].base.total_cmp(&lines.lines[*other].base));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in sorted {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|first| lines.lines[*first].is_beside(&lines.lines[index])) => {
                row.push(index);
            }
            _ => rows.push(vec![index]),
        }
    }
    let base = |row: Option<&Vec<usize>>| row.and_then(|row| row.first()).map(|index| lines.lines[*index].base);
    let mut found = Vec::new();
    let count = rows.len();
    for (number, row) in rows.iter().enumerate() {
        let from_top = number < ROWS_MAX;
        let from_bottom = number + ROWS_MAX >= count;
        for index in row.iter().filter(|_| from_top || from_bottom) {
            let line = &lines.lines[*index];
            let is_top = from_top && line.base < lines.height * MARGIN;
            let is_bottom = from_bottom && line.base > lines.height * (1.0 - MARGIN);
            if !is_top && !is_bottom {
                continue;
            }
            let neighbour = if is_top {
                base(rows.get(number + 1))
            } else {
                base(number.checked_sub(1).and_then(|above| rows.get(above)))
            };
            // The only line of a page is its text, unless pages with more text repeat it.
            let distance = neighbour.map_or(0.0, |other| (other - line.base).abs());
            found.push(Candidate {
                page,
                line: *index,
                is_top,
                row: if is_top { number } else { count - 1 - number },
                y: step(line.base),
                pattern: pattern(&line.text),
                is_alone: neighbour.is_none(),
                is_apart: distance > statistics.leading_em * statistics.body_em * 1.25,
                is_small: statistics.scale(line.em) <= SCALE_MAX,
            });
        }
    }
    found
}

/// Returns the text with `#` instead of each number.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for one in text.trim().chars().filter(|one| !one.is_whitespace()).take(200) {
        if !one.is_numeric() {
            pattern.push(one);
        } else if !pattern.ends_with('#') {
            pattern.push('#');
        }
    }
    pattern
}

/// Returns the first number of a text, in digits or as a Roman numeral.
fn number_in(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits: String =
        text.chars().skip_while(|one| !one.is_ascii_digit()).take_while(char::is_ascii_digit).take(6).collect();
    if digits.is_empty() { roman(text) } else { digits.parse().ok() }
}

fn roman(text: &str) -> Option<i64> {
    let value = |one: char| {
        Some(match one {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    if text.is_empty() || text.len() > 8 {
        return None;
    }
    let values: Vec<i64> = text.chars().map(value).collect::<Option<_>>()?;
    let mut sum = 0;
    for (index, value) in values.iter().enumerate() {
        sum += if values.get(index + 1).is_some_and(|next| next > value) { -value } else { *value };
    }
    Some(sum)
}

/// Returns true for `12`, `- 12 -`, `Page 3 of 9`, `3/9` and `iv`.
fn is_page_number(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > NUMBER_MAX_CHARS || number_in(text).is_none() {
        return false;
    }
    let words = text.split(|one: char| !one.is_alphabetic()).filter(|word| !word.is_empty());
    let is_word = |word: &str| {
        matches!(
            word.to_lowercase().as_str(),
            "page" | "seite" | "of" | "von" | "p" | "s" | "pág" | "página" | "de" | "sur" | "pagina" | "di" | "slide"
        ) || roman(word).is_some()
    };
    let mut words = words.peekable();
    let has_digit = text.chars().any(|one| one.is_ascii_digit());
    (has_digit || words.peek().is_some()) && words.all(is_word)
}

/// Returns true for `3.` and `3)`.
fn is_list_number(text: &str) -> bool {
    text.trim().strip_suffix(['.', ')']).is_some_and(|digits| digits.chars().all(|one| one.is_ascii_digit()))
}

/// Marks large slanted lines, and vertical lines at the edge of a page whose other lines are horizontal.
fn mark_watermarks(pages: &[PageLines], statistics: &Statistics, found: &mut [Running]) {
    for (page, running) in pages.iter().zip(found) {
        let (level, all) = page
            .lines
            .iter()
            .fold((0, 0), |(level, all), line| (level + if line.is_level { line.len() } else { 0 }, all + line.len()));
        for (line, kind) in page.lines.iter().zip(running) {
            let is_large = statistics.scale(line.em) > WATERMARK_SCALE && line.is_slanted;
            let center = line.area.center().x;
            // On a small page, vertical text at the edge may be the label of an axis in a diagram.
            let is_at_edge = page.width > STAMPED_MIN_PT && (center < page.width * 0.07 || center > page.width * 0.93);
            let is_stamp = !line.is_level && !line.is_slanted && is_at_edge && line.len() > 8 && level * 2 > all;
            if is_large || is_stamp {
                *kind = Some(Kind::Watermark);
            }
        }
    }
}

/// Marks lines that the file declares as artifacts.
fn mark_artifacts(pages: &[PageLines], found: &mut [Running]) {
    for (page, running) in pages.iter().zip(found) {
        for (line, kind) in page.lines.iter().zip(running) {
            let Tag::Artifact(artifact) = line.tag else {
                // Content of the structure tree is text, except for repeated page numbers.
                if matches!(line.tag, Tag::Element { .. }) && *kind != Some(Kind::PageNumber) {
                    *kind = None;
                }
                continue;
            };
            *kind = (*kind).or_else(|| kind_of(artifact, line, page.height));
        }
    }
}

fn kind_of(artifact: Artifact, line: &Line, height: f64) -> Option<Kind> {
    let is_top = line.base < height * MARGIN;
    let is_bottom = line.base > height * (1.0 - MARGIN);
    match artifact {
        Artifact::Watermark => Some(Kind::Watermark),
        Artifact::PageNumber => Some(Kind::PageNumber),
        _ if is_page_number(&line.text) && (is_top || is_bottom) => Some(Kind::PageNumber),
        Artifact::Header => Some(Kind::Header),
        Artifact::Footer => Some(Kind::Footer),
        Artifact::Other if is_top => Some(Kind::Header),
        Artifact::Other if is_bottom => Some(Kind::Footer),
        Artifact::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_are_distinguished_from_words_and_years() {
        for text in ["12", "- 12 -", "Page 3 of 9", "3/9", "iv", "S. 4", "[7]"] {
            assert!(is_page_number(text), "{text}");
        }
        for text in ["", "Chapter 3", "mild", "12 apples", "–"] {
            assert!(!is_page_number(text), "{text}");
        }
        assert!(is_list_number("3.") && is_list_number(" 12) ") && !is_list_number("(3)") && !is_list_number("3"));
        assert_eq!((number_in("Page 3 of 9"), number_in("xiv"), number_in("mix")), (Some(3), Some(14), None));
    }
}

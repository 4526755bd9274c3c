//! Assembles the glyphs of a page into lines of words.
//!
//! Glyphs are processed in drawing order, which is the reading order in nearly all files and the order that pdf.js
//! keeps. Only lines with right-to-left words are sorted, and lines drawn backwards are reversed.

use hayro::kurbo::{Point, Vec2};
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use super::super::blocks::line::Tag;
use super::glyphs::PlacedGlyph;
use super::marks;

/// Minimum width of a gap that counts as a space, in em. Poppler and pdf.js have the same limit.
const SPACE_EM: f64 = 0.1;

/// Minimum width of letter-spacing, in em.
const TRACKING_MIN_EM: f64 = 0.04;

/// Maximum width of letter-spacing, in em.
const TRACKING_MAX_EM: f64 = 0.6;

/// Maximum difference between the gaps of a letter-spaced word, in em.
const TRACKING_EVEN_EM: f64 = 0.08;

/// Maximum gap inside a letter-spaced word in a normal line, in em. The thin space of a formula has 0.167 em.
const TRACKED_WORD_GAP_MAX_EM: f64 = 0.15;

/// Minimum number of gaps in letter-spaced text that does not fill the line. Separate letters such as variables have
/// fewer.
const TRACKED_GAPS_MIN: usize = 3;

/// Minimum number of gaps in letter-spaced text that fills the line.
const TRACKED_LINE_GAPS_MIN: usize = 2;

/// Maximum length of a footnote mark, in characters.
const NOTE_MARK_MAX_CHARS: usize = 3;

/// Maximum distance between the baselines of adjacent characters of a line, in em. Exponents and indices stay on their
/// line.
const DROP_EM: f64 = 0.7;

/// Minimum gap between columns, in em.
const COLUMN_GAP_EM: f64 = 1.5;

/// Maximum step backwards within a line, in em.
const BACK_EM: f64 = 1.5;

/// Maximum overlap of adjacent characters, in em.
const OVERLAP_EM: f64 = 0.2;

/// Minimum number of characters in a line drawn backwards. Fewer may be a fraction or an exponent.
const BACKWARDS_MIN_CHARS: usize = 4;

/// Maximum difference between equal font sizes, in points.
const SAME_SIZE_PT: f64 = 0.05;

/// Maximum number of font sizes that are counted per line.
const SIZES_MAX: usize = 8;

/// Maximum difference between the widths of characters of a typewriter font, in em.
const SAME_WIDTH_EM: f64 = 0.01;

/// A line is right-to-left as a whole if more than one in three of its letters is right-to-left.
const RTL_ONE_IN: usize = 3;

/// A letter with its marks, or another separate character.
#[derive(Debug, Clone)]
struct Cluster {
    text: String,
    /// Position along the line, in points.
    start: f64,
    end: f64,
    /// Distance below the first glyph of the line, in points.
    drop: f64,
    em: f64,
    ink: f64,
}

impl Cluster {
    fn first(&self) -> char {
        self.text.chars().next().unwrap_or(' ')
    }

    fn is_space(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }

    fn is_rtl(&self) -> bool {
        matches!(bidi_class(self.first()), BidiClass::R | BidiClass::AL)
    }

    /// Returns true if the middle of `other` is above or below this cluster.
    fn is_around(&self, other: &Self) -> bool {
        let (middle, tolerance) = (f64::midpoint(other.start, other.end), self.em * 0.05);
        (self.start - tolerance..=self.end + tolerance).contains(&middle)
    }
}

/// A line under construction.
struct Line {
    origin: Point,
    along: Vec2,
    has_rtl: bool,
    is_mirrored: bool,
    tag: Tag,
    clusters: Vec<Cluster>,
}

/// The text of a line.
#[derive(Debug, Default)]
pub(super) struct TextLine {
    /// Pieces of the text, each with its font size in points.
    pub(super) pieces: Vec<(String, f64)>,
    /// Start of the line, in points; y grows downwards.
    pub(super) start: Point,
    /// Both ends of the baseline of the characters with the main font size, in points.
    pub(super) baseline: (Point, Point),
    /// Direction as a unit vector.
    pub(super) along: Vec2,
    /// Font size of most characters, in points.
    pub(super) em: f64,
    /// Marked content of the line.
    pub(super) tag: Tag,
    /// Ink of the Latin lower-case letters, in square em.
    pub(super) ink: Vec<(u8, f64)>,
    /// True if all characters have the same width, although letters such as `i` and `m` are among them.
    pub(super) is_monospace: bool,
    /// True if all characters have the same width.
    pub(super) is_even: bool,
}

impl TextLine {
    /// Returns the text in pieces.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(|(text, _)| text.as_str())
    }
}

/// Returns the lines of a page in drawing order.
pub(super) fn group_into_lines(glyphs: &[PlacedGlyph]) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let mut line: Option<Line> = None;
    for glyph in glyphs {
        if line.as_mut().is_some_and(|line| line.take(glyph)) {
            continue;
        }
        lines.extend(line.replace(Line::starting_with(glyph)).map(Line::finish));
    }
    lines.extend(line.map(Line::finish));
    lines
}

impl Line {
    fn starting_with(glyph: &PlacedGlyph) -> Self {
        let (origin, along, is_mirrored) = (glyph.start, glyph.direction, glyph.is_mirrored);
        let mut line = Self { origin, along, has_rtl: false, is_mirrored, tag: glyph.tag, clusters: Vec::new() };
        let end = glyph.direction.dot(glyph.end - glyph.start);
        line.push(Cluster { text: glyph.text.clone(), start: 0.0, end, drop: 0.0, em: glyph.em, ink: glyph.ink });
        line
    }

    fn push(&mut self, cluster: Cluster) {
        self.has_rtl |= cluster.is_rtl();
        self.clusters.push(cluster);
    }

    /// Adds the glyph if it continues this line.
    fn take(&mut self, glyph: &PlacedGlyph) -> bool {
        let from_origin = glyph.start - self.origin;
        let start = self.along.dot(from_origin);
        let mut next = Cluster {
            text: glyph.text.clone(),
            start,
            end: start + self.along.dot(glyph.end - glyph.start),
            drop: self.along.cross(from_origin),
            em: glyph.em,
            ink: glyph.ink,
        };
        let Some(last) = self.clusters.last_mut() else { return false };
        let fall = (next.drop - last.drop).abs();
        if self.tag != glyph.tag || self.along.dot(glyph.direction) < 0.99 || fall > last.em.max(next.em) {
            return false;
        }
        let drop_em = (next.drop - last.drop) / last.em;
        if let Some(mark) =
            marks::combining_form_below(&next.text, drop_em).or_else(|| marks::combining_form(&next.text))
            && (last.is_around(&next) || (marks::is_combining(&next.text) && !self.has_rtl))
            && let Some(text) = marks::compose(&last.text, mark)
        {
            last.text = text;
            last.end = last.end.max(next.end);
            return true;
        }
        if let Some(mark) = marks::combining_form(&last.text)
            && next.is_around(last)
            && let Some(text) = marks::compose(&next.text, mark)
        {
            next.text = text;
            *last = next;
            return true;
        }
        let is_in_rtl = (self.has_rtl || next.is_rtl()) && fall < last.em * 0.1;
        let is_step = !(-BACK_EM..COLUMN_GAP_EM).contains(&((next.start - last.end) / last.em));
        if fall > last.em * DROP_EM || (is_step && !is_in_rtl) {
            return false;
        }
        self.push(next);
        true
    }

    /// Returns true if each character is drawn before its left neighbour. Some programs draw right-to-left pages this
    /// way.
    fn is_backwards(&self) -> bool {
        let is_step_back = |pair: &[Cluster]| pair[1].end < pair[0].start + pair[0].em * OVERLAP_EM;
        !self.is_mirrored && self.clusters.len() >= BACKWARDS_MIN_CHARS && self.clusters.windows(2).all(is_step_back)
    }

    fn finish(mut self) -> TextLine {
        if self.has_rtl {
            self.clusters.sort_by(|one, other| one.start.total_cmp(&other.start));
            self.clusters = with_marks(self.clusters);
        } else if self.is_backwards() {
            self.clusters.reverse();
        }
        let shape = self.shape();
        let clusters = with_spaces(self.clusters);
        let order = if self.has_rtl { logical_order(&clusters) } else { (0..clusters.len()).collect() };
        let piece = |index: &usize| (clusters[*index].text.clone(), clusters[*index].em);
        TextLine { pieces: order.iter().map(piece).collect(), ..shape }
    }

    /// Returns the line without its text.
    fn shape(&self) -> TextLine {
        let em = main_size(&self.clusters);
        let drop = self.clusters.iter().find(|one| (one.em - em).abs() < SAME_SIZE_PT).map_or(0.0, |one| one.drop);
        let down = Vec2::new(-self.along.y, self.along.x) * drop;
        let start = self.clusters.iter().map(|one| one.start).fold(f64::INFINITY, f64::min);
        let end = self.clusters.iter().map(|one| one.end).fold(f64::NEG_INFINITY, f64::max);
        let at = |place: f64| self.origin + down + self.along * place;
        let ink = self.clusters.iter().filter(|one| one.ink > 0.0);
        TextLine {
            pieces: Vec::new(),
            start: self.origin,
            baseline: (at(start), at(end)),
            along: self.along,
            em,
            tag: self.tag,
            ink: ink.filter_map(|one| Some((*one.text.as_bytes().first()?, one.ink))).collect(),
            is_monospace: is_even(&self.clusters) && has_narrow_and_wide(&self.clusters),
            is_even: is_even(&self.clusters),
        }
    }
}

/// Returns the font size of most characters, in points.
fn main_size(clusters: &[Cluster]) -> f64 {
    let mut sizes: Vec<(f64, usize)> = Vec::new();
    for cluster in clusters.iter().filter(|one| !one.is_space()) {
        if let Some((_, count)) = sizes.iter_mut().find(|(em, _)| (em - cluster.em).abs() < SAME_SIZE_PT) {
            *count += 1;
        } else if sizes.len() < SIZES_MAX {
            sizes.push((cluster.em, 1));
        }
    }
    let most = sizes.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or_else(|| clusters.first().map_or(0.0, |one| one.em), |(em, _)| *em)
}

/// Returns true if all characters have the same width.
fn is_even(clusters: &[Cluster]) -> bool {
    let width = |one: &Cluster| (one.end - one.start) / one.em;
    let mut letters = clusters.iter().filter(|one| !one.is_space());
    let Some(first) = letters.next().map(width) else { return false };
    letters.all(|one| (width(one) - first).abs() < SAME_WIDTH_EM)
}

/// Returns true if the line has letters whose widths differ in all fonts except typewriter fonts.
fn has_narrow_and_wide(clusters: &[Cluster]) -> bool {
    let is_narrow =
        |one: &Cluster| matches!(one.first(), 'i' | 'l' | 'j' | 't' | 'f' | 'r' | '.' | ',' | ':' | ';' | '(');
    let is_wide = |one: &Cluster| one.first().is_ascii_alphabetic() && !is_narrow(one);
    clusters.iter().any(is_narrow) && clusters.iter().any(is_wide)
}

/// Attaches each mark to the letter at the same position, regardless of the drawing order.
fn with_marks(clusters: Vec<Cluster>) -> Vec<Cluster> {
    let (marks, mut letters): (Vec<Cluster>, Vec<Cluster>) =
        clusters.into_iter().partition(|cluster| marks::is_combining(&cluster.text));
    for mark in marks {
        let middle = f64::midpoint(mark.start, mark.end);
        let before = letters.partition_point(|letter| letter.start <= middle).checked_sub(1);
        if let Some(letter) = before.and_then(|index| letters.get_mut(index))
            && letter.is_around(&mark)
            && let Some(text) = marks::compose(&letter.text, mark.first())
        {
            letter.text = text;
        }
    }
    letters
}

/// Inserts a space cluster into each gap that separates words.
fn with_spaces(clusters: Vec<Cluster>) -> Vec<Cluster> {
    let gaps: Vec<f64> = clusters.windows(2).map(|pair| (pair[1].start - pair[0].end) / pair[0].em).collect();
    let tracked = tracking(&clusters, &gaps);
    let tracked_words = tracked_words(&clusters, &gaps);
    let mut spaced: Vec<Cluster> = Vec::with_capacity(clusters.len());
    for (index, cluster) in clusters.into_iter().enumerate() {
        if let Some(before) = spaced.last()
            && !before.is_space()
            && !cluster.is_space()
        {
            let gap = gaps[index - 1];
            let is_in_word =
                tracked_words[index - 1] || tracked.is_some_and(|tracked| (tracked - gap).abs() < TRACKING_EVEN_EM);
            let is_behind_mark = index <= NOTE_MARK_MAX_CHARS && is_note_mark(&spaced, &cluster);
            if (gap > SPACE_EM && !is_in_word) || is_behind_mark {
                spaced.push(Cluster { text: " ".to_owned(), start: before.end, end: cluster.start, ..before.clone() });
            }
        }
        spaced.push(cluster);
    }
    spaced
}

/// Returns true if only small raised digits precede a word, as at the start of a footnote.
fn is_note_mark(before: &[Cluster], word: &Cluster) -> bool {
    let is_part =
        |one: &Cluster| one.em < word.em * 0.85 && one.first().is_numeric() && word.drop - one.drop > word.em * 0.15;
    word.first().is_alphabetic() && before.iter().all(is_part)
}

/// Returns the gap between the letters of a letter-spaced line, in em.
fn tracking(clusters: &[Cluster], gaps: &[f64]) -> Option<f64> {
    let is_letter = |index: usize| clusters[index].first().is_alphabetic();
    let between_letters = (0..gaps.len()).filter(|index| is_letter(*index) && is_letter(index + 1));
    let mut between_letters: Vec<f64> = between_letters.map(|index| gaps[index]).collect();
    between_letters.sort_by(f64::total_cmp);
    let tracked = *between_letters.get(between_letters.len() / 2)?;
    let even = between_letters.iter().filter(|gap| (*gap - tracked).abs() < TRACKING_EVEN_EM).count();
    let is_whole_line = even == gaps.len() && even >= TRACKED_LINE_GAPS_MIN;
    let is_tracked = (TRACKING_MIN_EM..TRACKING_MAX_EM).contains(&tracked);
    (is_tracked && (even >= TRACKED_GAPS_MIN || is_whole_line) && even * 2 > between_letters.len()).then_some(tracked)
}

/// Returns for each gap whether it is inside a letter-spaced word, such as one in small capitals. LaTeX's microtype
/// uses 0.1 em, which equals the limit for spaces, so a single gap does not show whether it is a space.
fn tracked_words(clusters: &[Cluster], gaps: &[f64]) -> Vec<bool> {
    let is_letter = |index: usize| clusters[index].first().is_alphabetic();
    let is_close = |index: usize| gaps[index] < TRACKED_WORD_GAP_MAX_EM && is_letter(index) && is_letter(index + 1);
    let mut inside = vec![false; gaps.len()];
    let mut start = 0;
    while start < gaps.len() {
        let end = (start..gaps.len()).find(|index| !is_close(*index)).unwrap_or(gaps.len());
        let wide = gaps[start..end].iter().filter(|gap| **gap >= TRACKING_MIN_EM).count();
        if wide >= TRACKED_GAPS_MIN && wide * 4 >= (end - start) * 3 {
            inside[start..end].fill(true);
        }
        start = end + 1;
    }
    // If the line contains space characters, words are separated by them, so wider gaps are letter-spacing too if they
    // are even.
    if clusters.iter().any(Cluster::is_space) {
        let mut start = 0;
        while start < gaps.len() {
            let is_even = |index: usize| {
                let is_tracked = (TRACKING_MIN_EM..TRACKING_MAX_EM).contains(&gaps[index]);
                is_tracked
                    && (gaps[index] - gaps[start]).abs() < TRACKING_EVEN_EM
                    && is_letter(index)
                    && is_letter(index + 1)
            };
            let end = (start..gaps.len()).find(|index| !is_even(*index)).unwrap_or(gaps.len());
            if end - start >= TRACKED_GAPS_MIN {
                inside[start..end].fill(true);
            }
            start = end.max(start + 1);
        }
    }
    inside
}

/// Returns the reading order of clusters that are in visual order.
fn logical_order(clusters: &[Cluster]) -> Vec<usize> {
    let letters: Vec<bool> = clusters.iter().filter(|one| one.first().is_alphabetic()).map(Cluster::is_rtl).collect();
    let rtl = letters.iter().filter(|is_rtl| **is_rtl).count();
    // A line with mostly left-to-right letters that also starts and ends with them is left-to-right as a whole.
    let is_inside = rtl * 2 < letters.len() && letters.first() == Some(&false) && letters.last() == Some(&false);
    let base = if rtl * RTL_ONE_IN > letters.len() && !is_inside { Level::rtl() } else { Level::ltr() };
    // A control character could end the paragraph.
    let firsts = clusters.iter().map(Cluster::first).map(|one| if one.is_control() { ' ' } else { one });
    let seen: String = firsts.collect();
    let info = BidiInfo::new(&seen, Some(base));
    let levels: Vec<Level> = seen.char_indices().map(|(place, _)| info.levels[place]).collect();
    BidiInfo::reorder_visual(&levels)
}

//! Headings and their levels.
//!
//! A heading is larger or bolder than the body text of the document, or the outline names it. Headings of the same
//! style have the same level, unless the outline or the depth of their numbers says otherwise.

use super::block::{Block, Kind, Page};
use super::outline::Outline;
use super::paragraphs::has_leaders;
use super::statistics::Statistics;

/// Minimum size of a heading that is not bold, relative to the body text.
const SCALE: f64 = 1.14;

/// Minimum size of a bold heading, relative to the body text.
const BOLD_SCALE_MIN: f64 = 0.94;

/// Maximum length of a heading, in characters.
const MAX_CHARS: usize = 200;

/// Maximum length of a bold heading that is not larger than the body text, in characters.
const BOLD_MAX_CHARS: usize = 110;

/// Maximum number of rows of a heading.
const ROWS_MAX: usize = 4;

/// Maximum number of styles that get levels. Real documents have less than a tenth of this number.
const STYLES_MAX: usize = 200;

/// Maximum number of blocks below the title that are examined.
const TITLE_LINES_MAX: usize = 20;

/// Maximum size of the text on a title page in addition to the title, in bytes.
const TITLE_PAGE_MAX_BYTES: usize = 300;

/// Deepest level of a heading.
const LEVEL_MAX: u8 = 6;

/// Font size in quarters of a point, and whether the font is bold.
type Style = (u32, bool);

/// Marks the headings of all pages and gives them levels.
pub(super) fn mark(pages: &mut [Page], outline: &Outline, statistics: &Statistics) {
    for page in pages.iter_mut() {
        for block in &mut page.blocks {
            if is_candidate(block, outline, statistics) {
                restore_marker(block);
                block.kind = Kind::Heading;
                block.level = None;
            }
        }
    }
    unmark_title_lines(pages, outline);
    let title = title(pages);
    let offset = u8::from(title.is_some());
    if let Some(block) = title.and_then(|index| pages.first_mut()?.blocks.get_mut(index)) {
        block.level = Some(1);
    }
    let is_left = |block: &Block| is_found(block) && block.level.is_none();
    let headings = || pages.iter().flat_map(|page| &page.blocks).filter(|block| is_left(block));
    let mut styles: Vec<Style> = headings().map(style).collect();
    styles.sort_by(|one, other| other.cmp(one));
    styles.dedup();
    styles.truncate(STYLES_MAX);
    let mut levels: Vec<(Style, u8)> = Vec::new();
    let mut last = offset;
    for one in styles {
        let alike: Vec<&Block> = headings().filter(|block| style(block) == one).collect();
        let from_outline = most_frequent(alike.iter().filter_map(|block| outline.level(&block.text)));
        // A style gets the smallest depth of the numbers of its headings.
        let from_number = alike.iter().filter_map(|block| number_depth(&block.text)).min();
        let is_numbered = alike.iter().filter(|block| number_depth(&block.text).is_some()).count() * 2 > alike.len();
        let known = from_outline.or(from_number.filter(|_| is_numbered)).map(|level| level + offset);
        let level = known.unwrap_or(last + 1).clamp(1, LEVEL_MAX);
        levels.push((one, level));
        last = last.max(level).min(LEVEL_MAX - 1);
    }
    for block in pages.iter_mut().flat_map(|page| &mut page.blocks).filter(|block| is_left(block)) {
        let look = style(block);
        let of_style = levels.iter().find(|(style, _)| *style == look).map_or(1, |(_, level)| *level);
        let own = outline.level(&block.text).or_else(|| number_depth(&block.text)).map(|level| level + offset);
        block.level = Some(own.unwrap_or(of_style).clamp(1, LEVEL_MAX));
    }
}

/// Returns true for a heading that was found by its appearance and has no level from the structure tree.
fn is_found(block: &Block) -> bool {
    block.kind == Kind::Heading && block.look.element.is_none()
}

fn is_candidate(block: &Block, outline: &Outline, statistics: &Statistics) -> bool {
    if block.look.element.is_some() || !matches!(block.kind, Kind::Paragraph | Kind::ListItem) {
        return false;
    }
    let text = block.text.as_str();
    let count = text.chars().count();
    let letters = text.chars().filter(|one| one.is_alphabetic()).count();
    let is_short = count <= MAX_CHARS && block.look.rows <= ROWS_MAX;
    let has_word =
        text.split(|one: char| !one.is_alphabetic()).any(|word| word.chars().count() >= 3 || !word.is_ascii());
    if !has_word || letters < 2 || letters * 2 < count || !is_short || has_leaders(text) || text.ends_with([',', ';']) {
        return false;
    }
    let (scale, is_bold) = (statistics.scale(block.look.em), block.look.is_bold);
    if outline.level(text).is_some() && (scale > 1.03 || is_bold) {
        return true;
    }
    let is_large = scale >= SCALE;
    let is_sentence = text.ends_with('.') && count > 60;
    let is_bold_line = is_bold
        && scale >= BOLD_SCALE_MIN
        && block.look.is_apart
        && block.look.rows <= 2
        && count <= BOLD_MAX_CHARS
        && !text.ends_with(['.', ':'])
        && !ends_with_page_number(text);
    (is_large && !is_sentence) || is_bold_line
}

/// Returns true for an entry of a table of contents.
fn ends_with_page_number(text: &str) -> bool {
    let mut words = text.rsplit(' ');
    let last = words.next().unwrap_or_default();
    number_depth(text).is_some() && words.count() > 1 && last.bytes().all(|one| one.is_ascii_digit())
}

/// Puts the number of a heading, which looks like the marker of a list item, back into its text.
fn restore_marker(block: &mut Block) {
    if let Some(marker) = block.marker.take() {
        block.text = format!("{marker} {}", block.text);
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn style(block: &Block) -> Style {
    ((block.look.em * 4.0).round() as u32, block.look.is_bold)
}

/// Returns the title as the index of its block on the first page: the first heading, if it is larger than all others,
/// the only centred one, or alone on a title page.
fn title(pages: &[Page]) -> Option<usize> {
    let page = pages.first()?;
    let (index, first) = page.blocks.iter().enumerate().find(|(_, block)| is_found(block))?;
    let look = style(first);
    let others = || {
        pages
            .iter()
            .flat_map(|page| page.blocks.iter().map(move |block| (page, block)))
            .filter(|(_, block)| is_found(block))
            .skip(1)
    };
    let largest = others().map(|(_, block)| style(block).0).max()?;
    if number_depth(&first.text).is_some() || largest > look.0 {
        return None;
    }
    // The heading of a slide is not a title. Headings of other slides are at the same place.
    let is_there = |block: &Block| {
        (block.area.x0 - first.area.x0).abs() < block.look.em && (block.area.y0 - first.area.y0).abs() < block.look.em
    };
    let is_alone = || {
        let text: usize =
            page.blocks.iter().filter(|block| !block.kind.is_running()).map(|block| block.text.len()).sum();
        text < first.text.len() + TITLE_PAGE_MAX_BYTES
            && page.blocks.iter().filter(|block| is_found(block)).count() == 1
    };
    let is_centred =
        |(page, block): (&Page, &Block)| (block.area.center().x - page.width / 2.0).abs() < page.width * 0.02;
    let is_only_centred = || is_centred((page, first)) && !others().any(is_centred);
    (largest < look.0 || (is_alone() && !others().any(|(_, block)| is_there(block))) || is_only_centred())
        .then_some(index)
}

/// Changes headings directly below the title, such as authors and dates, back into paragraphs, unless other headings
/// have their style.
fn unmark_title_lines(pages: &mut [Page], outline: &Outline) {
    let Some(title) = title(pages) else { return };
    let Some((first, rest)) = pages.split_first_mut() else { return };
    let title_look = first.blocks.get(title).map(style);
    let start = title + 1;
    let below = first.blocks.iter().skip(start).take(TITLE_LINES_MAX).take_while(|block| is_found(block)).count();
    let is_unlike = |look: Style, others: &[Block]| !others.iter().any(|block| is_found(block) && style(block) == look);
    for index in start..start + below {
        let Some((before, after)) = first.blocks.split_at_mut_checked(start + below) else { return };
        let Some(block) = before.get_mut(index) else { return };
        let look = style(block);
        let is_last = index + 1 == start + below;
        let is_known = number_depth(&block.text).is_some() || outline.level(&block.text).is_some();
        let is_unique = is_unlike(look, after) && rest.iter().all(|page| is_unlike(look, &page.blocks));
        if !is_known && is_unique && Some(look) != title_look && !(is_last && look.1) {
            block.kind = Kind::Paragraph;
            block.level = None;
        }
    }
}

/// Returns the depth of the number of a heading: 1 for `2 Results`, 2 for `2.1 Data` and `A.1 Proofs`.
fn number_depth(text: &str) -> Option<u8> {
    let (number, rest) = text.split_once(' ')?;
    let number = number.strip_suffix('.').unwrap_or(number);
    let mut parts = number.split('.');
    let first = parts.next()?;
    let is_digits = |part: &str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|one| one.is_ascii_digit());
    let is_letter = first.len() == 1 && first.bytes().all(|one| one.is_ascii_uppercase()) && number.contains('.');
    let depth = 1 + number.matches('.').count();
    let is_title = rest.starts_with(|one: char| one.is_alphanumeric() || one == '“');
    ((is_digits(first) || is_letter) && parts.all(is_digits) && is_title)
        .then(|| u8::try_from(depth).unwrap_or(LEVEL_MAX))
}

fn most_frequent(levels: impl Iterator<Item = u8>) -> Option<u8> {
    let mut counts = [0_usize; LEVEL_MAX as usize + 1];
    for level in levels {
        if let Some(count) = counts.get_mut(usize::from(level)) {
            *count += 1;
        }
    }
    let (level, count) = (0..).zip(counts).max_by_key(|(level, count)| (*count, u8::MAX - *level))?;
    (count > 0).then_some(level)
}

#[cfg(test)]
mod tests {
    use hayro::kurbo::Rect;

    use super::super::block::Look;
    use super::*;

    fn block(text: &str, em: f64, is_bold: bool) -> Block {
        let look = Look { em, is_bold, rows: 1, is_apart: true, ..Look::default() };
        Block::new(Kind::Paragraph, text.to_owned(), Rect::ZERO, look)
    }

    fn levels(blocks: Vec<Block>, outline: &Outline) -> Vec<Option<u8>> {
        let mut pages = [Page { page: 1, width: 600.0, height: 800.0, blocks }];
        mark(&mut pages, outline, &Statistics::plain(10.0));
        pages[0].blocks.iter().map(|block| block.level).collect()
    }

    #[test]
    fn levels_follow_sizes_and_numbers_below_the_title() {
        let blocks = vec![
            block("Waves and Heat", 20.0, false),
            block("Amara Okafor", 12.0, false),
            block("1 Introduction", 14.0, true),
            block("Running text of the paper.", 10.0, false),
            block("1.1 History", 12.0, true),
            block("2 Results", 14.0, true),
            block("A remark", 10.0, true),
        ];
        let expected = [Some(1), None, Some(2), None, Some(3), Some(2), Some(4)];
        assert_eq!(levels(blocks, &Outline::default()), expected);
    }

    #[test]
    fn levels_of_the_outline_take_precedence() {
        let blocks = vec![block("Alpha", 14.0, true), block("Beta", 14.0, true), block("Gamma", 10.0, true)];
        let outline = Outline::of(&[("1 Alpha", 1), ("Beta", 2), ("Gamma", 3)]);
        assert_eq!(levels(blocks, &outline), [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn numbers_of_headings_have_a_depth() {
        let depths =
            ["2 Results", "2.1 Data", "3. Proof", "A.1 Proofs", "A cat", "2026-11 x", "Results"].map(number_depth);
        assert_eq!(depths, [Some(1), Some(2), Some(1), Some(2), None, None, None]);
    }
}

//! The excerpt of a page that a search result shows.

use super::proximity::Occurrence;
use super::reader::{FullTextIndex, PageEntry, TokenCode};
use crate::index_sort::to_u32;

/// Number of words before the first match.
const WORDS_BEFORE: u32 = 6;
/// Maximum length of an excerpt in words and in bytes.
const WORDS_MAX: u32 = 30;
const BYTES_MAX: usize = 320;
/// Characters allowed between two words that are highlighted together.
const NEAR: [char; 3] = [' ', '\'', '\u{2019}'];

#[derive(Debug, Default)]
pub(super) struct Snippet {
    pub(super) text: String,
    pub(super) ranges: Vec<(u32, u32)>,
    /// Longest run of matching words that are separated only by a space or an apostrophe.
    pub(super) run: String,
}

/// Returns the excerpt around the word at this index.
pub(super) fn snippet_at(file: &FullTextIndex, page: &PageEntry, occurrences: &[Occurrence], at: u32) -> Snippet {
    let mut snippet = Snippet::default();
    let first = at.saturating_sub(WORDS_BEFORE).min(page.words.saturating_sub(WORDS_MAX));
    let (mut place, mut last_was_word, mut units) = (0, false, 0);
    let mut piece = String::new();
    for code in file.stream(page) {
        let is_word = !matches!(code, TokenCode::Separator(..));
        if is_word {
            place += 1;
        }
        if place <= first {
            continue;
        }
        if snippet.text.len() > BYTES_MAX || (is_word && place > first + WORDS_MAX) {
            snippet.text.push('…');
            break;
        }
        if snippet.text.is_empty() && !is_word {
            continue;
        }
        piece.clear();
        if snippet.text.is_empty() && first > 0 {
            piece.push('…');
        } else if is_word && last_was_word {
            piece.push(' ');
        }
        units += to_u32(piece.encode_utf16().count());
        snippet.text.push_str(&piece);
        piece.clear();
        file.write(code, &mut piece);
        let start = units;
        units += to_u32(piece.encode_utf16().count());
        snippet.text.push_str(&piece);
        if is_word && occurrences.binary_search_by_key(&(place - 1), |one| one.place).is_ok() {
            snippet.ranges.push((start, units));
        }
        last_was_word = is_word;
    }
    snippet.run = longest_run(&snippet);
    snippet
}

fn longest_run(snippet: &Snippet) -> String {
    let units: Vec<u16> = snippet.text.encode_utf16().collect();
    let is_near = |end: u32, next: u32| {
        let between = units.get(end as usize..next as usize).unwrap_or_default();
        NEAR.iter().any(|near| between == [*near as u16])
    };
    let mut best = 0..0;
    let mut run: Option<(u32, u32, u32)> = None;
    let mut most = 0;
    for (start, end) in &snippet.ranges {
        let (from, words) = match run {
            Some((from, before, words)) if is_near(before, *start) => (from, words + 1),
            _ => (*start, 1),
        };
        run = Some((from, *end, words));
        if words > most {
            (most, best) = (words, from as usize..*end as usize);
        }
    }
    String::from_utf16_lossy(units.get(best).unwrap_or_default())
}

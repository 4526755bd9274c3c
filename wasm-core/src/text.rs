//! Case folding and tokenisation: the same functions for indexing and for queries.

use crate::unicode::lower_without_marks;

pub use crate::unicode::to_nfc;

/// Returns the text as search compares it: compatibility decomposition, no marks, lower case. `Écologie` and `ECOLOGIE`
/// fold to the same text.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        fold_char(character, &mut folded);
    }
    folded
}

/// Appends the folded form of one character.
fn fold_char(character: char, folded: &mut String) {
    if character.is_ascii() {
        folded.push(character.to_ascii_lowercase());
        return;
    }
    for lower in lower_without_marks(character).chars() {
        // Letters with a stroke and ligatures have no decomposition.
        match lower {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'þ' => folded.push_str("th"),
            'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            other => folded.push(other),
        }
    }
}

/// Returns the folded words of a text: runs of letters and digits. Apostrophes are dropped (`Women's` is `womens`);
/// every other character is a separator.
///
/// In scripts without spaces, every letter starts a word: each pair of adjacent letters is a word, and so is the last
/// letter alone. A search can therefore start at any letter.
#[must_use]
pub fn tokens(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

/// Returns the words of a query, which match the words of [`tokens`]. In scripts without spaces these are pairs of
/// letters. A single letter is a word only if no other letter is next to it.
pub(crate) fn query_tokens(text: &str) -> Vec<String> {
    let pairs = runs(text).into_iter().flat_map(|run| {
        let mut words = run.into_words();
        if words.len() > 1 {
            words.pop();
        }
        words
    });
    pairs.map(|word| word.folded).collect()
}

/// Whether a letter belongs to a script without spaces between words: Han, Kana, Thai, Lao, Burmese or Khmer.
pub(crate) fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{0E00}'..='\u{0EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9F}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// A word of a text with its position in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Folded form of the word.
    pub folded: String,
    /// Position of the original character for every byte of `folded`, in UTF-16 units.
    starts: Vec<u32>,
    /// End of the word in the original, in UTF-16 units.
    end: u32,
}

impl Word {
    /// Returns the original range, in UTF-16 units, of the first `folded_bytes` bytes of the word. A character that is
    /// only partly included (the `a` of `æ`) is in the range.
    #[must_use]
    pub fn range(&self, folded_bytes: usize) -> (u32, u32) {
        let (within, behind) = self.starts.split_at(folded_bytes.min(self.starts.len()));
        let end = behind.iter().find(|start| within.last().is_none_or(|last| *start > last));
        (self.starts.first().copied().unwrap_or(self.end), end.copied().unwrap_or(self.end))
    }

    fn is_unspaced(&self) -> bool {
        self.folded.starts_with(is_unspaced)
    }

    /// Splits a run of letters into words. In a script without spaces these are the pairs of letters and the last
    /// letter; otherwise the run is one word.
    fn into_words(self) -> Vec<Self> {
        if !self.is_unspaced() {
            return vec![self];
        }
        let places: Vec<usize> = self.folded.char_indices().map(|(place, _)| place).collect();
        let pair = |(number, from): (usize, &usize)| {
            let to = places.get(number + 2).copied().unwrap_or(self.folded.len());
            let end = self.range(to).1;
            Self { folded: self.folded[*from..to].to_owned(), starts: self.starts[*from..to].to_owned(), end }
        };
        places.iter().enumerate().map(pair).collect()
    }
}

/// Returns the words of a text with their positions, for highlighting. They overlap in scripts without spaces.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    runs(text).into_iter().flat_map(Word::into_words).collect()
}

/// Returns the runs of letters and digits. A run never mixes scripts with and without spaces.
fn runs(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current = Word { folded: String::new(), starts: Vec::new(), end: 0 };
    let mut folded = String::new();
    let mut position: u32 = 0;
    for character in text.chars() {
        let start = position;
        position += if u32::from(character) > 0xFFFF { 2 } else { 1 };
        if is_joiner(character) {
            continue;
        }
        folded.clear();
        fold_char(character, &mut folded);
        // A character may fold to several, some of which may be separators ('½' is '1⁄2').
        for part in folded.chars() {
            let is_letter = part.is_alphanumeric();
            let starts_run = !is_letter || current.is_unspaced() != is_unspaced(part);
            if starts_run && !current.folded.is_empty() {
                words.push(std::mem::replace(&mut current, Word { folded: String::new(), starts: Vec::new(), end: 0 }));
            }
            if is_letter {
                current.folded.push(part);
                current.starts.resize(current.folded.len(), start);
                current.end = position;
            }
        }
        // A separate combining mark belongs to the letter before it.
        if folded.is_empty() && !current.folded.is_empty() {
            current.end = position;
        }
    }
    if !current.folded.is_empty() {
        words.push(current);
    }
    words
}

/// Returns the ranges of words of a text, in UTF-16 units, ascending and not overlapping.
///
/// `prefix_of` maps the number of a word to the length of the prefix to include, in bytes of the folded word, or to
/// `None` to leave the word out. A length beyond the word includes all of it.
pub(crate) fn word_ranges(text: &str, mut prefix_of: impl FnMut(usize) -> Option<usize>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    if !text.is_ascii() {
        for (number, word) in words(text).iter().enumerate() {
            let Some(prefix) = prefix_of(number) else { continue };
            let (start, end) = word.range(prefix);
            match ranges.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => ranges.push((start, end)),
            }
        }
        return ranges;
    }
    let mut bytes = (0..).zip(text.bytes()).peekable();
    let mut number = 0;
    while let Some((start, _)) = bytes.find(|(_, byte)| byte.is_ascii_alphanumeric()) {
        let prefix = prefix_of(number);
        number += 1;
        let (mut length, mut end, mut prefix_end) = (1, start + 1, None);
        while let Some((place, byte)) = bytes.next_if(|(_, byte)| byte.is_ascii_alphanumeric() || *byte == b'\'') {
            if byte == b'\'' {
                continue;
            }
            if prefix == Some(length) {
                prefix_end = Some(place);
            }
            length += 1;
            end = place + 1;
        }
        if prefix.is_some() {
            ranges.push((start, prefix_end.unwrap_or(end)));
        }
    }
    ranges
}

/// Calls `each` with every folded word, reusing `buffer`, to index 100,000 titles without allocating each word.
pub(crate) fn for_each_token(text: &str, buffer: &mut String, mut each: impl FnMut(&str)) {
    if !text.is_ascii() {
        for word in words(text) {
            each(&word.folded);
        }
        return;
    }
    buffer.clear();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            buffer.push(char::from(byte.to_ascii_lowercase()));
        } else if byte != b'\'' && !buffer.is_empty() {
            each(buffer);
            buffer.clear();
        }
    }
    if !buffer.is_empty() {
        each(buffer);
    }
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\'' | '\u{2018}' | '\u{2019}' | '\u{02BC}' | '\u{00AD}' | '\u{200B}'..='\u{200D}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn variants_of_a_letter_fold_to_the_same_letter() {
        for (text, expected) in [
            ("Écologie", "ecologie"),
            ("E\u{301}cologie", "ecologie"),
            ("ＣＳ２４６", "cs246"),
            ("ﬁne", "fine"),
            ("Straße", "strasse"),
            ("Søren Łódź", "soren lodz"),
            ("ΟΔΟΣ", "οδοσ"),
            ("İstanbul", "istanbul"),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        let check = |text: &str, expected: &[&str]| assert_eq!(tokens(text), expected, "{text:?}");
        check("Object-Oriented Software", &["object", "oriented", "software"]);
        check("Women's  Studies: R&B (2)", &["womens", "studies", "r", "b", "2"]);
        check("L\u{2019}\u{e9}t\u{e9}", &["lete"]);
        check("½ credit", &["1", "2", "credit"]);
        check(" - ", &[]);
    }

    #[test]
    fn text_in_scripts_without_spaces_is_split_into_letter_pairs() {
        let check = |text: &str, indexed: &[&str], typed: &[&str]| {
            assert_eq!(tokens(text), indexed, "{text}");
            assert_eq!(query_tokens(text), typed, "{text}");
        };
        check("量子力學", &["量子", "子力", "力學", "學"], &["量子", "子力", "力學"]);
        check("力", &["力"], &["力"]);
        check("AI入門 2", &["ai", "入門", "門", "2"], &["ai", "入門", "2"]);
        // Marks and half widths are folded.
        check("ﾃﾞｰﾀ", &["テー", "ータ", "タ"], &["テー", "ータ"]);
        check("เชิง", &["เช", "ชง", "ง"], &["เช", "ชง"]);
        check("Women's 2 studies", &["womens", "2", "studies"], &["womens", "2", "studies"]);
        // A single character that folds to three letters.
        assert_eq!(words("㌘").iter().map(|word| word.range(99)).collect::<Vec<_>>(), [(0, 1); 3]);
    }

    #[test]
    fn highlight_ranges_of_overlapping_matches_are_merged() {
        assert_eq!(word_ranges("量子力學入門", |number| (number < 3).then_some(99)), [(0, 4)]);
        assert_eq!(word_ranges("量子力學入門", |number| (number % 4 == 0).then_some(3)), [(0, 1), (4, 5)]);
        assert_eq!(word_ranges("การวิเคราะห์", |number| (number == 3).then_some(99)), [(3, 6)]);
    }

    #[test]
    fn highlight_positions_are_utf16_offsets_into_the_original_text() {
        let found = words("🦀 Größe, E\u{301}té");
        assert_eq!(words("Æon")[0].range(1), (0, 1));
        assert_eq!(found[0].folded, "grosse");
        assert_eq!(found[0].range(6), (3, 8));
        assert_eq!(found[0].range(3), (3, 6));
        assert_eq!(found[1].folded, "ete");
        assert_eq!(found[1].range(1), (10, 12));
        assert_eq!(found[1].range(3), (10, 14));
    }

    proptest! {
        #[test]
        fn folding_text_is_idempotent(text in "\\PC{0,30}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn streaming_and_collecting_tokenisers_return_the_same_tokens(text in "[a-zA-Z0-9 'é\u{301}ﬁ,-]{0,30}") {
            let mut seen = Vec::new();
            for_each_token(&text, &mut String::new(), |token| seen.push(token.to_owned()));
            prop_assert_eq!(seen, tokens(&text));
        }

        #[test]
        fn word_ranges_match_the_tokens_they_belong_to(text in "[a-zA-Z0-9 ',-]{0,30}|[a-z 'é\u{301}ﬁ]{0,20}", prefix in 1..6_usize) {
            // Every second word, and at least one byte of it, as in a search.
            let wanted = |number: usize| number.is_multiple_of(2).then_some(prefix);
            let words = words(&text).into_iter().step_by(2).map(|word| word.range(prefix));
            prop_assert_eq!(word_ranges(&text, wanted), words.collect::<Vec<_>>());
        }

        #[test]
        fn highlight_positions_lie_inside_the_text(text in "\\PC{0,30}") {
            let length = u32::try_from(text.encode_utf16().count()).unwrap();
            for word in words(&text) {
                let (start, end) = word.range(word.folded.len());
                prop_assert!(start < end && end <= length);
            }
        }
    }
}

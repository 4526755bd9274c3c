//! Case folding and tokenisation: the same functions for indexing and for queries.

use crate::unicode::lower_without_marks;

/// The text as search compares it: compatibility decomposition, without marks, in lower case.
/// `Écologie` and `ECOLOGIE` fold to the same.
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
        // Letters with a stroke and ligatures, which have no decomposition.
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

/// The folded words of a text: runs of letters and digits. Apostrophes are dropped (`Women's` is `womens`); everything
/// else is a separator.
#[must_use]
pub fn tokens(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

/// A word of a text with its position in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The folded word.
    pub folded: String,
    /// For every byte of `folded`, the position of its character in the original, in UTF-16 units.
    starts: Vec<u32>,
    /// The end of the word in the original, in UTF-16 units.
    end: u32,
}

impl Word {
    /// The range of the original, in UTF-16 units, of the first `folded_bytes` bytes of the word; a character of which
    /// only a part is meant (the `a` of `æ`) is in it.
    #[must_use]
    pub fn range(&self, folded_bytes: usize) -> (u32, u32) {
        let (within, behind) = self.starts.split_at(folded_bytes.min(self.starts.len()));
        let end = behind.iter().find(|start| within.last().is_none_or(|last| *start > last));
        (self.starts.first().copied().unwrap_or(self.end), end.copied().unwrap_or(self.end))
    }
}

/// The words of a text with their positions, for highlighting.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
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
            if part.is_alphanumeric() {
                current.folded.push(part);
                current.starts.resize(current.folded.len(), start);
                current.end = position;
            } else if !current.folded.is_empty() {
                words.push(std::mem::replace(&mut current, Word { folded: String::new(), starts: Vec::new(), end: 0 }));
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

/// The ranges of words of a text, in UTF-16 units. For each word, by its number, `prefix_of` gives the length of the prefix to
/// include, in bytes of the folded word, or `None` to leave the word out. Longer than the word means all of it.
pub(crate) fn word_ranges(text: &str, mut prefix_of: impl FnMut(usize) -> Option<usize>) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    if !text.is_ascii() {
        let words = words(text).into_iter().enumerate();
        ranges.extend(words.filter_map(|(number, word)| Some(word.range(prefix_of(number)?))));
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
    fn variants_of_a_letter_fold_to_the_same() {
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
        check("量子力學", &["量子力學"]);
    }

    #[test]
    fn positions_are_in_utf16_units_of_the_original() {
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
        fn folding_is_idempotent(text in "\\PC{0,30}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn both_tokenisers_agree(text in "[a-zA-Z0-9 'é\u{301}ﬁ,-]{0,30}") {
            let mut seen = Vec::new();
            for_each_token(&text, &mut String::new(), |token| seen.push(token.to_owned()));
            prop_assert_eq!(seen, tokens(&text));
        }

        #[test]
        fn word_ranges_are_the_ranges_of_the_words(text in "[a-zA-Z0-9 ',-]{0,30}|[a-z 'é\u{301}ﬁ]{0,20}", prefix in 1..6_usize) {
            // Every second word, and at least one byte of it, as in a search.
            let wanted = |number: usize| number.is_multiple_of(2).then_some(prefix);
            let words = words(&text).into_iter().step_by(2).map(|word| word.range(prefix));
            prop_assert_eq!(word_ranges(&text, wanted), words.collect::<Vec<_>>());
        }

        #[test]
        fn positions_lie_inside_the_text(text in "\\PC{0,30}") {
            let length = u32::try_from(text.encode_utf16().count()).unwrap();
            for word in words(&text) {
                let (start, end) = word.range(word.folded.len());
                prop_assert!(start < end && end <= length);
            }
        }
    }
}

//! WordPiece tokenizer with the rules of uncased BERT models.

use wasm_core::text::fold;

use crate::file::number_at;

/// Words with more characters are unknown, as in the original.
const WORD_MAX_CHARS: usize = 100;
/// Prefix of a piece that continues a word.
const CONTINUED: &str = "##";
/// Piece for a word that the vocabulary cannot express.
const UNKNOWN: &str = "[UNK]";

/// The sorted word pieces within the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary<'a> {
    pub(crate) file: &'a [u8],
    /// Position of the offsets.
    pub(crate) offsets: usize,
    /// Position of the pieces.
    pub(crate) pieces: usize,
    /// Number of pieces.
    pub(crate) words: usize,
}

impl<'a> Vocabulary<'a> {
    /// Returns a piece by its number.
    pub(crate) fn piece(&self, number: usize) -> &'a [u8] {
        let offset = |number: usize| number_at(self.file, self.offsets + 4 * number).unwrap_or_default();
        self.file.get(self.pieces + offset(number)..self.pieces + offset(number + 1)).unwrap_or_default()
    }

    /// Returns the number of a piece.
    pub(crate) fn find(&self, piece: &str) -> Option<usize> {
        let (mut from, mut to) = (0, self.words);
        while from < to {
            let middle = usize::midpoint(from, to);
            match self.piece(middle).cmp(piece.as_bytes()) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        None
    }

    /// Returns the numbers of the pieces of a text, at most `most`.
    pub(crate) fn pieces_of(&self, text: &str, most: usize) -> Vec<usize> {
        let mut numbers = Vec::new();
        for word in words(text) {
            if numbers.len() >= most {
                break;
            }
            self.add_word(&word, &mut numbers);
        }
        numbers.truncate(most);
        numbers
    }

    /// Appends the pieces of a word: the longest known beginning, then the longest known continuation, and so on. If a
    /// part is unknown, the whole word is.
    fn add_word(&self, word: &str, numbers: &mut Vec<usize>) {
        let before = numbers.len();
        // Checked first: the time to divide a word grows with the square of its length.
        if word.chars().count() > WORD_MAX_CHARS {
            numbers.extend(self.find(UNKNOWN));
            return;
        }
        let mut rest = word;
        let mut piece = String::new();
        while !rest.is_empty() {
            let prefix = if rest.len() == word.len() { "" } else { CONTINUED };
            let ends = rest.char_indices().map(|(start, character)| start + character.len_utf8()).rev();
            let found = ends.into_iter().find_map(|end| {
                piece.clear();
                piece.push_str(prefix);
                piece.push_str(&rest[..end]);
                self.find(&piece).map(|number| (number, end))
            });
            let Some((number, end)) = found else {
                numbers.truncate(before);
                numbers.extend(self.find(UNKNOWN));
                return;
            };
            numbers.push(number);
            rest = &rest[end..];
        }
    }
}

/// Returns the folded words of a text. A punctuation mark, a symbol or a Han character is a word of its own.
///
/// The text is folded as for the other searches. This differs from the original only in characters that decompose by
/// compatibility, such as ligatures, and in symbols, which the original leaves attached to a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut current = String::new();
    for character in fold(text).chars() {
        if is_removed(character) {
            continue;
        }
        let is_alone = !character.is_alphanumeric() || is_han(character);
        if is_alone && !current.is_empty() {
            words.push(std::mem::take(&mut current));
        }
        if !is_alone {
            current.push(character);
        } else if !character.is_whitespace() {
            words.push(character.into());
        }
    }
    if !current.is_empty() {
        words.push(current);
    }
    words
}

/// Returns true for characters that the original deletes: control characters except white space, invisible formatting
/// characters such as the soft hyphen, private use, and the replacement character.
fn is_removed(character: char) -> bool {
    (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
        || matches!(character,
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}'
            | '\u{E000}'..='\u{F8FF}' | '\u{FFFD}')
}

fn is_han(character: char) -> bool {
    matches!(character,
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2FA1F}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_lower_case_without_accents_and_split_at_punctuation() {
        for (text, expected) in [
            ("Don't stop!", vec!["don", "'", "t", "stop", "!"]),
            ("  Résumé\tÉCOLE\n", vec!["resume", "ecole"]),
            ("x_1=f(2)", vec!["x", "_", "1", "=", "f", "(", "2", ")"]),
            ("量子 theory", vec!["量", "子", "theory"]),
            ("so\u{AD}ft\u{200B}ly\u{0}", vec!["softly"]),
            ("α→β", vec!["α", "→", "β"]),
            ("", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}

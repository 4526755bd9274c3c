//! Recognises texts that have the form of a question.

use crate::text::fold;

/// First words of questions, and first words that need one of the second words after them.
const QUESTION_WORDS: [&str; 7] = ["how", "what", "why", "when", "where", "which", "who"];
const AUXILIARIES: [&str; 12] =
    ["is", "are", "am", "do", "does", "did", "can", "could", "should", "may", "must", "will"];
const SUBJECTS: [&str; 12] = ["i", "it", "there", "you", "we", "they", "the", "a", "an", "my", "this", "that"];

/// Returns true if a text has the form of an English question.
pub(super) fn is_phrased_as_question(text: &str) -> bool {
    let folded = fold(text);
    let mut words =
        folded.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    // Words within quotation marks are searched as they are.
    let is_literal = text.contains('"');
    !is_literal
        && (text.trim_end().ends_with('?')
            || QUESTION_WORDS.contains(&first.split('\'').next().unwrap_or_default())
            || (AUXILIARIES.contains(&first) && SUBJECTS.contains(&second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_of_a_question_is_recognised() {
        for text in ["how do I stop", "What's a mutex", "is there a proof", "Can I sort it", "two threads at once?"] {
            assert!(is_phrased_as_question(text), "{text}");
        }
        for text in ["is not empty", "can open", "mutex deadlock", "howitzer range", "", "\"what it means\" in C"] {
            assert!(!is_phrased_as_question(text), "{text}");
        }
    }
}

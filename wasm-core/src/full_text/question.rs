//! Recognises texts that have the form of a question.

use crate::text::fold;

/// First words of questions, and first words that need one of the second words after them.
const QUESTION_WORDS: [&str; 7] = ["how", "what", "why", "when", "where", "which", "who"];
const AUXILIARIES: [&str; 12] =
    ["is", "are", "am", "do", "does", "did", "can", "could", "should", "may", "must", "will"];
const SUBJECTS: [&str; 12] = ["i", "it", "there", "you", "we", "they", "the", "a", "an", "my", "this", "that"];

/// Form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Words to search for. Words within quotation marks are searched as they are.
    Words,
    /// Begins like an English question, but may be a part of a sentence.
    LikeQuestion,
    /// Ends with a question mark.
    Question,
}

/// Returns the form of a text.
pub(super) fn form(text: &str) -> Form {
    if text.contains('"') {
        return Form::Words;
    }
    if text.trim_end().ends_with('?') {
        return Form::Question;
    }
    let folded = fold(text);
    let mut words =
        folded.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_like = QUESTION_WORDS.contains(&first.split('\'').next().unwrap_or_default())
        || (AUXILIARIES.contains(&first) && SUBJECTS.contains(&second));
    if is_like { Form::LikeQuestion } else { Form::Words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_of_a_question_is_recognised() {
        for text in ["how do I stop", "What's a mutex", "is there a proof", "Can I sort it"] {
            assert_eq!(form(text), Form::LikeQuestion, "{text}");
            assert_eq!(form(&format!("{text}? ")), Form::Question, "{text}");
        }
        assert_eq!(form("two threads at once?"), Form::Question);
        for text in ["is not empty", "can open", "mutex deadlock", "howitzer range", "", "\"what it means\" in C"] {
            assert_eq!(form(text), Form::Words, "{text}");
        }
    }
}

//! The language of a question. The encoder was trained with English texts only.

use wasm_core::text::fold;

/// Frequent short words of English, and of other languages that students write, without accents. A word that is
/// frequent in English and in another language is in neither list.
const ENGLISH: &[&str] = &[
    "the", "of", "and", "to", "is", "are", "how", "what", "why", "when", "which", "who", "where", "does", "do", "did",
    "can", "should", "would", "with", "without", "from", "at", "between", "that", "this", "these", "it", "my", "we",
    "you", "i", "not", "if", "or", "by", "be", "than", "there", "their", "for", "has", "have",
];
const OTHERS: &[&str] = &[
    // German
    "der", "das", "den", "dem", "ein", "eine", "einen", "einer", "ist", "sind", "wie", "wann", "warum", "und", "oder",
    "nicht", "mit", "von", "zu", "auf", "fur", "zwischen", "ich", "man", "wird", "werden", "kann", "welche",
    // French
    "le", "la", "les", "un", "une", "des", "du", "est", "sont", "comment", "pourquoi", "quand", "quel", "quelle", "et",
    "ou", "pas", "avec", "dans", "pour", "entre", "je", "que", "qui", "quoi", "sur",
    // Spanish, Portuguese and Italian
    "el", "los", "las", "una", "de", "es", "son", "como", "cuando", "porque", "cual", "y", "con", "en", "para", "por",
    "se", "o", "os", "um", "uma", "sao", "quando", "qual", "nao", "com", "em", "il", "gli", "che", "cosa", "sono",
    "perche", "di", "del", "della", // Dutch and the Nordic languages
    "het", "een", "hoe", "wat", "waarom", "wanneer", "niet", "met", "van", "voor", "tussen", "ik", "hvad", "hvordan",
    "hvorfor", "hur", "vad", "varfor", "och", "att", "det", "er", "ar", "og", "som", "pa", "av", "mellan",
];

/// Returns true unless the text is probably in another language: in another script, or with more frequent words of other
/// languages than of English.
#[must_use]
pub fn is_english(text: &str) -> bool {
    let folded = fold(text);
    let letters = folded.chars().filter(|letter| letter.is_alphabetic()).count();
    let foreign = folded.chars().filter(|letter| letter.is_alphabetic() && !letter.is_ascii()).count();
    // Formulas have single Greek letters.
    if 2 * foreign > letters {
        return false;
    }
    let words = || folded.split(|letter: char| !letter.is_alphanumeric());
    let count = |known: &[&str]| words().filter(|word| known.contains(word)).count();
    count(OTHERS) <= count(ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_in_other_languages_are_recognised() {
        for text in [
            "how do I stop two threads from writing at the same time",
            "what is the difference between a process and a thread",
            "proof of de Morgan's laws",
            "mutex deadlock avoidance",
            "why is α smaller than β",
            "",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "wie verhindere ich, dass zwei Threads gleichzeitig schreiben",
            "was ist der Unterschied zwischen einem Prozess und einem Thread",
            "comment empêcher deux threads d'écrire en même temps",
            "cómo se calcula la derivada de una función",
            "qual é a diferença entre um processo e uma thread",
            "come si calcola la derivata di una funzione",
            "hoe voorkom ik dat twee threads tegelijk schrijven",
            "как остановить два потока",
            "如何避免死锁",
        ] {
            assert!(!is_english(text), "{text}");
        }
    }
}

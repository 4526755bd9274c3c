//! The language of a question. The encoder was trained with English texts only.

use wasm_core::text::fold;

/// Frequent short words of English, and of other languages that students write, without accents. A word that is also an
/// English word, name or abbreviation is not listed.
const ENGLISH: &str = "the of and to is are how what why when which who where does do did can should would with without \
    from at between that this these it my we you i not if or by be than there their for has have";
const OTHERS: &str = "\
    der dem ein eine einen einer ist sind wie wann warum und nicht auf fur zwischen ich wird werden kann welche \
    erklare mir zwei dass les une du sont comment pourquoi quand quel quelle pas avec dans pour entre que qui quoi \
    sur deux los las una es como cuando porque cual para por um uma sao quando qual nao il gli che cosa sono \
    perche di del della si het een hoe wat waarom wanneer niet voor tussen dat ik twee hvad hvordan hvorfor hur \
    vad varfor och att og mellan";
/// Number of words of other languages that a text in one of them has at least. Fewer may be names.
const OTHERS_MIN: usize = 2;

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
    let count = |list: &str| words().filter(|word| list.split_whitespace().any(|known| known == *word)).count();
    let others = count(OTHERS);
    others < OTHERS_MIN || others <= count(ENGLISH)
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
            "os page replacement algorithms",
            "big O notation explained",
            "EM algorithm convergence proof",
            "van der Waals forces",
            "Le Chatelier principle examples",
            "COM ports explained",
            "y intercept meaning",
            "ER diagram cardinality rules",
            "",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "wie verhindere ich, dass zwei Threads gleichzeitig schreiben",
            "was ist der Unterschied zwischen einem Baum und einem Graphen",
            "erkläre mir Semaphore",
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

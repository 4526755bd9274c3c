//! Passages of a transcript, which the full-text search indexes like the pages of a note.

use super::Transcript;

/// Length, in characters, from which a passage ends with the next sentence, and length from which it ends in any case.
/// A search excerpt has about 180 characters, so playback starts close to the words that the excerpt shows.
const PASSAGE_CHARS: usize = 120;
const PASSAGE_MAX_CHARS: usize = 240;

/// Lines of a transcript that are spoken one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Second in which the passage begins, plus 1; 0 in a transcript without times.
    pub number: u32,
    /// Text of the lines.
    pub text: String,
}

/// Divides a transcript into passages of one or more lines. A passage ends with a sentence, if possible.
///
/// ```
/// use wasm_core::transcript::parse;
/// use wasm_core::transcript::passages::passages;
///
/// let transcript = parse(b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello,\n\n00:02.500 --> 00:03.500\nAmara.").unwrap();
/// assert_eq!(passages(&transcript)[0].text, "Hello, Amara.");
/// ```
#[must_use]
pub fn passages(transcript: &Transcript) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let (mut chars, mut is_open) = (0, false);
    for line in &transcript.lines {
        match passages.last_mut().filter(|_| is_open) {
            Some(passage) => {
                passage.text.push(' ');
                passage.text.push_str(&line.2);
            }
            None => {
                let number = if transcript.timed { line.0 / 1000 + 1 } else { 0 };
                passages.push(Passage { number, text: line.2.clone() });
                chars = 0;
            }
        }
        chars += line.2.chars().count();
        is_open = chars < PASSAGE_CHARS || (chars < PASSAGE_MAX_CHARS && !ends_sentence(&line.2));
    }
    passages
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', '\u{201D}', '\u{2019}']).ends_with(['.', '?', '!', '…', '。', '？', '！'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::TranscriptLine;

    fn transcript(timed: bool, lines: &[(u32, &str)]) -> Transcript {
        let lines = lines.iter().map(|(start, text)| TranscriptLine(*start, *start + 1000, (*text).to_owned()));
        Transcript { timed, lines: lines.collect() }
    }

    #[test]
    fn s2_heard_1_a_passage_begins_with_its_first_line_and_ends_with_a_sentence() {
        let long = "word ".repeat(25).trim().to_owned();
        let found = passages(&transcript(
            true,
            &[(0, "Short."), (999, &long), (5_400, "ends here."), (7_900, &long), (9_000, &long), (9_500, "Last.")],
        ));
        let begins: Vec<u32> = found.iter().map(|passage| passage.number).collect();
        assert_eq!(begins, [1, 8, 10], "{found:#?}");
        assert!(found[0].text.starts_with("Short. word") && found[0].text.ends_with("ends here."));
        assert_eq!(found[2].text, "Last.");
    }

    #[test]
    fn s2_heard_1_passages_without_times_have_the_number_zero() {
        let long = format!("{}.", "word ".repeat(40).trim());
        let found = passages(&transcript(false, &[(0, &long), (0, &long)]));
        assert_eq!(found.iter().map(|passage| passage.number).collect::<Vec<_>>(), [0, 0]);
        assert!(passages(&transcript(true, &[])).is_empty());
    }
}

//! Chapters of a recording, from its metadata or from a WebVTT or SRT file.

use serde::{Deserialize, Serialize};

use super::{Refusal, clean, cues, markup, text_of};
use crate::limits::{AUDIO_CHAPTER_TITLE_MAX_CHARS, AUDIO_CHAPTERS_MAX};

/// A chapter of a recording. It ends where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AudioChapter {
    /// Start in milliseconds.
    pub start_ms: u32,
    /// Title, never empty.
    pub title: String,
}

/// Returns the chapters in the metadata of a recording: sorted, within its duration in milliseconds, at most
/// `AUDIO_CHAPTERS_MAX`, with clean titles. Of several with the same start the last one counts. Fewer than 2 are no
/// chapters, so the result is then empty.
#[must_use]
pub fn clean_chapters(found: impl IntoIterator<Item = (u64, String)>, duration_ms: u64) -> Vec<AudioChapter> {
    let mut chapters: Vec<AudioChapter> = found
        .into_iter()
        .filter(|(start_ms, _)| *start_ms < duration_ms)
        .filter_map(|(start_ms, title)| Some(AudioChapter { start_ms: u32::try_from(start_ms).ok()?, title }))
        .collect();
    chapters.sort_by_key(|chapter| chapter.start_ms);
    chapters.dedup_by(|later, earlier| {
        let is_same = later.start_ms == earlier.start_ms;
        if is_same {
            std::mem::swap(later, earlier);
        }
        is_same
    });
    chapters.truncate(AUDIO_CHAPTERS_MAX);
    if chapters.len() < 2 {
        return Vec::new();
    }
    for (number, chapter) in (1..).zip(&mut chapters) {
        let title: String = clean(&chapter.title).chars().take(AUDIO_CHAPTER_TITLE_MAX_CHARS).collect();
        let title = title.trim_end();
        chapter.title = if title.is_empty() { format!("Chapter {number}") } else { title.to_owned() };
    }
    chapters
}

/// Reads the chapters in a WebVTT or SRT file for a recording of this duration in milliseconds.
///
/// ```
/// use wasm_core::transcript::chapters::parse_chapters;
///
/// let file = b"WEBVTT\n\n00:00.000 --> 00:30.000\nIntroduction\n\n00:30.000 --> 01:00.000\nLimits";
/// assert_eq!(parse_chapters(file, 60_000).unwrap()[1].title, "Limits");
/// ```
///
/// # Errors
/// The first reason why the file cannot be read.
pub fn parse_chapters(bytes: &[u8], duration_ms: u64) -> Result<Vec<AudioChapter>, Refusal> {
    let text = text_of(bytes)?;
    let cues = cues::cues(text)?.ok_or_else(|| {
        Refusal::whole("This file has no times. Choose a WebVTT or SRT file with one line of text for each chapter.")
    })?;
    let mut chapters: Vec<AudioChapter> = Vec::new();
    for cue in cues {
        let title = markup::without_tags(&cue.text);
        if title.is_empty() {
            return Err(Refusal::at(cue.line, "This chapter has no title. Write it in the next line."));
        }
        if title.chars().count() > AUDIO_CHAPTER_TITLE_MAX_CHARS {
            let reason = format!("A title can have at most {AUDIO_CHAPTER_TITLE_MAX_CHARS} characters.");
            return Err(Refusal::at(cue.line, reason));
        }
        if u64::from(cue.start_ms) >= duration_ms {
            return Err(Refusal::at(cue.line, "This chapter begins after the end of the recording."));
        }
        if chapters.last().is_some_and(|before| before.start_ms == cue.start_ms) {
            return Err(Refusal::at(cue.line, "This chapter begins at the same time as the previous one."));
        }
        chapters.push(AudioChapter { start_ms: cue.start_ms, title });
    }
    match chapters.len() {
        0 | 1 => Err(Refusal::whole("A recording needs at least 2 chapters.")),
        count if count > AUDIO_CHAPTERS_MAX => Err(Refusal::whole(format!(
            "A recording can have at most {AUDIO_CHAPTERS_MAX} chapters, and this file has {count}."
        ))),
        _ => Ok(chapters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(found: &[(u64, &str)], duration_ms: u64) -> Vec<(u32, String)> {
        let found = found.iter().map(|(start, title)| (*start, (*title).to_owned()));
        clean_chapters(found, duration_ms).into_iter().map(|chapter| (chapter.start_ms, chapter.title)).collect()
    }

    #[test]
    fn s3_chapters_1_chapters_of_a_file_are_sorted_and_lie_within_its_duration() {
        let found =
            [(30_000, "Second"), (60_000, "At the end"), (0, " First\n"), (u64::MAX, "Nowhere"), (45_000, "\0")];
        let expected = [(0, "First".to_owned()), (30_000, "Second".to_owned()), (45_000, "Chapter 3".to_owned())];
        assert_eq!(starts(&found, 60_000), expected);
        assert_eq!(starts(&[(0, "Old"), (0, "New"), (9, "Next")], 10)[0].1, "New");
        assert_eq!(starts(&[(0, "Only one")], 10), []);
    }

    #[test]
    fn s3_chapters_1_number_and_titles_of_the_chapters_in_a_file_are_limited() {
        let long = "é".repeat(1000);
        let found: Vec<_> = (0..5000).map(|start| (start, long.as_str())).collect();
        let chapters = starts(&found, 10_000);
        assert_eq!(chapters.len(), AUDIO_CHAPTERS_MAX);
        assert_eq!(chapters[0].1.chars().count(), AUDIO_CHAPTER_TITLE_MAX_CHARS);
    }

    #[test]
    fn s3_chapters_2_a_chapters_file_that_cannot_be_used_is_refused_with_its_line() {
        let two = |second: &str| format!("WEBVTT\n\n00:00.000 --> 00:05.000\nFirst\n\n{second}");
        let refused = |file: &str| parse_chapters(file.as_bytes(), 60_000).unwrap_err().to_string();
        let told = [
            (
                "First\nSecond",
                "This file has no times. Choose a WebVTT or SRT file with one line of text for each chapter.",
            ),
            ("WEBVTT\n\n00:00.000 --> 00:05.000\nFirst", "A recording needs at least 2 chapters."),
            (&two("00:05.000 --> 00:06.000\n<i></i>"), "Line 6: This chapter has no title. Write it in the next line."),
            (&two("01:00.000 --> 01:06.000\nLate"), "Line 6: This chapter begins after the end of the recording."),
            (
                &two("00:00.000 --> 01:06.000\nTwice"),
                "Line 6: This chapter begins at the same time as the previous one.",
            ),
        ];
        for (file, expected) in told {
            assert_eq!(refused(file), expected);
        }
        let long = two(&format!("00:05.000 --> 00:06.000\n{}", "a".repeat(AUDIO_CHAPTER_TITLE_MAX_CHARS + 1)));
        assert_eq!(
            refused(&long),
            format!("Line 6: A title can have at most {AUDIO_CHAPTER_TITLE_MAX_CHARS} characters.")
        );
        let many: String = (0..=AUDIO_CHAPTERS_MAX).map(|ms| format!("00:00.{ms:03} --> 00:59.000\nOne\n\n")).collect();
        assert!(refused(&format!("WEBVTT\n\n{many}")).starts_with("A recording can have at most"));
    }

    #[test]
    fn s3_chapters_2_a_chapters_file_is_read_without_its_markup() {
        let file = b"WEBVTT\n\n1\n00:00.000 --> 00:05.000\n<b>Rates</b> &amp; limits\n\n00:05.000 --> 00:09.000\nEnd";
        let chapters = parse_chapters(file, 9_000).unwrap();
        assert_eq!(chapters[0], AudioChapter { start_ms: 0, title: "Rates & limits".into() });
        assert_eq!(chapters[1].start_ms, 5_000);
    }
}

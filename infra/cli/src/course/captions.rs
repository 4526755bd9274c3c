//! Transcripts and chapters of recordings as files that the server reads.

use wasm_core::transcript::chapters::AudioChapter;
use wasm_core::transcript::{Transcript, parse};

/// Returns the extension and the content of the file of a transcript: WebVTT, or plain text without times. Returns
/// `None` if the file would be read differently.
pub(crate) fn transcript_file(transcript: &Transcript) -> Option<(&'static str, String)> {
    let (extension, text) = if transcript.timed {
        let cues = transcript.lines.iter().map(|line| cue(line.0, line.1, &line.2));
        ("vtt", format!("WEBVTT\n{}", cues.collect::<String>()))
    } else {
        ("txt", transcript.lines.iter().map(|line| format!("{}\n", line.2)).collect())
    };
    (parse(text.as_bytes()).ok()? == *transcript).then_some((extension, text))
}

/// Returns chapters as WebVTT. Each ends where the next one begins.
pub(crate) fn chapters_file(chapters: &[AudioChapter]) -> String {
    let ends = chapters.iter().skip(1).map(|next| next.start_ms);
    let last = chapters.last().map(|last| last.start_ms);
    let cues = chapters.iter().zip(ends.chain(last));
    format!("WEBVTT\n{}", cues.map(|(one, end_ms)| cue(one.start_ms, end_ms, &one.title)).collect::<String>())
}

fn cue(start_ms: u32, end_ms: u32, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("\n{} --> {}\n{text}\n", time(start_ms), time(end_ms))
}

fn time(ms: u32) -> String {
    let secs = ms / 1000;
    format!("{:02}:{:02}:{:02}.{:03}", secs / 3600, secs / 60 % 60, secs % 60, ms % 1000)
}

#[cfg(test)]
mod tests {
    use wasm_core::transcript::TranscriptLine;
    use wasm_core::transcript::chapters::parse_chapters;

    use super::*;

    #[test]
    fn s6_cli_7_transcripts_and_chapters_are_read_back_as_they_were() {
        let line = |start, end, text: &str| TranscriptLine(start, end, text.to_owned());
        let timed = vec![
            line(0, 1500, "Amara: a < b && b --> c"),
            line(1500, 1500, "&amp; <v Name>é"),
            line(3_723_004, 3_800_000, "NOTE WEBVTT"),
        ];
        let plain = vec![line(0, 0, "First & <b>"), line(0, 0, "Second")];
        for (extension, transcript) in
            [("vtt", Transcript { timed: true, lines: timed }), ("txt", Transcript { timed: false, lines: plain })]
        {
            let (written, text) = transcript_file(&transcript).unwrap();
            assert_eq!((written, parse(text.as_bytes()).unwrap()), (extension, transcript));
        }
        // A tag of SubRip cannot be written as text, so a transcript with one is refused instead of changed.
        let tag = Transcript { timed: true, lines: vec![line(0, 1, "{\\an8}")] };
        assert_eq!(transcript_file(&tag), None);
        let chapters: Vec<AudioChapter> = [(0, "Intro <1>"), (90_000, "R&D --> end"), (95_500, "=1")]
            .map(|(start_ms, title)| AudioChapter { start_ms, title: title.to_owned() })
            .into();
        assert_eq!(parse_chapters(chapters_file(&chapters).as_bytes(), 100_000).unwrap(), chapters);
    }
}

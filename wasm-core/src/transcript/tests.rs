use proptest::prelude::*;

use super::{Refusal, Transcript, TranscriptLine, parse};
use crate::limits::{TRANSCRIPT_LINE_MAX_CHARS, TRANSCRIPT_MAX_BYTES, TRANSCRIPT_MAX_LINES};

fn lines(file: &str) -> Vec<(u32, u32, String)> {
    let read = parse(file.as_bytes()).unwrap();
    assert!(read.timed);
    read.lines.into_iter().map(|TranscriptLine(start, end, text)| (start, end, text)).collect()
}

#[track_caller]
fn refused(file: impl AsRef<[u8]>, line: u32, reason: &str) {
    let refusal = parse(file.as_ref()).unwrap_err();
    assert_eq!((refusal.line, refusal.reason.contains(reason)), (Some(line), true), "{refusal}");
}

#[test]
fn s3_transcript_1_webvtt_is_read_without_header_comments_styles_and_markup() {
    let file = "\u{FEFF}WEBVTT - Limits\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE by hand\n\nintro\n\
                00:01.000 --> 00:02.500 align:start\n<v.loud Amara>So <i>what</i> is\na &lt;limit&gt;?\n\n\
                00:02.500 --> 00:04.000\n<v Amara>It is<00:03.000> where it goes.\n\n\
                00:04.000 --> 00:05.000\n\n1:00:00.000 --> 1:00:01.250\n<v Ben>a<b & c</v>";
    let expected = [
        (1000, 2500, "Amara: So what is a <limit>?".to_owned()),
        (2500, 4000, "It is where it goes.".into()),
        (3_600_000, 3_601_250, "Ben: a<b & c".into()),
    ];
    assert_eq!(lines(file), expected);
}

#[test]
fn s3_transcript_1_srt_is_read_with_any_line_ending() {
    for end in ["\n", "\r\n", "\r"] {
        let file = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=\"red\">One</font>\ntwo\n\n\n\
                    2\n00:00:02,000 --> 00:00:02,000\nThree"
            .replace('\n', end);
        assert_eq!(lines(&file), [(1000, 2000, "One two".to_owned()), (2000, 2000, "Three".into())]);
    }
}

#[test]
fn s3_transcript_1_other_text_has_lines_without_times() {
    let read = parse("First\tline\u{7}\n\n  second  line \r\n".as_bytes()).unwrap();
    let line = |text: &str| TranscriptLine(0, 0, text.into());
    assert_eq!(read, Transcript { timed: false, lines: vec![line("First line"), line("second line")] });
}

#[test]
fn s3_transcript_1_a_refusal_names_the_line_and_what_to_do() {
    refused("WEBVTT\n\n00:01.000 -> 00:02.000\nText", 3, "is missing before this text");
    refused("WEBVTT\n\n00:01.000 --> 00:02\nText", 3, "“00:02” is not a time");
    refused("WEBVTT\n\n00:61.000 --> 01:62.000\nText", 3, "“00:61.000” is not a time");
    refused("WEBVTT\n\n00:02.000 --> 00:01.000\nText", 3, "ends before it starts");
    refused("WEBVTT\n00:01.000 --> 00:02.000\nText", 2, "Add a blank line");
    refused("1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo", 5, "Add a blank line");
    refused("1\n00:00:05,000 --> 00:00:06,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo", 6, "Sort the lines");
    refused("1\n00:00:05,000 --> \nOne", 2, "is not a time");
    refused(b"One\nTw\xFFo", 2, "UTF-8");
    refused(b"One\nTwo\n\0", 3, "not a text file");
    refused("a".repeat(TRANSCRIPT_LINE_MAX_CHARS + 1), 1, "Split it");
}

#[test]
fn s3_transcript_1_empty_and_too_large_files_are_refused() {
    let reason = |file: &[u8]| parse(file).unwrap_err().to_string();
    assert_eq!(reason(b""), "There is no text in this file.");
    assert_eq!(reason(b"WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>"), "There is no text in this file.");
    assert_eq!(reason(&vec![b'a'; TRANSCRIPT_MAX_BYTES + 1]), "The file can have at most 2 MB.");
    assert!(reason("a\n".repeat(TRANSCRIPT_MAX_LINES + 1).as_bytes()).contains("at most 20000 lines"));
    let refusal = Refusal { line: Some(3), reason: "No.".into() };
    assert_eq!(refusal.to_string(), "Line 3: No.");
}

/// Returns a small generator, so that the files are the same in every run.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % 1_000_003).unwrap() % below.max(1)
    }
}

#[test]
fn s3_transcript_1_each_of_200_damaged_files_becomes_text_or_is_refused_with_a_reason() {
    let vtt = "WEBVTT\n\nNOTE x\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Amara>One &amp; two\n\n00:00:02.000 --> \
               00:00:03.000\nThree <i>é</i>\n";
    let srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n{\\an8}Two\r\n";
    let pieces: [&[u8]; 10] =
        [b"-->", b"\n\n", b"\0", b"\xFF", b"<v ", b"&", b"99:99:99.999", b"WEBVTT", b"{\\", "\u{2028}".as_bytes()];
    let (mut next, mut read, mut refused) = (numbers(), 0, 0);
    for file in 0..200 {
        let mut bytes = (if file % 2 == 0 { vtt } else { srt }).as_bytes().to_vec();
        for _ in 0..=next(3) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..(at + 1 + next(9)).min(bytes.len()))),
                2 => drop(bytes.splice(at..at, pieces[next(pieces.len())].iter().copied())),
                _ => bytes.extend_from_within(at..),
            }
        }
        match parse(&bytes) {
            Ok(transcript) => {
                read += 1;
                assert!(transcript.lines.iter().all(|line| !line.2.is_empty()), "{transcript:?}");
            }
            Err(refusal) => {
                refused += 1;
                assert!(refusal.reason.ends_with('.') && refusal.reason.len() > 20, "{refusal}");
            }
        }
    }
    assert!(read > 20 && refused > 20, "{read} files were read and {refused} refused");
}

proptest! {
    #[test]
    fn s3_transcript_1_the_lines_of_any_file_are_sorted_and_without_control_characters(
        file in "(WEBVTT\n\n)?([0-9:.,]{0,12}( --> )?[a-z<>&;/{}\\\\ \n\t]{0,9}){0,30}"
    ) {
        if let Ok(Transcript { lines, .. }) = parse(file.as_bytes()) {
            prop_assert!(lines.is_sorted_by_key(|line| line.0));
            prop_assert!(lines.iter().all(|line| line.0 <= line.1 && !line.2.contains(char::is_control)));
        }
    }
}

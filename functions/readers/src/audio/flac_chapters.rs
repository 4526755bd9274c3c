//! Chapters in the comments of a FLAC file: `CHAPTER001=00:01:30.000` and `CHAPTER001NAME=Limits`. Symphonia reads such
//! chapters only in Ogg files.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use super::text::truncated_title;

/// Maximum number of metadata blocks.
const BLOCKS_MAX: usize = 128;

const COMMENTS: u8 = 4;

/// Returns start in milliseconds and title of each chapter.
pub(super) fn read(file: &mut (impl Read + Seek)) -> Option<Vec<(u64, String)>> {
    file.rewind().ok()?;
    let mut mark = [0; 4];
    file.read_exact(&mut mark).ok()?;
    if mark != *b"fLaC" {
        return None;
    }
    for _ in 0..BLOCKS_MAX {
        let mut header = [0; 4];
        file.read_exact(&mut header).ok()?;
        let [kind, s0, s1, s2] = header;
        let size = u32::from_be_bytes([0, s0, s1, s2]);
        if kind & 0x7F == COMMENTS {
            let mut comments = Vec::new();
            file.by_ref().take(size.into()).read_to_end(&mut comments).ok()?;
            return Some(chapters_in(&comments));
        }
        if kind & 0x80 != 0 {
            return None;
        }
        file.seek(SeekFrom::Current(size.into())).ok()?;
    }
    None
}

/// Returns the chapters in a block of comments, up to the first damaged comment.
fn chapters_in(mut comments: &[u8]) -> Vec<(u64, String)> {
    let mut chapters: BTreeMap<u16, (Option<u64>, String)> = BTreeMap::new();
    // The name of the encoder and the number of comments come first.
    let encoder = text(&mut comments);
    comments = comments.get(4..).filter(|_| encoder.is_some()).unwrap_or_default();
    while let Some(comment) = text(&mut comments) {
        let comment = String::from_utf8_lossy(comment);
        let Some((key, value)) = comment.split_once('=') else { continue };
        let key = key.to_ascii_uppercase();
        let Some((number, rest)) = key.strip_prefix("CHAPTER").and_then(|rest| rest.split_at_checked(3)) else {
            continue;
        };
        let Ok(number) = number.parse::<u16>() else { continue };
        let chapter = chapters.entry(number).or_default();
        match rest {
            "" => chapter.0 = start_ms(value),
            "NAME" => truncated_title(value).clone_into(&mut chapter.1),
            _ => {}
        }
    }
    chapters.into_values().filter_map(|(start, title)| Some((start?, title))).collect()
}

/// Takes a text that follows its length, which has 4 little-endian bytes.
fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(text)
}

/// Parses a time such as `00:01:30.500`.
fn start_ms(time: &str) -> Option<u64> {
    let mut parts = time.trim().splitn(3, ':');
    let mut next = || parts.next();
    let (hours, minutes, secs) = (next()?.parse::<u64>().ok()?, next()?.parse::<u64>().ok()?, next()?);
    let (secs, part) = secs.split_once('.').unwrap_or((secs, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let secs = hours.checked_mul(60)?.checked_add(minutes)?.checked_mul(60)?.checked_add(secs.parse().ok()?)?;
    secs.checked_mul(1000)?.checked_add(part.parse().ok()?)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use super::*;

    #[test]
    fn s3_chapters_1_times_of_comments_are_parsed_to_the_millisecond() {
        assert_eq!(start_ms("01:02:03.5"), Some(3_723_500));
        assert_eq!(start_ms("00:00:09"), Some(9000));
        for broken in ["", "1:2", "a:b:c", "-1:00:00", "18446744073709551615:00:00.000", "00:00:01.x"] {
            assert_eq!(start_ms(broken), None, "{broken}");
        }
    }

    #[test]
    fn s3_chapters_1_comments_that_end_early_keep_their_first_chapters() {
        let comment = |text: &str| [&u32::try_from(text.len()).unwrap().to_le_bytes()[..], text.as_bytes()].concat();
        let bytes =
            [comment("encoder"), vec![9, 0, 0, 0], comment("chapter007=00:00:01"), vec![255, 255, 0, 0]].concat();
        assert_eq!(chapters_in(&bytes), [(1000, String::new())]);
        assert_eq!(chapters_in(&[1, 0]), []);
    }
}

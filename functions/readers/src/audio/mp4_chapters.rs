//! Chapters in an MP4 file: a QuickTime text track to which the audio track refers, or Nero's list (`chpl`).

use std::io::{Read, Seek, SeekFrom};

use inspect::audio::{CHAPTER_TITLE_MAX_BYTES, CHAPTERS_MAX};

use super::mp4;
use super::text::truncated_title;

/// Maximum size of a movie header. That of 20 hours of sound has about 15 MB.
const MOVIE_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Time units of `chpl` per millisecond.
const NERO_UNITS_PER_MS: u64 = 10_000;

/// Returns the start in milliseconds and the title of each chapter. Prefers the track, because Nero's list is limited
/// to 255 chapters and titles of 255 bytes.
pub(super) fn read(file: &mut (impl Read + Seek)) -> Option<Vec<(u64, String)>> {
    file.rewind().ok()?;
    let size = mp4::find_with_size(file, *b"moov")?;
    if size > MOVIE_MAX_BYTES {
        return None;
    }
    let mut movie = Vec::new();
    file.by_ref().take(size).read_to_end(&mut movie).ok()?;
    of_track(file, &movie).filter(|chapters| !chapters.is_empty()).or_else(|| of_nero(&movie))
}

/// The unread rest of a box.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_be_bytes)
    }

    /// Returns the boxes in these bytes until the first that is damaged.
    fn boxes(mut self) -> impl Iterator<Item = ([u8; 4], Self)> {
        std::iter::from_fn(move || {
            let mut rest = self;
            let size = u64::from(rest.u32()?);
            let kind = rest.take(4)?.try_into().ok()?;
            let content = match size {
                0 => rest.0.len(),
                1 => usize::try_from(rest.u64()?.checked_sub(16)?).ok()?,
                _ => usize::try_from(size.checked_sub(8)?).ok()?,
            };
            let content = rest.take(content)?;
            self = rest;
            Some((kind, Self(content)))
        })
    }

    /// Returns the first box with this path of kinds.
    fn find(self, path: &[&[u8; 4]]) -> Option<Self> {
        path.iter().try_fold(self, |within, kind| within.boxes().find(|(found, _)| found == *kind).map(|(_, it)| it))
    }
}

fn of_nero(movie: &[u8]) -> Option<Vec<(u64, String)>> {
    let mut list = Bytes(movie).find(&[b"udta", b"chpl"])?;
    let version = list.u8()?;
    list.take(3)?;
    if version > 0 {
        list.take(4)?;
    }
    let count = list.u8()?;
    let mut chapters = Vec::new();
    for _ in 0..count {
        let (Some(start), Some(length)) = (list.u64(), list.u8()) else { break };
        let Some(title) = list.take(length.into()) else { break };
        chapters.push((start / NERO_UNITS_PER_MS, String::from_utf8_lossy(title).into_owned()));
    }
    Some(chapters)
}

/// Reads the text track to which another track refers as its chapters.
fn of_track(file: &mut (impl Read + Seek), movie: &[u8]) -> Option<Vec<(u64, String)>> {
    let tracks = || Bytes(movie).boxes().filter(|(kind, _)| kind == b"trak").map(|(_, track)| track);
    let wanted = tracks().find_map(|track| track.find(&[b"tref", b"chap"])?.u32())?;
    let text = tracks().find(|track| id_of(*track) == Some(wanted))?;
    let media = text.find(&[b"mdia"])?;
    if !is_text(media) {
        return None;
    }
    let timescale = timescale_of(media).filter(|scale| *scale > 0)?;
    let table = media.find(&[b"minf", b"stbl"])?;
    let places = places(table)?;
    let mut chapters = Vec::new();
    for ((place, size), start) in places.into_iter().zip(starts(table)?) {
        file.seek(SeekFrom::Start(place)).ok()?;
        let mut sample = Vec::new();
        let most = u64::from(size).min(2 + CHAPTER_TITLE_MAX_BYTES as u64);
        file.by_ref().take(most).read_to_end(&mut sample).ok()?;
        let mut sample = Bytes(&sample);
        // A sample that is too short has an empty title. The following chapters are still correct.
        let length = sample.u16().map_or(0, usize::from).min(sample.0.len());
        let title = sample.take(length)?;
        chapters.push((start.saturating_mul(1000) / u64::from(timescale), text_of(title)));
    }
    Some(chapters)
}

/// Returns true if the handler of a track is one for text. A chapter track may also contain pictures.
fn is_text(media: Bytes<'_>) -> bool {
    let handler = media.find(&[b"hdlr"]).and_then(|mut handler| handler.take(12).map(|start| &start[8..]));
    matches!(handler, Some(b"text" | b"sbtl" | b"subt"))
}

/// Returns the text of a sample: UTF-16 if it begins with a byte order mark, otherwise UTF-8.
fn text_of(title: &[u8]) -> String {
    let decoded = match title {
        [0xFE, 0xFF, ..] => encoding_rs::UTF_16BE.decode(title).0,
        [0xFF, 0xFE, ..] => encoding_rs::UTF_16LE.decode(title).0,
        _ => String::from_utf8_lossy(title),
    };
    truncated_title(&decoded).to_owned()
}

/// Returns the id in the header of a track.
fn id_of(track: Bytes<'_>) -> Option<u32> {
    let mut header = track.find(&[b"tkhd"])?;
    let times = if header.u8()? == 0 { 8 } else { 16 };
    header.take(3 + times)?;
    header.u32()
}

fn timescale_of(media: Bytes<'_>) -> Option<u32> {
    let mut header = media.find(&[b"mdhd"])?;
    let times = if header.u8()? == 0 { 8 } else { 16 };
    header.take(3 + times)?;
    header.u32()
}

/// Returns the start of each sample in units of the time scale, at most `CHAPTERS_MAX`.
fn starts(table: Bytes<'_>) -> Option<Vec<u64>> {
    let mut runs = table.find(&[b"stts"])?;
    runs.take(4)?;
    let (mut starts, mut time) = (Vec::new(), 0_u64);
    for _ in 0..runs.u32()? {
        let (Some(count), Some(duration)) = (runs.u32(), runs.u32()) else { break };
        for _ in 0..count {
            if starts.len() == CHAPTERS_MAX {
                return Some(starts);
            }
            starts.push(time);
            time = time.saturating_add(duration.into());
        }
    }
    Some(starts)
}

/// Returns the position and the size of each sample in bytes, at most `CHAPTERS_MAX`.
fn places(table: Bytes<'_>) -> Option<Vec<(u64, u32)>> {
    let mut sizes = table.find(&[b"stsz"])?;
    sizes.take(4)?;
    let (same_size, count) = (sizes.u32()?, sizes.u32()?);
    let chunks = chunks(table)?;
    let per_chunk = per_chunk(table)?;
    let mut places = Vec::new();
    for (number, chunk) in (1..).zip(chunks) {
        let samples = per_chunk.iter().rev().find(|(first, _)| *first <= number).map_or(0, |(_, samples)| *samples);
        let mut place = chunk;
        for _ in 0..samples {
            if places.len() == CHAPTERS_MAX || places.len() as u64 == u64::from(count) {
                return Some(places);
            }
            let size = if same_size > 0 { same_size } else { sizes.u32()? };
            places.push((place, size));
            place = place.saturating_add(size.into());
        }
    }
    Some(places)
}

/// Returns the positions of the chunks in the file, at most `CHAPTERS_MAX`.
fn chunks(table: Bytes<'_>) -> Option<Vec<u64>> {
    let (mut list, is_long) = match table.find(&[b"stco"]) {
        Some(list) => (list, false),
        None => (table.find(&[b"co64"])?, true),
    };
    list.take(4)?;
    let count = (list.u32()? as usize).min(CHAPTERS_MAX);
    (0..count).map(|_| if is_long { list.u64() } else { list.u32().map(u64::from) }).collect()
}

/// Returns runs of chunks with the same number of samples per chunk: the number of the first chunk, from 1, and that
/// number of samples.
fn per_chunk(table: Bytes<'_>) -> Option<Vec<(u32, u32)>> {
    let mut list = table.find(&[b"stsc"])?;
    list.take(4)?;
    let count = (list.u32()? as usize).min(CHAPTERS_MAX);
    (0..count)
        .map(|_| {
            let run = (list.u32()?, list.u32()?);
            list.u32()?;
            Some(run)
        })
        .collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    const FILE: &[u8] = include_bytes!("../../tests/fixtures/chapters.m4a");

    /// A list that claims more chapters than it has, and a title that is not UTF-8.
    #[test]
    fn s3_chapters_1_a_list_of_nero_that_ends_early_keeps_its_first_chapters() {
        let list = [&[1, 0, 0, 0, 0, 0, 0, 0, 255][..], &10_000_000_u64.to_be_bytes(), &[2, b'A', 0xFF], &[0; 9][..8]];
        let list = list.concat();
        let framed = |kind: &[u8; 4], content: &[u8]| {
            let size = u32::try_from(content.len() + 8).unwrap();
            [&size.to_be_bytes()[..], kind, content].concat()
        };
        let file = framed(b"moov", &framed(b"udta", &framed(b"chpl", &list)));
        assert_eq!(read(&mut Cursor::new(file)), Some(vec![(1000, "A\u{FFFD}".to_owned())]));
    }

    #[test]
    fn s3_chapters_1_a_track_of_pictures_has_no_chapters() {
        let of_track_in = |bytes: &[u8]| {
            let mut file = Cursor::new(bytes.to_vec());
            let size = mp4::find_with_size(&mut file, *b"moov").unwrap();
            let start = usize::try_from(file.position()).unwrap();
            of_track(&mut file, &bytes[start..start + usize::try_from(size).unwrap()])
        };
        assert!(!of_track_in(FILE).unwrap().is_empty());
        let mut pictures = FILE.to_vec();
        let handler = |window: &[u8]| window.starts_with(b"hdlr") && window.ends_with(b"text");
        let at = FILE.windows(16).position(handler).unwrap();
        pictures[at + 12..at + 16].copy_from_slice(b"vide");
        assert_eq!(of_track_in(&pictures), None);
    }

    #[test]
    fn s3_chapters_1_titles_in_utf_16_are_decoded() {
        assert_eq!(text_of(b"\xFE\xFF\x00A\x22\x1E"), "A\u{221E}");
        assert_eq!(text_of(b"\xFF\xFEA\x00"), "A");
    }

    proptest! {
        #[test]
        fn s3_chapters_1_damaged_chapters_never_panic_and_stay_within_their_limits(
            flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..16),
            end in any::<prop::sample::Index>(),
            is_cut in any::<bool>(),
        ) {
            let mut bytes = FILE.to_vec();
            // The movie header is at the end of the file.
            let header = bytes.windows(4).position(|window| window == b"moov").unwrap();
            for (index, byte) in flips {
                let at = header + index.index(bytes.len() - header);
                bytes[at] = byte;
            }
            if is_cut {
                bytes.truncate(header + end.index(bytes.len() - header));
            }
            let found = read(&mut Cursor::new(bytes)).unwrap_or_default();
            prop_assert!(found.len() <= CHAPTERS_MAX);
            prop_assert!(found.iter().all(|(_, title)| title.len() <= CHAPTER_TITLE_MAX_BYTES));
        }
    }
}

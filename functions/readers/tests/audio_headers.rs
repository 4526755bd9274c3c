//! Recordings with wrong headers: MP3s that were cut, joined or written without a header, and WAV files with wrong
//! sizes.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::Path;

use inspect::FileRejection;
use inspect::audio::{AudioFormat, Recording, RepairSegment};
use readers::audio::read;

/// Duration of an MPEG-1 frame at 44.1 kHz in seconds.
const FRAME_SECS: f64 = 1152.0 / 44_100.0;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

fn inspected(bytes: &[u8]) -> Result<Recording, FileRejection> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lecture.mp3");
    std::fs::write(&file, bytes).unwrap();
    read(&file)
}

/// Returns the file as it would be stored, which is the same file if it needs no repair.
fn repaired(bytes: &[u8], recording: &Recording) -> Vec<u8> {
    let Some(repair) = &recording.repair else { return bytes.to_vec() };
    let piece = |piece: &RepairSegment| match piece {
        RepairSegment::OriginalBytes(start, end) => {
            bytes[usize::try_from(*start).unwrap()..usize::try_from(*end).unwrap()].to_vec()
        }
        RepairSegment::Zeros(count) => vec![0; usize::try_from(*count).unwrap()],
        RepairSegment::NewBytes(bytes) => bytes.to_vec(),
    };
    std::iter::once(repair.header.to_vec()).chain(repair.pieces.iter().map(piece)).collect::<Vec<_>>().concat()
}

/// Asserts that a file is repaired, has the duration `secs` before and after, and keeps its sound data. Returns the
/// repaired file.
fn assert_repaired(what: &str, bytes: &[u8], secs: f64) -> Vec<u8> {
    let found = inspected(bytes).unwrap_or_else(|reason| panic!("{what}: {reason:?}"));
    assert!(found.repair.is_some(), "{what} is repaired");
    assert!((found.duration_secs - secs).abs() < 0.05, "{what} lasts {} s", found.duration_secs);
    let stored = repaired(bytes, &found);
    let again = inspected(&stored).unwrap_or_else(|reason| panic!("{what} after its repair: {reason:?}"));
    assert_eq!(again.repair, None, "{what} after its repair");
    assert!((again.duration_secs - secs).abs() < 0.05, "{what} lasts {} s after its repair", again.duration_secs);
    assert_eq!(again.peaks.len(), found.peaks.len());
    stored
}

/// Returns silent stereo frames at 44.1 kHz. `rate_index` selects the bit rate: 5 is 64 kbit/s, 9 is 128 kbit/s, 11 is
/// 192 kbit/s.
fn frames(count: usize, rate_index: u8) -> Vec<u8> {
    let bytes = match rate_index {
        5 => 208,
        9 => 417,
        11 => 626,
        _ => unreachable!("no other bit rate is needed"),
    };
    let mut frame = vec![0; bytes];
    frame[..4].copy_from_slice(&[0xff, 0xfb, rate_index << 4, 0]);
    frame.repeat(count)
}

/// Builds a frame with a header that declares this number of frames.
fn header(tag: &[u8; 4], promised: u32, has_toc: bool) -> Vec<u8> {
    let mut frame = frames(1, 9);
    let (at, number_at) = if tag == b"VBRI" { (36, 50) } else { (36, 44) };
    frame[at..at + 4].copy_from_slice(tag);
    frame[number_at..number_at + 4].copy_from_slice(&promised.to_be_bytes());
    if tag != b"VBRI" {
        frame[43] = if has_toc { 1 | 4 } else { 1 };
    }
    frame
}

fn id3(bytes: u32) -> Vec<u8> {
    let size = [bytes >> 21, bytes >> 14, bytes >> 7, bytes].map(|part| (part & 0x7f) as u8);
    [&b"ID3\x04\x00\x00"[..], &size, &vec![0; bytes as usize]].concat()
}

#[test]
fn h7_an_mp3_shorter_than_its_header_states_is_rejected_as_truncated() {
    for tag in [b"Xing", b"Info", b"VBRI"] {
        let whole = [header(tag, 2000, true), frames(2000, 9)].concat();
        let found = inspected(&whole);
        assert!(found.is_ok(), "{found:?}");
        for share in [2, 4] {
            assert_eq!(
                inspected(&whole[..whole.len() / share]),
                Err(FileRejection::AudioTruncated),
                "{tag:?}, 1/{share}"
            );
        }
        // A missing part below one second and 2 % is tolerated.
        let nearly = [header(tag, 4000, true), frames(3970, 9)].concat();
        assert!(inspected(&nearly).is_ok());
    }
    let variable = fixture("variable.mp3");
    assert_eq!(inspected(&variable[..variable.len() - 3000]), Err(FileRejection::AudioTruncated));
}

#[test]
fn concatenated_mp3s_get_a_header_that_covers_all_parts() {
    let part = [header(b"Info", 800, true), frames(800, 9)].concat();
    let tagged = [id3(5000), part.clone()].concat();
    let secs = 3.0 * 800.0 * FRAME_SECS;
    let stored = assert_repaired("three with headers", &part.repeat(3), secs);
    assert_eq!(stored.len(), 417 + 2400 * 417);
    assert_eq!((&stored[36..40], &stored[44..48]), (&b"Info"[..], &2400_u32.to_be_bytes()[..]));
    assert_repaired("three with headers and tags", &tagged.repeat(3), secs);
    assert_repaired("three with large tags and no headers", &[id3(90_000), frames(800, 9)].concat().repeat(3), secs);
    assert_repaired("two bit rates", &[frames(80, 9), frames(80, 11)].concat(), 160.0 * FRAME_SECS);
    // Parts written by a real encoder.
    assert_repaired("three by LAME", &fixture("variable.mp3").repeat(3), 3.0 * 2.064);
    assert_repaired("with and without a header", &[fixture("variable.mp3"), fixture("constant.mp3")].concat(), 4.128);
}

#[test]
fn a_variable_bit_rate_mp3_without_a_seek_index_gets_a_header() {
    let even = [frames(50, 5), frames(50, 11)].concat();
    let long = even.repeat(20);
    assert_repaired("even all the way", &long, 2000.0 * FRAME_SECS);
    assert_repaired("by LAME", &fixture("variable-without-xing.mp3"), 2.064);
}

#[test]
fn an_mp3_with_a_correct_header_and_accurate_jumps_is_stored_unchanged() {
    let even = [frames(1, 5), frames(1, 9)].concat().repeat(1500);
    for file in [
        [header(b"Xing", 3000, true), even.clone()].concat(),
        [header(b"VBRI", 3000, false), even.clone()].concat(),
        [id3(70_000), header(b"Info", 2000, false), frames(2000, 9)].concat(),
        frames(2000, 9),
        fixture("constant.mp3"),
    ] {
        assert_eq!(inspected(&file).unwrap().repair, None);
    }
}

#[test]
fn the_coarse_table_of_a_long_variable_bit_rate_mp3_is_replaced() {
    let even = [frames(1, 5), frames(1, 9)].concat().repeat(6000);
    let secs = 12_000.0 * FRAME_SECS;
    let stored = assert_repaired("five minutes", &[header(b"Xing", 12_000, true), even.clone()].concat(), secs);
    assert_eq!((&stored[36..40], stored[43]), (&b"Info"[..], 3), "a header without a table");
    assert!(stored.ends_with(&even));
    // Without a table, browsers assume a constant bit rate.
    assert_eq!(inspected(&[header(b"Xing", 12_000, false), even].concat()).unwrap().repair, None);
}

/// Returns the sizes of the frames of an MP3 at 16 kHz, and asserts that the file contains nothing else.
fn frame_sizes(mut bytes: &[u8]) -> Vec<usize> {
    let kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    let mut sizes = Vec::new();
    while let [0xff, 0xf3, rates, ..] = *bytes {
        let size = 72 * kilobits[usize::from(rates >> 4)] / 16 + usize::from(rates >> 1 & 1);
        sizes.push(size);
        bytes = &bytes[size..];
    }
    assert!(bytes.is_empty());
    sizes
}

#[test]
fn a_variable_bit_rate_mp3_is_filled_until_its_bytes_grow_evenly_and_its_sound_is_the_same() {
    let file = fixture("uneven-without-xing.mp3");
    let stored = assert_repaired("noise, silence and noise", &file, 13.104);
    assert_eq!(inspected(&stored).unwrap().peaks, inspected(&file).unwrap().peaks);
    let error_secs = |sizes: &[usize]| {
        let per_frame = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
        let (mut place, mut worst) = (0, 0.0_f64);
        for (index, size) in sizes.iter().enumerate() {
            worst = worst.max((place as f64 / per_frame - index as f64).abs() * 0.036);
            place += size;
        }
        worst
    };
    let (before, after) = (frame_sizes(&file), frame_sizes(&stored)[1..].to_vec());
    assert_eq!(before.len(), after.len());
    assert!(error_secs(&before) > 1.5 && error_secs(&after) < 0.75, "{} s", error_secs(&after));
}

#[test]
fn a_variable_bit_rate_mp3_with_a_correct_header_is_filled_too() {
    let uneven = [frames(1500, 5), frames(1500, 9)].concat();
    for head in [header(b"Xing", 3000, true), header(b"Xing", 3000, false), header(b"VBRI", 3000, false), Vec::new()] {
        let stored = assert_repaired("two halves", &[head, uneven.clone()].concat(), 3000.0 * FRAME_SECS);
        assert!(stored.len() < uneven.len() * 3 / 2, "{} bytes", stored.len());
    }
}

#[test]
fn large_tags_of_a_short_recording_are_removed_and_its_header_is_kept_unchanged() {
    let sound = [header(b"Xing", 400, true), [frames(1, 5), frames(1, 9)].concat().repeat(200)].concat();
    let stored = assert_repaired("a large cover", &[id3(90_000), sound.clone()].concat(), 400.0 * FRAME_SECS);
    assert!(stored == sound);
}

#[test]
fn bytes_in_front_of_a_variable_bit_rate_mp3_are_removed_and_its_header_is_kept() {
    let sound = [header(b"Xing", 3000, true), [frames(1, 5), frames(1, 9)].concat().repeat(1500)].concat();
    let secs = 3000.0 * FRAME_SECS;
    let rest_of_frame = frames(1, 9)[200..].to_vec();
    let late_tag = [vec![0; 10], id3(500)].concat();
    for (what, front) in [("zeros", vec![0; 3000]), ("the rest of a frame", rest_of_frame), ("a late tag", late_tag)] {
        assert!(assert_repaired(what, &[front, sound.clone()].concat(), secs) == sound, "{what}");
    }
    // No repair is needed if only tags precede the sound, or if the bit rate is constant, because browsers then need no
    // header.
    let tagged = [id3(500), id3(700), sound].concat();
    assert_eq!(inspected(&tagged).unwrap().repair, None);
    let constant = [vec![0; 3000], header(b"Info", 2000, true), frames(2000, 9)].concat();
    assert_eq!(inspected(&constant).unwrap().repair, None);
}

#[test]
fn a_header_without_the_number_of_frames_is_replaced_if_the_bit_rate_varies() {
    let even = [frames(50, 5), frames(50, 11)].concat().repeat(20);
    let mut bytes_only = header(b"Xing", u32::try_from(even.len() + 417).unwrap(), false);
    bytes_only[43] = 2;
    let stored = assert_repaired("bytes alone", &[bytes_only.clone(), even.clone()].concat(), 2000.0 * FRAME_SECS);
    assert_eq!((&stored[36..40], &stored[44..48]), (&b"Info"[..], &2000_u32.to_be_bytes()[..]));
    let mut none = bytes_only;
    none[43] = 0;
    assert_repaired("no numbers", &[none, even].concat(), 2000.0 * FRAME_SECS);
}

#[test]
fn an_mp3_that_cannot_be_repaired_is_rejected_with_advice() {
    // Filled to the bit rate of its last seconds, it would be more than twice as large.
    let uneven = [frames(5000, 5), frames(250, 11)].concat();
    assert_eq!(inspected(&uneven), Err(FileRejection::AudioNotSeekable));
    assert!(FileRejection::AudioNotSeekable.text().contains("constant bit rate"));
    // Frames with another sample rate, and mono frames after stereo ones.
    for [second, third] in [[0xfb, 0x94], [0xfb, 0x90]] {
        let mut other = vec![0; if third == 0x94 { 384 } else { 417 }];
        other[..4].copy_from_slice(&[0xff, second, third, if third == 0x94 { 0 } else { 0xc0 }]);
        let mixed = [frames(800, 9), other.repeat(800)].concat();
        assert_eq!(inspected(&mixed), Err(FileRejection::AudioFormatChanges));
    }
}

/// Builds a WAV file of one second (8 bits, 8 kHz) with these chunks before the sound and these declared sizes.
fn wav(before: &[u8], riff_bytes: impl Fn(u32) -> u32, data_bytes: impl Fn(u32) -> u32) -> Vec<u8> {
    let plain = fixture("pcm.wav");
    let (format, samples) = (&plain[12..36], &plain[44..]);
    let right = u32::try_from(4 + format.len() + before.len() + 8 + samples.len()).unwrap();
    let data = data_bytes(u32::try_from(samples.len()).unwrap()).to_le_bytes();
    [&b"RIFF"[..], &riff_bytes(right).to_le_bytes(), b"WAVE", format, before, b"data", &data, samples].concat()
}

fn chunk(name: &[u8; 4], bytes: &[u8], padding: &[u8]) -> Vec<u8> {
    [&name[..], &u32::try_from(bytes.len()).unwrap().to_le_bytes(), bytes, padding].concat()
}

/// Builds the same second as RF64, which declares its sizes in a separate chunk.
fn rf64(data_bytes: usize) -> Vec<u8> {
    let plain = fixture("pcm.wav");
    let sizes = [0, u64::try_from(data_bytes).unwrap(), 0].map(u64::to_le_bytes).concat();
    let ds64 = chunk(b"ds64", &[&sizes[..], &[0; 4]].concat(), b"");
    [&b"RF64\xff\xff\xff\xffWAVE"[..], &ds64, &plain[12..36], b"data\xff\xff\xff\xff", &plain[44..]].concat()
}

#[test]
fn wav_files_with_odd_sized_chunks_and_wrong_lengths_are_read() {
    let list = chunk(b"LIST", b"INFOINAM\x05\x00\x00\x00Limit", b"\0");
    let right = |size: u32| size;
    for (what, file, is_plain) in [
        ("an odd LIST chunk with its padding", wav(&list, right, right), true),
        ("an odd LIST chunk without padding", wav(&list[..list.len() - 1], right, right), false),
        ("another odd chunk", wav(&chunk(b"bext", &[7; 603], b"\0"), right, right), true),
        ("a RIFF size of 0", wav(b"", |_| 0, right), false),
        ("a RIFF size that is 8 too small", wav(b"", |size| size - 8, right), false),
        ("a RIFF size that is 8 too large", wav(b"", |size| size + 8, right), false),
        ("no sizes at all", wav(&list, |_| 0, |_| 0), false),
        ("sizes of a stream", wav(b"", |_| 0x7fff_f024, |_| 0x7fff_f000), false),
        ("sizes of 64 bits", rf64(fixture("pcm.wav").len() - 44), false),
        ("unknown sizes of 64 bits", rf64(0), false),
    ] {
        let found = inspected(&file).unwrap_or_else(|reason| panic!("{what}: {reason:?}"));
        assert!((found.duration_secs - 2.0).abs() < 0.01, "{what}: {} s", found.duration_secs);
        assert_eq!(found.repair.is_none(), is_plain, "{what}");
        let stored = repaired(&file, &found);
        let again = inspected(&stored).unwrap();
        assert_eq!((again.repair, again.peaks), (None, found.peaks), "{what}");
    }
}

#[test]
fn h7_a_wav_file_with_truncated_data_is_rejected_whatever_its_riff_size() {
    let whole = wav(b"", |_| 0, |size| size);
    assert_eq!(inspected(&whole[..whole.len() / 2]), Err(FileRejection::AudioTruncated));
    let whole = rf64(fixture("pcm.wav").len() - 44);
    assert_eq!(inspected(&whole[..whole.len() / 2]), Err(FileRejection::AudioTruncated));
}

#[test]
fn a_wave64_file_is_rejected_with_the_formats_to_save_it_as() {
    let id = |name: &[u8; 4], rest: [u8; 12]| [&name[..], &rest].concat();
    let wave = [0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0x00, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a];
    let riff = [0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0x00, 0x00];
    let plain = fixture("pcm.wav");
    let (format, samples) = (&plain[20..36], &plain[44..]);
    let size = |bytes: usize| u64::try_from(bytes).unwrap().to_le_bytes();
    let chunks = [&id(b"fmt ", wave)[..], &size(40), format, &id(b"data", wave), &size(24 + samples.len()), samples];
    let chunks = chunks.concat();
    let file = [&id(b"riff", riff)[..], &size(40 + chunks.len()), &id(b"wave", wave), &chunks].concat();
    assert_eq!(inspected(&file), Err(FileRejection::NotAudio));
    assert!(FileRejection::NotAudio.text().contains("Save the recording as MP3, M4A, Ogg, Opus, WAV or FLAC"));
}

#[test]
fn wav_files_with_a_law_and_mu_law_are_read() {
    let plain = fixture("pcm.wav");
    for (law, extension) in [(6, &[0, 0][..]), (7, &[0, 0][..]), (6, &[][..])] {
        let format = [&[law, 0][..], &plain[22..36], extension].concat();
        let chunks = [chunk(b"fmt ", &format, b""), chunk(b"data", &plain[44..], b"")].concat();
        let size = u32::try_from(4 + chunks.len()).unwrap().to_le_bytes();
        let found = inspected(&[&b"RIFF"[..], &size, b"WAVE", &chunks].concat()).unwrap();
        assert_eq!((found.format, found.repair), (AudioFormat::Wav, None));
        assert!((found.duration_secs - 2.0).abs() < 0.01, "{} s", found.duration_secs);
    }
}

#[test]
fn h7_an_m4a_that_ends_before_its_movie_header_is_rejected_as_truncated() {
    let whole = fixture("mp4.m4a");
    let box_at = |name: &[u8]| whole.windows(4).position(|four| four == name).unwrap() - 4;
    let without = [&whole[..box_at(b"moov")], &whole[box_at(b"mdat")..]].concat();
    for file in [&without[..], &without[..without.len() / 2]] {
        assert_eq!(inspected(file), Err(FileRejection::AudioTruncated));
    }
    let photo = b"\0\0\0\x10ftypheic\0\0\0\0\0\0\0\x08meta\0\0\0\x08mdat";
    assert!(matches!(inspected(photo), Err(FileRejection::NotAudio | FileRejection::NoSound)));
}

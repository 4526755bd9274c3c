//! Files that are not what they claim to be. Each is rejected with a helpful reason and does no harm.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use inspect::FileRejection;
use inspect::audio::Recording;
use proptest::prelude::*;
use readers::audio::read;

const RECORDINGS: [&str; 13] = [
    "constant.mp3",
    "variable.mp3",
    "variable-without-xing.mp3",
    "mp4.m4a",
    "adts.aac",
    "vorbis.ogg",
    "opus.opus",
    "pcm.wav",
    "lossless.flac",
    "chapters.mp3",
    "chapters.m4a",
    "chapters.ogg",
    "chapters.flac",
];

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

fn write(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lecture.mp3");
    std::fs::write(&file, bytes).unwrap();
    (folder, file)
}

fn inspected(bytes: &[u8]) -> Result<Recording, FileRejection> {
    let (_folder, file) = write(bytes);
    read(&file)
}

/// Returns pseudorandom bytes, the same in every run.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = |state: &mut u64| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        state.to_le_bytes()[3]
    };
    (0..count).map(|_| next(&mut state)).collect()
}

#[test]
fn h7_a_file_that_is_not_audio_is_rejected_regardless_of_its_name() {
    let long_text = "All of this is text, and nothing of it can be heard.\n".repeat(2000);
    let archive = [b"PK\x03\x04\x14\x00\x00\x00\x08\x00".to_vec(), noise(300_000)].concat();
    let pdf = [b"%PDF-1.7\n".to_vec(), noise(100_000), b"\n%%EOF\n".to_vec()].concat();
    let picture = [b"\x89PNG\r\n\x1a\n".to_vec(), noise(100_000)].concat();
    assert_eq!(inspected(b""), Err(FileRejection::Empty));
    assert_eq!(inspected(&pdf), Err(FileRejection::PdfNotAudio));
    let files: [(&str, &[u8]); 5] = [
        ("one byte", b"\xff"),
        ("text", long_text.as_bytes()),
        ("an archive", &archive),
        ("a picture", &picture),
        ("noise", &noise(2_000_000)),
    ];
    for (what, bytes) in files {
        assert_eq!(inspected(bytes), Err(FileRejection::NotAudio), "{what}");
    }
}

#[test]
fn h7_a_file_without_an_audio_track_is_refused() {
    assert_eq!(inspected(&fixture("pictures-only.mp4")), Err(FileRejection::NoSound));
}

#[test]
fn h7_a_recording_with_a_header_but_no_audio_data_is_rejected() {
    for name in ["pcm.wav", "lossless.flac", "mp4.m4a", "vorbis.ogg", "opus.opus"] {
        for cut in [4, 12, 30] {
            let reason = inspected(&fixture(name)[..cut]).unwrap_err();
            assert!(matches!(reason, FileRejection::NotAudio), "{name} cut after {cut}: {reason:?}");
        }
    }
    // A WAV file without samples, whose header declares that correctly.
    let mut empty = fixture("pcm.wav")[..44].to_vec();
    empty[4..8].copy_from_slice(&36_u32.to_le_bytes());
    empty[40..44].copy_from_slice(&0_u32.to_le_bytes());
    assert_eq!(inspected(&empty), Err(FileRejection::NoSound));
}

#[test]
fn h7_a_truncated_recording_is_rejected_in_formats_that_stall_browsers() {
    for name in ["pcm.wav", "lossless.flac", "mp4.m4a"] {
        let whole = fixture(name);
        let reason = inspected(&whole[..whole.len() / 10 * 7]).unwrap_err();
        assert!(matches!(reason, FileRejection::AudioTruncated), "{name}: {reason:?}");
    }
    // In these formats, players ignore the declared length, so the truncated file counts as a shorter recording.
    for name in ["constant.mp3", "opus.opus", "adts.aac"] {
        let whole = fixture(name);
        let secs = inspected(&whole[..whole.len() / 10 * 7]).map(|found| found.duration_secs);
        assert!(secs.is_ok_and(|secs| (0.3..1.9).contains(&secs)), "{name}: {secs:?}");
    }
}

#[test]
fn h7_a_streamed_wav_without_a_data_length_is_accepted() {
    let mut streamed = fixture("pcm.wav");
    streamed[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    streamed[40..44].copy_from_slice(&u32::MAX.to_le_bytes());
    let found = inspected(&streamed).unwrap();
    assert!((found.duration_secs - 2.0).abs() < 0.05, "{} s", found.duration_secs);
}

#[test]
fn h7_a_recording_whose_decoding_fails_midway_is_rejected_as_damaged() {
    for name in ["opus.opus", "lossless.flac", "mp4.m4a"] {
        let mut bytes = fixture(name);
        let (from, to) = (bytes.len() / 2, bytes.len() - 200);
        let junk = noise(to - from);
        bytes[from..to].copy_from_slice(&junk);
        // Ogg drops pages with a wrong checksum. The file may then be read as a short recording and not as a damaged
        // one.
        let found = inspected(&bytes);
        let kept = found.as_ref().map_or(0.0, |found| found.duration_secs);
        assert!(kept < 1.5, "{name}: {found:?}");
    }
}

#[test]
fn h7_mp3_frames_followed_by_noise_are_refused() {
    let frames = fixture("constant.mp3");
    let smuggled = [frames.clone(), noise(frames.len() * 3)].concat();
    assert_eq!(inspected(&smuggled), Err(FileRejection::NotAudio));
    // A large tag with a picture before the frames is valid: many real files begin like this.
    let size = [0, 0x0f, 0x7f, 0x7f];
    let tag = [b"ID3\x04\x00\x00".to_vec(), size.to_vec(), vec![0; 0x3_ffff]].concat();
    assert!(inspected(&[tag, frames].concat()).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Checks that reading such a file ends within the time limit and without a panic.
    #[test]
    fn h7_truncated_or_corrupted_recordings_never_panic_or_hang_a_decoder(
        which in 0..RECORDINGS.len(),
        per_mille in 0..2000_usize,
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..8), 0..24),
        in_header in any::<bool>(),
    ) {
        let mut bytes = fixture(RECORDINGS[which]);
        let header = bytes.len().min(400);
        for (index, bit) in flips {
            let at = index.index(if in_header { header } else { bytes.len() });
            bytes[at] ^= 1 << bit;
        }
        // In half of the cases, the file is not truncated.
        let kept = bytes.len() * per_mille.min(1000) / 1000;
        let (_folder, file) = write(&bytes[..kept]);
        let found = read(&file);
        if let Ok(found) = found {
            prop_assert!(found.duration_secs > 0.0 && found.duration_secs.is_finite());
            prop_assert_eq!(found.peaks.len(), inspect::audio::PEAK_COUNT);
            prop_assert!(found.chapters.len() <= inspect::audio::CHAPTERS_MAX);
            let longest = found.chapters.iter().map(|(_, title)| title.len()).max().unwrap_or(0);
            prop_assert!(longest <= inspect::audio::CHAPTER_TITLE_MAX_BYTES);
        }
    }
}

#[tokio::test]
async fn h7_inspection_is_stopped_at_its_time_limit() {
    // 256 MB of silence in a sparse file, which uses no disk space.
    let mut header = fixture("pcm.wav")[..44].to_vec();
    header[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    header[40..44].copy_from_slice(&u32::MAX.to_le_bytes());
    let (_folder, file) = write(&header);
    std::fs::OpenOptions::new().append(true).open(&file).unwrap().set_len(256 * 1024 * 1024).unwrap();
    let read = readers::in_process_extractor().read_recording(&file, Duration::ZERO).await.unwrap();
    assert_eq!(read, Err(FileRejection::AudioTooSlow));
}

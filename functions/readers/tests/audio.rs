//! Metadata of recordings, on small files of every supported kind.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use image::GenericImageView;
use inspect::FileRejection;
use inspect::audio::{AudioFormat, PEAK_COUNT, Recording};
use readers::audio::read;

/// Duration in seconds of the test files that declare the padding of their first and last packet. The duration of the
/// others includes this padding.
const SECS: f64 = 2.0;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn recording(name: &str) -> Recording {
    read(&fixture(name)).unwrap_or_else(|reason| panic!("{name}: {reason:?}"))
}

const ALL: [(&str, AudioFormat, &str, f64, u32); 9] = [
    ("constant.mp3", AudioFormat::Mp3, "mp3", 2.064, 22_050),
    ("variable.mp3", AudioFormat::Mp3, "mp3", SECS, 22_050),
    ("variable-without-xing.mp3", AudioFormat::Mp3, "mp3", 2.064, 22_050),
    ("mp4.m4a", AudioFormat::M4a, "aac", SECS, 22_050),
    ("adts.aac", AudioFormat::Aac, "aac", 2.090, 22_050),
    ("vorbis.ogg", AudioFormat::OggVorbis, "vorbis", SECS, 22_050),
    ("opus.opus", AudioFormat::OggOpus, "opus", SECS, 48_000),
    ("pcm.wav", AudioFormat::Wav, "pcm", SECS, 8000),
    ("lossless.flac", AudioFormat::Flac, "flac", SECS, 8000),
];

#[test]
fn s3_audio_1_each_audio_format_is_detected_by_content_with_a_duration_exact_to_10_ms() {
    for (name, format, codec, secs, sample_rate) in ALL {
        let found = recording(name);
        assert_eq!((found.format, found.format.codec(), found.sample_rate), (format, codec, sample_rate), "{name}");
        assert!((found.duration_secs - secs).abs() < 0.01, "{name} lasts {} s", found.duration_secs);
        let size = std::fs::metadata(fixture(name)).unwrap().len() as f64;
        let of_file = f64::from(found.bit_rate) * found.duration_secs / 8.0 / size;
        assert!((0.25..=1.01).contains(&of_file), "{name} has {} bit/s", found.bit_rate);
    }
}

#[test]
fn the_waveform_of_each_format_matches_the_recording() {
    for (name, .., secs, _) in ALL {
        let peaks = recording(name).peaks;
        assert_eq!(peaks.len(), PEAK_COUNT);
        let between = |from: f64, to: f64| -> Vec<f64> {
            let secs_of = |peak: usize| peak as f64 / PEAK_COUNT as f64 * secs;
            let within = peaks.iter().enumerate().filter(|(peak, _)| (from..to).contains(&secs_of(*peak)));
            within.map(|(_, loudness)| f64::from(*loudness)).collect()
        };
        let soft = between(0.1, 0.4);
        let none = between(0.65, 0.9);
        let loud = between(1.15, 1.85);
        // Compare means: single peaks vary with the tone, because each covers less than one period.
        let mean = |peaks: &[f64]| peaks.iter().sum::<f64>() / peaks.len() as f64;
        assert!((6.0..10.0).contains(&(mean(&loud) / mean(&soft))), "{name}: {} to {}", mean(&loud), mean(&soft));
        assert!(mean(&none) < 3.0, "{name}: {none:?}");
        assert!(mean(&loud) > 150.0 && peaks.contains(&255), "{name}: {loud:?}");
    }
}

#[test]
fn title_artist_and_album_tags_are_read() {
    for name in ["variable.mp3", "mp4.m4a", "vorbis.ogg", "opus.opus", "lossless.flac"] {
        let tags = recording(name).tags;
        assert_eq!(
            (tags.title.as_deref(), tags.artist.as_deref()),
            (Some("Limits"), Some("Note Ninja")),
            "{name}: {tags:?}"
        );
    }
    assert_eq!(recording("variable.mp3").tags.album.as_deref(), Some("Calculus"));
    assert_eq!(recording("pcm.wav").tags.title, None);
}

/// Builds an ID3v2.3 tag whose title and album are declared as Latin-1.
fn latin_1_tag(title: &[u8], album: &[u8]) -> Vec<u8> {
    let frame = |id: &[u8; 4], text: &[u8]| {
        let size = u32::try_from(text.len() + 1).unwrap().to_be_bytes();
        [&id[..], &size, &[0, 0, 0], text].concat()
    };
    let frames = [frame(b"TIT2", title), frame(b"TALB", album)].concat();
    let size = u8::try_from(frames.len()).unwrap();
    assert!(size < 128, "the size is in sevens of bits");
    [b"ID3\x03\0\0\0\0\0".to_vec(), vec![size], frames].concat()
}

#[test]
fn tags_in_legacy_code_pages_are_decoded_or_dropped() {
    let titled = |title: &[u8], album: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lecture.mp3");
        std::fs::write(&file, [latin_1_tag(title, album), std::fs::read(fixture("constant.mp3")).unwrap()].concat())
            .unwrap();
        let tags = read(&file).unwrap().tags;
        (tags.title, tags.album)
    };
    let text = |text: &str| Some(text.to_owned());
    let cyrillic = titled(b"\xcb\xe5\xea\xf6\xe8\xff 1: \xcf\xf0\xe5\xe4\xe5\xeb\xfb", b"\xc0\xed\xe0\xeb\xe8\xe7");
    assert_eq!(cyrillic, (text("Лекция 1: Пределы"), text("Анализ")));
    let chinese = titled(b"\xcf\xdf\xd0\xd4\xb4\xfa\xca\xfd \xb5\xda\xd2\xbb\xbd\xb2", b"\xca\xfd\xd1\xa7");
    assert_eq!(chinese, (text("线性代数 第一讲"), text("数学")));
    assert_eq!(titled("Größen".as_bytes(), b"Gr\xf6\xdfen \x96 1"), (text("Größen"), text("Größen – 1")));
    assert_eq!(titled(b"\x81\x8d\xff\xfe\x81\x90\x9d", b"Calculus"), (None, text("Calculus")));
}

#[test]
fn embedded_artwork_becomes_a_square_jpeg() {
    for name in ["variable.mp3", "mp4.m4a", "opus.opus", "lossless.flac"] {
        let artwork = recording(name).artwork.unwrap_or_else(|| panic!("{name} has a picture"));
        let picture = image::load_from_memory_with_format(&artwork, image::ImageFormat::Jpeg).unwrap();
        assert_eq!(picture.dimensions(), (64, 64), "{name}");
        for (x, y) in [(2, 2), (61, 2), (32, 32), (61, 61)] {
            let [red, _, blue, _] = picture.get_pixel(x, y).0;
            assert!(blue > 200 && red < 60, "{name} is not blue at {x}, {y}: the middle was not cut out");
        }
    }
    assert_eq!(recording("vorbis.ogg").artwork, None);
}

#[test]
fn file_name_does_not_affect_format_detection() {
    let folder = tempfile::tempdir().unwrap();
    let renamed = folder.path().join("lecture.mp3");
    std::fs::copy(fixture("opus.opus"), &renamed).unwrap();
    assert_eq!(read(&renamed).unwrap().format, AudioFormat::OggOpus);
}

#[test]
fn every_audio_format_has_a_unique_extension_and_media_type() {
    for (name, ..) in ALL {
        let format = recording(name).format;
        assert_eq!(Path::new(name).extension().unwrap().to_str(), Some(format.extension()));
        assert!(format.content_type().starts_with("audio/"));
    }
}

/// The file declares spectral band replication (SBR) for its AAC stream, as encoders for low bit rates do.
#[test]
fn duration_of_aac_with_unsupported_extensions_is_read_from_its_core() {
    let mut bytes = std::fs::read(fixture("mp4.m4a")).unwrap();
    // The decoder configuration consists of the tag 5, a length of one or four bytes, and the value "AAC, 22.05 kHz,
    // mono".
    let plain = [0x13, 0x88];
    let at = bytes.windows(2).position(|two| two == plain).unwrap();
    // Replace the value by "SBR over 22.05 kHz, mono, output at 44.1 kHz", which has four bytes, of which only three
    // fit.
    bytes[at..at + 3].copy_from_slice(&[0x2b, 0x8a, 0x08]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("he.m4a");
    std::fs::write(&file, bytes).unwrap();
    let found = read(&file).unwrap();
    assert!((found.duration_secs - SECS).abs() < 0.05);
    assert!(found.peaks.contains(&255));
}

#[tokio::test]
async fn inspection_without_a_reader_process_detects_the_format_and_reports_a_missing_file() {
    let (file, limit) = (fixture("vorbis.ogg"), Duration::from_secs(60));
    let here = readers::in_process_extractor();
    assert_eq!(here.read_recording(&file, limit).await.unwrap().unwrap().format, AudioFormat::OggVorbis);
    let missing = file.with_file_name("no such file");
    assert_eq!(here.read_recording(&missing, limit).await.unwrap(), Err(FileRejection::Deleted));
}

const CHAPTERS: [(u64, &str); 3] = [(0, "Softly"), (500, "Nothing"), (1000, "Lautstärke ∞")];

fn chapters_in(bytes: &[u8]) -> Vec<(u64, String)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording");
    std::fs::write(&path, bytes).unwrap();
    read(&path).unwrap().chapters
}

#[test]
fn s3_chapters_1_the_chapters_of_each_format_are_read() {
    let expected = CHAPTERS.map(|(start, title)| (start, title.to_owned()));
    for name in ["chapters.mp3", "chapters.m4a", "chapters.ogg", "chapters.flac"] {
        let found = recording(name);
        assert_eq!(found.chapters, expected, "{name}");
        assert_eq!(found.peaks.len(), PEAK_COUNT, "{name}");
    }
    for (name, ..) in ALL {
        assert_eq!(recording(name).chapters, [], "{name}");
    }
}

#[test]
fn s3_chapters_1_an_mp4_file_without_a_chapter_track_has_the_chapters_of_its_list() {
    let mut file = std::fs::read(fixture("chapters.m4a")).unwrap();
    let replace = |file: &mut Vec<u8>, from: &[u8], to: &[u8]| {
        let at = file.windows(from.len()).position(|window| window == from).unwrap();
        file[at..at + to.len()].copy_from_slice(to);
    };
    replace(&mut file, b"tref", b"free");
    assert_eq!(chapters_in(&file), CHAPTERS.map(|(start, title)| (start, title.to_owned())));
    // A list that ends early keeps its first chapters.
    replace(&mut file, b"chpl\x01\0\0\0\0\0\0\0\x03", b"chpl\x01\0\0\0\0\0\0\0\xFF");
    assert_eq!(chapters_in(&file).len(), 3);
    replace(&mut file, b"chpl", b"free");
    assert_eq!(chapters_in(&file), []);
}

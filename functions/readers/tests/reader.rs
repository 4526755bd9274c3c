//! Reading files in a separate process, and the error if that process dies or cannot be started.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use inspect::extractor::ExtractorCrash;
use inspect::{Extractor, FileRejection};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn readers() -> Extractor {
    Extractor::with_program(env!("CARGO_BIN_EXE_reader").into())
}

/// Returns an extractor whose program does something else instead of reading.
fn readers_that(act: &str) -> Extractor {
    Extractor::with_program(fixture("readers").join(act))
}

#[tokio::test]
async fn h7_a_page_needing_two_gigabytes_of_memory_ends_only_its_reader_process() {
    let bomb = fixture("bomb.pdf");
    assert_eq!(readers().read_pdf(&bomb).await.unwrap().unwrap().pages, 1, "it looks like any other page");
    assert_eq!(readers().extract_text(&bomb).await.unwrap(), Err(ExtractorCrash::OutOfMemory));
}

#[tokio::test]
async fn h7_a_reader_crash_is_reported_as_a_failure_of_the_file() {
    let dies = readers_that("dies");
    let file = fixture("variable.mp3");
    assert_eq!(dies.read_pdf(&file).await.unwrap(), Err(FileRejection::Damaged));
    assert_eq!(dies.read_recording(&file, Duration::from_secs(9)).await.unwrap(), Err(FileRejection::AudioDamaged));
    assert_eq!(dies.square_jpeg(&file, 64).await.unwrap(), Err(FileRejection::ImageDamaged));
    assert_eq!(dies.extract_text(&file).await.unwrap(), Err(ExtractorCrash::Died));
    assert_eq!(readers_that("babbles").read_pdf(&file).await.unwrap(), Err(FileRejection::Damaged));
    assert_eq!(readers_that("swells").read_pdf(&file).await.unwrap(), Err(FileRejection::TooMuchMemory));
}

#[tokio::test]
async fn a_file_is_not_rejected_if_the_reader_cannot_start() {
    let file = fixture("variable.mp3");
    assert!(Extractor::with_program("/no/such/program".into()).read_pdf(&file).await.is_err());
    for taken_away in ["killed", "unbounded"] {
        let readers = readers_that(taken_away);
        assert!(readers.read_pdf(&file).await.is_err(), "{taken_away}");
        assert!(readers.render_preview(&file).await.is_err(), "{taken_away}");
        assert!(readers.extract_text(&file).await.is_err(), "{taken_away}");
        assert!(readers.read_recording(&file, Duration::from_secs(9)).await.is_err(), "{taken_away}");
        assert!(readers.reencode_jpeg(&file, 64).await.is_err(), "{taken_away}");
    }
}

#[tokio::test]
async fn h7_endlessly_nested_pdf_objects_end_only_their_reader_process() {
    let deep = |open: &str, close: &str| {
        let object = [open.repeat(100_000), close.repeat(100_000)].concat();
        let text = format!(
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 \
             >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox {object} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n"
        );
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    };
    for (open, close) in [("[", "]"), ("<< /A ", " >>")] {
        let file = deep(open, close);
        let facts = readers().read_pdf(file.path()).await.unwrap();
        assert!(facts.is_err(), "{open}: {facts:?}");
        assert!(
            readers().render_preview(file.path()).await.is_ok() && readers().extract_text(file.path()).await.is_ok(),
            "{open}"
        );
    }
}

#[tokio::test]
async fn h7_a_reader_is_stopped_at_its_cpu_limit() {
    // Hours of silence in a sparse file, which uses no disk space.
    let mut header = fs::read(fixture("pcm.wav")).unwrap()[..44].to_vec();
    header[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    header[40..44].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&header).unwrap();
    file.as_file().set_len(8 << 30).unwrap();
    let second = Duration::from_secs(1);
    assert_eq!(readers().read_recording(file.path(), second).await.unwrap(), Err(FileRejection::AudioTooSlow));
}

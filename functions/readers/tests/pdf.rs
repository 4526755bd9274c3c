//! Accepted and rejected PDFs, on files built byte by byte.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fmt::Write as _;
use std::path::Path;

use bytes::Bytes;
use inspect::FileRejection;
use inspect::pdf::SMALL_PREVIEW_PX;
use readers::pdf::{read_properties, read_text, render};

/// Builds a PDF with this number of empty pages, additional trailer entries and additional objects.
fn pdf(pages: usize, trailer: &str, more_objects: &[&str]) -> Bytes {
    let kids: String = (0..pages).map(|n| format!("{} 0 R ", n + 3)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {pages} >>"),
    ];
    for _ in 0..pages {
        objects.push("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>".into());
    }
    objects.extend(more_objects.iter().map(|object| (*object).to_owned()));

    let mut text = String::from("%PDF-1.7\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", text.len()).unwrap();
        write!(text, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let start = text.len();
    write!(
        text,
        "{table}trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    )
    .unwrap();
    Bytes::from(text)
}

/// Builds a PDF encrypted by this handler. Its keys are invalid, so no password opens it.
fn encrypted(handler: &str) -> Bytes {
    let key = "41".repeat(32);
    let dictionary = format!("<< /Filter {handler} /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >>");
    pdf(1, "/Encrypt 4 0 R /ID [<41414141414141414141414141414141> <41414141414141414141414141414141>]", &[&dictionary])
}

fn count_pages(bytes: Bytes) -> Result<u32, FileRejection> {
    read_properties(bytes).map(|facts| facts.pages)
}

#[test]
fn page_count_of_a_pdf_is_read() {
    for pages in [1, 2, 37] {
        assert_eq!(count_pages(pdf(pages, "", &[])), Ok(u32::try_from(pages).unwrap()));
    }
}

#[test]
fn pdf_signature_may_follow_up_to_one_kilobyte_of_other_data() {
    let behind = |junk: usize| Bytes::from([vec![b'x'; junk], pdf(1, "", &[]).to_vec()].concat());
    assert_eq!(count_pages(behind(1000)), Ok(1));
    assert_eq!(count_pages(behind(1024)), Err(FileRejection::NotAPdf));
}

#[test]
fn files_without_a_pdf_signature_are_rejected() {
    assert_eq!(count_pages(Bytes::new()), Err(FileRejection::Empty));
    let files: [(&[u8], FileRejection); 11] = [
        (b"%PDF", FileRejection::NotAPdf),
        (b"<svg onload='x'></svg>", FileRejection::NotAPdf),
        (b"RIFF\x24\0\0\0WAVEfmt ", FileRejection::NotAPdf),
        (b"\x89PNG\r\n\x1a\n", FileRejection::PictureNotPdf),
        (b"\xff\xd8\xff\xe0", FileRejection::PictureNotPdf),
        (b"RIFF\x24\0\0\0WEBPVP8 ", FileRejection::PictureNotPdf),
        (b"PK\x03\x04 a document of another kind", FileRejection::ArchiveNotPdf),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an older one", FileRejection::ArchiveNotPdf),
        (b"MZ\x90\0 a program", FileRejection::ProgramNotPdf),
        (b"\x7fELF\x02\x01\x01", FileRejection::ProgramNotPdf),
        (b"#!/bin/sh", FileRejection::ProgramNotPdf),
    ];
    for (bytes, reason) in files {
        assert_eq!(count_pages(Bytes::copy_from_slice(bytes)), Err(reason), "{bytes:?}");
    }
}

#[test]
fn a_damaged_pdf_is_refused() {
    assert_eq!(
        count_pages(Bytes::from_static(b"%PDF-1.7\nand nothing that follows from it")),
        Err(FileRejection::Damaged)
    );
    let whole = pdf(3, "", &[]);
    assert_eq!(count_pages(whole.slice(..40)), Err(FileRejection::Damaged));
}

/// `page.pdf` with every kind of encryption, see `fixtures/make-locked.sh`.
const LOCKS: [&str; 7] =
    ["rc4-40", "rc4-128", "rc4-128-v4", "aes-128", "aes-128-clear-metadata", "aes-256-r5", "aes-256"];

fn fixture(name: &str) -> Bytes {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap().into()
}

#[test]
fn a_pdf_that_needs_a_password_is_refused() {
    for lock in LOCKS {
        let locked = fixture(&format!("locked/{lock}-secret.pdf"));
        assert_eq!(count_pages(locked.clone()), Err(FileRejection::PasswordProtected), "{lock}");
        assert!(render(locked.clone(), SMALL_PREVIEW_PX).is_err() && read_text(locked).is_err(), "{lock}");
    }
    assert_eq!(count_pages(encrypted("/Standard")), Err(FileRejection::PasswordProtected));
    // Without the entry in the trailer, the file is not encrypted.
    assert_eq!(count_pages(pdf(1, "", &[])), Ok(1));
}

#[test]
fn a_pdf_that_opens_without_a_password_is_read_despite_its_permissions() {
    let open = fixture("page.pdf");
    let (open_facts, open_page, open_text) = (
        read_properties(open.clone()).unwrap(),
        render(open.clone(), SMALL_PREVIEW_PX).unwrap(),
        read_text(open).unwrap(),
    );
    assert!(open_text.has_text && open_text.headline.is_some(), "there is something to compare with");
    for lock in LOCKS {
        let locked = fixture(&format!("locked/{lock}.pdf"));
        let found = read_properties(locked.clone()).unwrap();
        assert_eq!((found.pages, found.title, found.author), (1, open_facts.title.clone(), open_facts.author.clone()));
        assert!(render(locked.clone(), SMALL_PREVIEW_PX).unwrap() == open_page, "{lock}: another picture");
        assert_eq!(read_text(locked).unwrap(), open_text, "{lock}");
    }
}

#[test]
fn a_pdf_encrypted_with_certificates_is_rejected() {
    assert_eq!(count_pages(encrypted("/Adobe.PubSec")), Err(FileRejection::Encrypted));
}

#[test]
fn a_pdf_with_no_pages_or_more_than_two_thousand_is_rejected() {
    assert_eq!(count_pages(pdf(2000, "", &[])), Ok(2000));
    assert_eq!(count_pages(pdf(2001, "", &[])), Err(FileRejection::TooManyPages));
    assert!(matches!(count_pages(pdf(0, "", &[])), Err(FileRejection::NoPages | FileRejection::Damaged)));
}

#[test]
fn truncated_or_corrupted_pdfs_never_panic_the_reader() {
    let locked = ["rc4-40", "aes-128", "aes-256"].map(|lock| fixture(&format!("locked/{lock}.pdf")));
    // Decryption is slow, so the encrypted files are cut at fewer positions.
    for (whole, step) in locked.into_iter().map(|whole| (whole, 29)).chain([(pdf(2, "", &[]), 1)]) {
        for cut in (0..whole.len()).step_by(step) {
            let _ = count_pages(whole.slice(..cut));
            let mut flipped = whole.to_vec();
            flipped[cut] ^= 0x15;
            let _ = count_pages(Bytes::from(flipped));
        }
    }
}

/// The names of the files say whether pdf.js opens them, see `fixtures/make-damaged.py`.
#[test]
fn exactly_the_files_that_pdf_js_cannot_open_are_rejected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/damaged");
    let names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("opens-")) && names.iter().any(|name| name.starts_with("fails-")));
    for name in names {
        let file = fixture(&format!("damaged/{name}"));
        assert_eq!(read_properties(file.clone()).is_ok(), name.starts_with("opens-"), "{name}");
        assert_eq!(read_text(file).is_ok(), name.starts_with("opens-"), "{name}");
    }
}

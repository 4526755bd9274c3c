//! What is a PDF that students can open, on files made here byte by byte.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fmt::Write as _;

use bytes::Bytes;
use inspect::Reason;
use inspect::pdf::facts;

/// A PDF of so many empty pages, with what else belongs into its trailer.
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

/// The same with the standard encryption; the keys are of no file, as of one whose password nobody knows.
fn encrypted() -> Bytes {
    let key = "41".repeat(32);
    let dictionary = format!("<< /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >>");
    pdf(1, "/Encrypt 4 0 R /ID [<41414141414141414141414141414141> <41414141414141414141414141414141>]", &[&dictionary])
}

fn count_pages(bytes: Bytes) -> Result<u32, Reason> {
    facts(bytes).map(|facts| facts.pages)
}

#[test]
fn the_pages_of_a_pdf_are_counted() {
    for pages in [1, 2, 37] {
        assert_eq!(count_pages(pdf(pages, "", &[])), Ok(u32::try_from(pages).unwrap()));
    }
}

#[test]
fn up_to_one_kilobyte_may_precede_the_pdf_signature() {
    let behind = |junk: usize| Bytes::from([vec![b'x'; junk], pdf(1, "", &[]).to_vec()].concat());
    assert_eq!(count_pages(behind(1000)), Ok(1));
    assert_eq!(count_pages(behind(1024)), Err(Reason::NotAPdf));
}

#[test]
fn what_is_not_a_pdf_is_refused() {
    assert_eq!(count_pages(Bytes::new()), Err(Reason::Empty));
    let files: [(&[u8], Reason); 11] = [
        (b"%PDF", Reason::NotAPdf),
        (b"<svg onload='x'></svg>", Reason::NotAPdf),
        (b"RIFF\x24\0\0\0WAVEfmt ", Reason::NotAPdf),
        (b"\x89PNG\r\n\x1a\n", Reason::PictureNotPdf),
        (b"\xff\xd8\xff\xe0", Reason::PictureNotPdf),
        (b"RIFF\x24\0\0\0WEBPVP8 ", Reason::PictureNotPdf),
        (b"PK\x03\x04 a document of another kind", Reason::ArchiveNotPdf),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an older one", Reason::ArchiveNotPdf),
        (b"MZ\x90\0 a program", Reason::ProgramNotPdf),
        (b"\x7fELF\x02\x01\x01", Reason::ProgramNotPdf),
        (b"#!/bin/sh", Reason::ProgramNotPdf),
    ];
    for (bytes, reason) in files {
        assert_eq!(count_pages(Bytes::copy_from_slice(bytes)), Err(reason), "{bytes:?}");
    }
}

#[test]
fn a_damaged_pdf_is_refused() {
    assert_eq!(count_pages(Bytes::from_static(b"%PDF-1.7\nand nothing that follows from it")), Err(Reason::Damaged));
    let whole = pdf(3, "", &[]);
    assert_eq!(count_pages(whole.slice(..40)), Err(Reason::Damaged));
}

#[test]
fn a_pdf_with_a_password_is_refused() {
    assert_eq!(count_pages(encrypted()), Err(Reason::Protected));
    // The same objects without the trailer's mention of them are an ordinary file.
    assert_eq!(count_pages(pdf(1, "", &[])), Ok(1));
}

#[test]
fn a_pdf_needs_between_one_and_two_thousand_pages() {
    assert_eq!(count_pages(pdf(2000, "", &[])), Ok(2000));
    assert_eq!(count_pages(pdf(2001, "", &[])), Err(Reason::TooManyPages));
    assert!(matches!(count_pages(pdf(0, "", &[])), Err(Reason::NoPages | Reason::Damaged)));
}

#[test]
fn truncated_or_corrupted_pdfs_never_panic_the_reader() {
    let whole = pdf(2, "", &[]);
    for cut in 0..whole.len() {
        let _ = count_pages(whole.slice(..cut));
        let mut flipped = whole.to_vec();
        flipped[cut] ^= 0x15;
        let _ = count_pages(Bytes::from(flipped));
    }
}

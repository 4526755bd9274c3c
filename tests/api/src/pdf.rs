//! Small handwritten PDF files, valid and invalid, for real uploads.

use std::fmt::Write as _;

/// Creates a valid PDF with `pages` empty A4 pages. Two files with different `marker` differ in every byte after it.
#[must_use]
pub fn with_pages(pages: usize, marker: &str) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned()];
    let kids = (0..pages).fold(String::new(), |mut kids, page| {
        let _ = write!(kids, "{} 0 R ", page + 3);
        kids
    });
    objects.push(format!("<< /Type /Pages /Kids [{kids}] /Count {pages} >>"));
    objects.extend((0..pages).map(|_| "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_owned()));
    document(&objects, marker, "")
}

/// Creates a PDF with one page per text. Each text is one line.
#[must_use]
pub fn with_texts(texts: &[&str], marker: &str) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned(), String::new()];
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    let mut kids = String::new();
    for text in texts {
        let page = objects.len() + 1;
        let _ = write!(kids, "{page} 0 R ");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            page + 1
        ));
        let drawn = format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET");
        objects.push(format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", texts.len());
    document(&objects, marker, "")
}

/// Creates a PDF that is encrypted by the standard handler with an unknown password.
#[must_use]
pub fn encrypted() -> Vec<u8> {
    let objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_owned(),
        format!(
            "<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <{}> /U <{}> >>",
            "5a".repeat(32),
            "a5".repeat(32)
        ),
    ];
    let trailer = format!("/Encrypt 4 0 R /ID [<{0}> <{0}>]", "11".repeat(16));
    document(&objects, "encrypted", &trailer)
}

fn document(objects: &[String], marker: &str, trailer: &str) -> Vec<u8> {
    let mut text = format!("%PDF-1.4\n% {marker}\n");
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(text.len());
        let _ = write!(text, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let table = text.len();
    let _ = write!(text, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(text, "{offset:010} 00000 n ");
    }
    let _ =
        write!(text, "trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    text.into_bytes()
}

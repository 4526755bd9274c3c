//! Writes one-page PDFs glyph by glyph. The font draws nothing and only defines the characters of its glyphs.

use std::fmt::Write as _;

use bytes::Bytes;

/// Font size in points. A glyph is half as wide.
pub(crate) const EM: f64 = 10.0;

/// A glyph: its text, its position and its width in points.
#[derive(Debug, Clone)]
pub(crate) struct Glyph {
    pub(crate) text: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
}

/// Returns the glyphs of a word with this gap between them.
pub(crate) fn spaced(word: &str, x: f64, y: f64, gap: f64) -> Vec<Glyph> {
    let step = EM / 2.0 + gap;
    let at = |(index, one): (i32, char)| glyph(&one.to_string(), f64::from(index).mul_add(step, x), y);
    (0..).zip(word.chars()).map(at).collect()
}

/// Returns the glyphs of a text. A space is a gap of a third of an em.
pub(crate) fn text(text: &str, x: f64, y: f64) -> Vec<Glyph> {
    let mut x = x;
    let mut glyphs = Vec::new();
    for word in text.split(' ') {
        glyphs.extend(spaced(word, x, y, 0.0));
        x += f64::from(u32::try_from(word.chars().count()).unwrap()).mul_add(EM / 2.0, EM / 3.0);
    }
    glyphs
}

/// Returns a glyph of the usual width.
pub(crate) fn glyph(text: &str, x: f64, y: f64) -> Glyph {
    Glyph { text: text.to_owned(), x, y, width: EM / 2.0 }
}

/// Returns a glyph without a width.
pub(crate) fn mark(text: &str, x: f64, y: f64) -> Glyph {
    Glyph { width: 0.0, ..glyph(text, x, y) }
}

/// Encoding of glyphs in a test font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The font has a `ToUnicode` map.
    Mapped,
    /// The glyph names are numbers, such as `a65`.
    Numbered,
    /// The characters are unknown.
    Unknown,
}

/// Returns a PDF whose page draws these glyphs in this order.
pub(crate) fn page(glyphs: &[Glyph]) -> Bytes {
    let mut codes: Vec<(&str, f64)> = Vec::new();
    let mut content = "BT /F 10 Tf ".to_owned();
    for glyph in glyphs {
        let kind = (glyph.text.as_str(), glyph.width);
        let code = codes.iter().position(|known| *known == kind).unwrap_or_else(|| {
            codes.push(kind);
            codes.len() - 1
        });
        write!(content, "1 0 0 1 {} {} Tm <{:02x}> Tj ", glyph.x, glyph.y, code + 33).unwrap();
    }
    content.push_str("ET");
    let utf16 = |text: &str| text.encode_utf16().map(|unit| format!("{unit:04x}")).collect::<String>();
    let map: Vec<String> =
        (33..).zip(&codes).map(|(code, (text, _))| format!("<{code:02x}> <{}>", utf16(text))).collect();
    // A section of the map has at most 100 entries.
    let sections = map.chunks(100).map(|some| format!("{} beginbfchar {} endbfchar ", some.len(), some.join(" ")));
    let sections: String = sections.collect();
    let map = format!("1 begincodespacerange <00> <ff> endcodespacerange {sections}");
    let widths: Vec<f64> = codes.iter().map(|(_, width)| width / EM * 1000.0).collect();
    file(&content, 33, &widths, Meaning::Mapped, &map)
}

/// Returns a PDF whose page has one line of these codes. `_` is a gap between words.
pub(crate) fn codes(codes: &[u8], meaning: Meaning) -> Bytes {
    let mut content = "BT /F 10 Tf 72 700 Td [".to_owned();
    for code in codes {
        if *code == b'_' { content.push_str(" -333 ") } else { write!(content, "<{code:02x}>").unwrap() }
    }
    content.push_str("] TJ ET");
    file(&content, 0, &[500.0; 256], meaning, "")
}

/// Returns a PDF with this page content and this font, whose glyphs draw nothing.
fn file(content: &str, first: usize, widths: &[f64], meaning: Meaning, map: &str) -> Bytes {
    let last = first + widths.len() - 1;
    let letter = if meaning == Meaning::Numbered { "a" } else { "glyph" };
    let names: String = (first..=last).map(|code| format!("/{letter}{code} ")).collect();
    let procedures: String = (first..=last).map(|code| format!("/{letter}{code} 6 0 R ")).collect();
    let widths: String = widths.iter().map(|width| format!("{width} ")).collect();
    let to_unicode = if meaning == Meaning::Mapped { "/ToUnicode 7 0 R" } else { "" };
    objects(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F 5 0 R /H 9 0 R >> /XObject << /I 8 0 R >> >> >>"
            .to_owned(),
        stream("", content),
        format!(
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar {first} \
             /LastChar {last} /Widths [{widths}] /Encoding << /Differences [{first} {names}] >> {to_unicode} \
             /CharProcs << {procedures} >> >>"
        ),
        stream("", "500 0 d0"),
        stream("", map),
        stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ])
}

/// Returns a PDF with this page content, which can use Helvetica as `H` and an image as `I`.
pub(crate) fn content(content: &str) -> Bytes {
    file(content, 0, &[0.0], Meaning::Unknown, "")
}

fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// Returns a PDF with these objects. The first one is the catalogue.
fn objects(objects: &[String]) -> Bytes {
    let mut file = String::from("%PDF-1.7\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let start = file.len();
    let size = objects.len() + 1;
    write!(file, "{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").unwrap();
    file.into()
}

//! Title and author from the information dictionary of a PDF.

/// Maximum length in characters: that of a note's title. Longer values are truncated.
const MAX_CHARS: usize = wasm_core::limits::TITLE_MAX_CHARS;

/// Placeholders that programs write by default.
const EMPTY_WORDS: [&str; 8] =
    ["untitled", "unknown", "title", "author", "document", "document1", "user", "administrator"];

/// Prefixes that programs put before the file name.
const PROGRAMS: [&str; 3] = ["Microsoft Word - ", "Microsoft PowerPoint - ", "PowerPoint Presentation - "];

/// Extensions that identify a title as a file name.
const ENDINGS: [&str; 12] =
    [".docx", ".doc", ".pptx", ".ppt", ".odt", ".odp", ".tex", ".dvi", ".indd", ".pdf", ".rtf", ".xlsx"];

/// Returns the title, unless it is a placeholder. Removes program names and file extensions.
pub(super) fn title(raw: &[u8]) -> Option<String> {
    let text = clean(&decode_text_string(raw))?;
    let text = PROGRAMS.iter().find_map(|program| text.strip_prefix(program)).unwrap_or(&text);
    let lower = text.to_lowercase();
    let text = ENDINGS.iter().find(|ending| lower.ends_with(*ending)).map_or(text, |ending| {
        // The extension is ASCII, so it has the same length in the original and in the lower-case text.
        &text[..text.len() - ending.len()]
    });
    says_something(text)
}

/// Returns the author, unless it is a placeholder.
pub(super) fn author(raw: &[u8]) -> Option<String> {
    says_something(&clean(&decode_text_string(raw))?)
}

/// Converts the text to one trimmed line of limited length. Returns `None` if it is empty.
pub(super) fn clean(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|one: char| one.is_whitespace() || one.is_control()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(MAX_CHARS).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

fn says_something(text: &str) -> Option<String> {
    let text = text.trim();
    let letters = text.chars().filter(|one| one.is_alphabetic()).count();
    let empty = EMPTY_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word));
    (letters >= 2 && !empty).then(|| text.to_owned())
}

/// Decodes a text string of a PDF: UTF-16 or UTF-8 after a byte order mark, otherwise `PDFDocEncoding`, which is nearly
/// Latin-1. Many programs write UTF-8 without the mark.
pub(super) fn decode_text_string(raw: &[u8]) -> String {
    match raw {
        [0xfe, 0xff, rest @ ..] => decode_utf_16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => decode_utf_16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(raw) {
            Ok(text) => text.to_owned(),
            Err(_) => raw.iter().map(|byte| char::from(*byte)).collect(),
        },
    }
}

/// Decodes UTF-16. Invalid units become replacement characters.
pub(super) fn decode_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_decoded_from_all_pdf_string_encodings() {
        assert_eq!(author(b"Amara Okafor").as_deref(), Some("Amara Okafor"));
        assert_eq!(author(b"\xfe\xff\0M\0\xfc\0l\0l\0e\0r").as_deref(), Some("Müller"));
        assert_eq!(author(b"M\xfcller").as_deref(), Some("Müller"));
        assert_eq!(author("Müller".as_bytes()).as_deref(), Some("Müller"));
        assert_eq!(author(b"\xef\xbb\xbfM\xc3\xbcller").as_deref(), Some("Müller"));
    }

    #[test]
    fn titles_generated_by_software_are_not_suggested() {
        for nothing in ["", "  ", "Untitled", "unknown", "12", "-", "Microsoft Word - .docx"] {
            assert_eq!(title(nothing.as_bytes()), None, "{nothing:?}");
        }
        assert_eq!(title(b"Microsoft Word - Week 3.docx").as_deref(), Some("Week 3"));
        assert_eq!(title(b"Observers \n and\tsubjects").as_deref(), Some("Observers and subjects"));
        assert_eq!(title("ß".repeat(900).as_bytes()).map(|text| text.chars().count()), Some(MAX_CHARS));
    }
}

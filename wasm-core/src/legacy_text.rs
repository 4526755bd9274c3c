//! Recognises text in a legacy code page that was decoded as Latin-1. The tags of many recordings contain such text.

use std::borrow::Cow;

/// Characters of Windows-1252 for the bytes 0x80 to 0x9F; 0 for unassigned bytes.
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d,
    0, //
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
    0x0178,
];

/// Bytes that are unassigned in Windows-1252 or do not occur in titles.
const UNUSUAL: &[u8] = b"\x81\x83\x86\x87\x88\x89\x8d\x8f\x90\x98\x9d";

/// Latin-1 symbols that do not occur between two letters.
const SIGNS: &[u8] = b"\xa1\xa3\xa4\xa5\xa6\xa8\xa9\xac\xae\xaf\xb3\xb4\xb6\xb8\xb9\xbc\xbd\xbe\xbf";

/// The letters Ř and ř of Windows-1250, which are Ø and ø in Windows-1252.
const R_CARON: &[u8] = b"\xd8\xf8";

/// The letters Š, Ž, š and ž of both code pages.
const S_AND_Z_CARON: &[u8] = b"\x8a\x8e\x9a\x9e";

/// Accented vowels that follow ř in Czech: á, é, ě, í and ý.
const CZECH_VOWELS: &[u8] = b"\xe1\xe9\xec\xed\xfd";

/// The letters Č and č of Windows-1250, which are È and è in Windows-1252.
const C_CARON: &[u8] = b"\xc8\xe8";

/// Letters that follow č in Slavic languages, but do not follow è in Western European ones.
const BEHIND_C_CARON: &[u8] = b"aeioujk";

/// Result of decoding text that had been read as Latin-1.
#[derive(Debug, PartialEq, Eq)]
pub enum RecoveredText<'a> {
    /// The intended text.
    Text(Cow<'a, str>),
    /// The raw bytes of text in another code page.
    Bytes(Vec<u8>),
}

/// Recovers the intended text from a string that may have been decoded as Latin-1 by mistake. UTF-8 and Windows-1252
/// are decoded; text in another code page is returned as bytes.
#[must_use]
pub fn recover_text(text: &str) -> RecoveredText<'_> {
    let Some(bytes) = bytes_of(text).filter(|bytes| !bytes.is_ascii()) else { return RecoveredText::Text(text.into()) };
    match String::from_utf8(bytes) {
        Ok(text) => RecoveredText::Text(text.into()),
        Err(error) => {
            let bytes = error.into_bytes();
            if is_latin(&bytes) {
                RecoveredText::Text(windows_1252(&bytes).into())
            } else {
                RecoveredText::Bytes(bytes)
            }
        }
    }
}

/// Returns the bytes that were decoded to this text, or `None` if a character has no byte.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let byte = |one: char| {
        let code = u16::try_from(u32::from(one)).ok()?;
        u8::try_from(code).ok().or_else(|| {
            let at = WINDOWS_1252.iter().position(|known| *known == code)?;
            u8::try_from(0x80 + at).ok()
        })
    };
    text.chars().map(byte).collect()
}

/// Whether the bytes look like a text in a Western European language. In these languages accented letters rarely follow
/// each other.
fn is_latin(bytes: &[u8]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0xc0;
    let is_run = |three: &[u8]| {
        three.iter().all(|byte| *byte >= 0x80) && three.iter().filter(|byte| **byte >= 0xc0).count() >= 2
    };
    let is_sign_in_word = |three: &[u8]| SIGNS.contains(&three[1]) && is_letter(three[0]) && is_letter(three[2]);
    let has = |any: &[u8]| bytes.iter().any(|byte| any.contains(byte));
    let words = bytes.split(|byte| !is_letter(*byte) && !S_AND_Z_CARON.contains(byte));
    let has_both = |word: &[u8]| [R_CARON, S_AND_Z_CARON].iter().all(|any| word.iter().any(|byte| any.contains(byte)));
    let is_czech = words.into_iter().any(has_both)
        || bytes.windows(2).any(|two| R_CARON.contains(&two[0]) && CZECH_VOWELS.contains(&two[1]))
        || bytes.windows(2).any(|two| C_CARON.contains(&two[0]) && BEHIND_C_CARON.contains(&two[1]));
    !has(UNUSUAL) && !is_czech && !bytes.windows(3).any(|three| is_run(three) || is_sign_in_word(three))
}

fn windows_1252(bytes: &[u8]) -> String {
    let one = |byte: &u8| {
        let special = byte.checked_sub(0x80).and_then(|at| WINDOWS_1252.get(usize::from(at))).filter(|code| **code > 0);
        special.and_then(|code| char::from_u32(u32::from(*code))).unwrap_or_else(|| char::from(*byte))
    };
    bytes.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latin_1(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }

    #[test]
    fn keeps_titles_that_are_already_valid_latin_or_unicode_text() {
        for text in [
            "Limits",
            "Übung 3: Größen",
            "L’été à Nîmes",
            "x²+y² ± 5°",
            "Día 1 – ¿Qué es?",
            "Лекция 1",
            "线性代数",
            "Été",
            "Première à l’opéra: modèle, siècle, Ève",
            "È così, caffè e università",
            "Què és la ciència? L’època",
        ] {
            assert_eq!(recover_text(text), RecoveredText::Text(text.into()), "{text}");
        }
    }

    #[test]
    fn decodes_utf_8_and_windows_1252_misread_as_latin_1() {
        assert_eq!(recover_text(&latin_1("Лекция 1".as_bytes())), RecoveredText::Text("Лекция 1".into()));
        assert_eq!(recover_text("BÃ©zier â€“ 1"), RecoveredText::Text("Bézier – 1".into()));
        assert_eq!(recover_text(&latin_1(b"It\x92s \x96 ok")), RecoveredText::Text("It’s – ok".into()));
    }

    #[test]
    fn recovers_the_original_bytes_of_text_in_other_code_pages() {
        let titles: [(&str, &[u8]); 9] = [
            ("windows-1251", b"\xcb\xe5\xea\xf6\xe8\xff 1"),
            ("gbk", b"\xcf\xdf\xd0\xd4\xb4\xfa\xca\xfd"),
            ("shift_jis", b"\x90\xfc\x8c\x60\x91\xe3\x90\x94"),
            ("windows-874", b"\xe1\xa4\xc5\xa4\xd9\xc5\xd1\xca"),
            ("windows-1250", b"Wyk\xb3ad 1"),
            ("windows-1250", b"P\xf8edn\xe1\x9aka 1"),
            ("windows-1250", b"P\xf8\xedklady"),
            ("windows-1250", b"Uvod v ra\xe8unalni\x9atvo"),
            ("windows-1250", b"\xc8estice i polja"),
        ];
        for (code_page, bytes) in titles {
            assert_eq!(recover_text(&latin_1(bytes)), RecoveredText::Bytes(bytes.to_vec()), "{code_page}");
        }
    }
}

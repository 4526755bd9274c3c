//! Titles of chapters, and tags in legacy code pages.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::WINDOWS_1252;
use inspect::audio::CHAPTER_TITLE_MAX_BYTES;
use wasm_core::legacy_text::{RecoveredText, recover_text};

/// Truncates the title of a chapter to `CHAPTER_TITLE_MAX_BYTES`.
pub(super) fn truncated_title(title: &str) -> &str {
    title.get(..title.floor_char_boundary(CHAPTER_TITLE_MAX_BYTES)).unwrap_or_default()
}

/// Decodes the tags of one file, which are assumed to share a code page. Omits tags that cannot be decoded.
pub(super) fn decode_tags<const N: usize>(tags: [Option<String>; N]) -> [Option<String>; N] {
    let decoded = tags.map(|tag| {
        tag.map(|tag| match recover_text(&tag) {
            RecoveredText::Text(text) => Ok(text.into_owned()),
            RecoveredText::Bytes(bytes) => Err(bytes),
        })
    });
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for bytes in decoded.iter().flatten().filter_map(|tag| tag.as_ref().err()) {
        detector.feed(bytes, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let code_page = detector.guess(None, Utf8Detection::Deny);
    decoded.map(|tag| match tag? {
        Ok(text) => Some(text),
        Err(_) if code_page == WINDOWS_1252 => None,
        Err(bytes) => code_page.decode_without_bom_handling_and_without_replacement(&bytes).map(Cow::into_owned),
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
mod tests {
    use encoding_rs::Encoding;

    use super::*;

    fn decoded(code_page: &str, title: &str, album: &str) -> Vec<Option<String>> {
        let encoding = Encoding::for_label(code_page.as_bytes()).unwrap();
        let stored = |text: &str| Some(encoding.encode(text).0.iter().map(|byte| char::from(*byte)).collect());
        decode_tags([stored(title), stored(album)]).to_vec()
    }

    #[test]
    fn decodes_tags_in_legacy_code_pages() {
        let titles = [
            ("windows-1251", "Лекция 1: Пределы", "Математический анализ"),
            ("koi8-r", "Лекция 2: Производные", "Математический анализ"),
            ("gbk", "线性代数 第一讲", "数学"),
            ("shift_jis", "線形代数の基礎", "数学講義"),
            ("big5", "線性代數 第一講", "數學"),
            ("euc-kr", "미적분학 1강", "수학"),
            ("windows-1250", "Wykład 1: Całki i różniczki", "Matematyka dla studentów"),
            ("windows-1253", "Διάλεξη 1: Όρια", "Μαθηματικά"),
            ("windows-1252", "Übung 3 – Größen", "Höhere Mathematik"),
        ];
        for (code_page, title, album) in titles {
            let expected = vec![Some(title.to_owned()), Some(album.to_owned())];
            assert_eq!(decoded(code_page, title, album), expected, "{code_page}");
        }
    }

    #[test]
    fn drops_tags_that_are_not_text_in_any_code_page() {
        let junk = "\u{81}\u{8d}\u{ff}\u{fe}\u{81}\u{90}\u{9d} lecture".to_owned();
        assert_eq!(decode_tags([Some(junk), Some("Limits".into())]), [None, Some("Limits".into())]);
    }
}

//! Accents that are drawn as separate glyphs above or below their letter.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Stroke of ł, which OT1 fonts of TeX draw before the letter.
const STROKE: char = '\u{337}';

/// Arrow of a vector, which TeX draws before the letter.
const ARROW: char = '\u{20D7}';

/// Minimum distance of a dot or line below the baseline that makes it a mark below the letter, in em.
const BELOW_EM: f64 = 0.2;

/// Returns the combining form of a glyph that is a single accent.
pub(super) fn combining_form(glyph: &str) -> Option<char> {
    let mut characters = glyph.chars();
    let (one, None) = (characters.next()?, characters.next()) else { return None };
    Some(match one {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        '˝' => '\u{30B}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ if is_combining_mark(one) => one,
        _ => return None,
    })
}

/// Returns the combining form of a dot or line drawn `drop_em` below a letter, as TeX draws ḥ and ḏ.
pub(super) fn combining_form_below(glyph: &str, drop_em: f64) -> Option<char> {
    match glyph {
        "." if drop_em > BELOW_EM => Some('\u{323}'),
        "¯" | "ˉ" if drop_em > BELOW_EM => Some('\u{331}'),
        _ => None,
    }
}

/// Returns true for a combining character that belongs to the preceding letter, wherever it is drawn.
pub(super) fn is_combining(glyph: &str) -> bool {
    glyph.chars().next().is_some_and(|one| is_combining_mark(one) && !matches!(one, STROKE | ARROW))
}

/// Returns the letter composed with the mark (NFC), or `None` if `letter` is not a letter.
pub(super) fn compose(letter: &str, mark: char) -> Option<String> {
    let last = letter.chars().next_back()?;
    if !(last.is_alphabetic() || is_combining_mark(last)) || (self::combining_form(letter).is_some()) {
        return None;
    }
    let mut text = letter.to_owned();
    match (last, mark) {
        ('ı' | 'ȷ', '\u{327}' | '\u{328}') => {}
        ('ı', _) => text.replace_range(text.len() - 'ı'.len_utf8().., "i"),
        ('ȷ', _) => text.replace_range(text.len() - 'ȷ'.len_utf8().., "j"),
        // The stroke has no composed form in NFC.
        ('l' | 'L', STROKE) => return Some(if last == 'l' { "ł" } else { "Ł" }.to_owned()),
        _ => {}
    }
    text.push(mark);
    Some(text.nfc().collect())
}

/// Returns true for a spacing accent. NFKC would replace it with a space and a combining mark.
pub(super) fn is_spacing_accent(one: char) -> bool {
    !matches!(one, '`' | '^' | '~') && !is_combining_mark(one) && combining_form(one.encode_utf8(&mut [0; 4])).is_some()
}

//! Encodings of TeX's bitmap fonts, whose glyphs have numbers instead of names (`a65`).

/// Characters of the Cork encoding (T1) below 32 and above 127. `\0` for unassigned codes.
const T1_LOW: &str = "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u{200b}\0ıȷﬀﬁﬂﬃﬄ";
const T1_HIGH: &str = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u{1e9e}àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";

/// Characters of TeX's original text encoding (OT1) below 32.
const OT1_LOW: &str = "ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ";

/// Minimum number of codes below 32 that are needed for a decision. Fewer may be accents and Greek capitals in
/// formulas.
const COUNTED_MIN: usize = 8;

/// Returns true if the codes of a page are T1 rather than OT1, decided by their ligatures and letters.
pub(super) fn is_t1(codes: impl Iterator<Item = u8>) -> bool {
    let (mut t1, mut ot1) = (0, 0);
    for code in codes {
        match code {
            11..=15 | 127 => ot1 += 1,
            21 | 27..=31 | 128.. => t1 += 1,
            _ => {}
        }
    }
    t1 > ot1
}

/// Returns true if the codes of a page can be in an encoding of TeX. Other programs number the glyphs of a font from 1,
/// so they use many low codes, which are accents and Greek capitals in TeX.
pub(super) fn is_tex_text(codes: impl Iterator<Item = u8>) -> bool {
    let (mut low, mut high) = (0, 0);
    for code in codes {
        if code < 32 { low += 1 } else { high += 1 }
    }
    low < COUNTED_MIN || low <= high
}

/// Returns the character of a code in a text font, or `None` if the code is unassigned.
pub(super) fn text_character(code: u8, is_t1: bool) -> Option<char> {
    let at = |table: &str, index: u8| table.chars().nth(index.into()).filter(|one| *one != '\0');
    match (code, is_t1) {
        (..32, true) => at(T1_LOW, code),
        (..32, false) => at(OT1_LOW, code),
        (34, false) => Some('”'),
        (60, false) => Some('¡'),
        (62, false) => Some('¿'),
        (92, false) => Some('“'),
        (94, false) => Some('ˆ'),
        (95, false) => Some('˙'),
        (123, false) => Some('–'),
        (124, false) => Some('—'),
        (125, false) => Some('˝'),
        (126, false) => Some('˜'),
        (127, false) => Some('¨'),
        (127, true) => Some('\u{ad}'),
        (39, _) => Some('’'),
        (96, _) => Some('‘'),
        (128.., true) => at(T1_HIGH, code - 128),
        (128.., false) => None,
        (32.., _) => Some(char::from(code)),
    }
}

/// Returns the symbol of a code that is drawn alone. Symbol fonts have the minus, the bullet, the daggers and © at
/// codes where text fonts have letters that do not occur alone.
pub(super) fn symbol(code: u8) -> Option<char> {
    Some(match code {
        0 => '−',
        15 | 136 => '•',
        132 => '†',
        133 => '‡',
        169 => '©',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(codes: &[u8]) -> String {
        let is_t1 = is_t1(codes.iter().copied());
        codes.iter().filter_map(|code| text_character(*code, is_t1)).collect()
    }

    #[test]
    fn tex_font_encoding_is_detected_from_the_codes_of_ligatures() {
        assert_eq!(decoded(b"o\x0eces de\x0cned"), "oﬃces deﬁned");
        assert_eq!(decoded(b"Gr\xf6\xffe, o\x1eces"), "Größe, oﬃces");
        assert_eq!(decoded(b"\x80\x9f\xa0\xbf\xc0\xdf\xe0"), "Ă§ă£À\u{1e9e}à");
        assert_eq!((text_character(200, false), text_character(24, true)), (None, None));
    }
}

//! Course codes: a canonical spelling for storage and lookup, and one for display.
//!
//! A code is two to eight letters, a digit, and up to seven more letters or digits: `CS246`, `MATH137A`, and also
//! unusual codes of real universities: `COOP6`, `PDPHRM3`, `FINE671N1`, `ME502M5E`, `EPI300147`, `THEAT2XX`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::limits::{CODE_PREFIX_MAX_CHARS, CODE_PREFIX_MIN_CHARS, CODE_REST_MAX_CHARS};

/// Longest canonical code, in bytes (which are characters: codes are ASCII).
pub const CODE_MAX_CHARS: usize = CODE_PREFIX_MAX_CHARS + 1 + CODE_REST_MAX_CHARS;

/// A course code in its canonical spelling, such as `CS246`: upper case, no spaces, no dashes.
///
/// Small enough to copy; ordered as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CourseCode {
    /// Padded with zero bytes, which sort before every letter and digit, so that the derived order is that of the text.
    bytes: [u8; CODE_MAX_CHARS],
}

/// Reason why a text is not a course code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CourseCodeError {
    /// The text consists of spaces and dashes only.
    #[error("Enter a course code, such as CS 246.")]
    Empty,
    /// The text has other characters than letters and digits, or too few, too many or in the wrong order.
    #[error("Write the course code as letters and then a number, such as CS 246.")]
    Malformed,
}

impl CourseCode {
    /// Parses a code in any usual spelling: `cs246`, `CS 246`, `cs-246`, ` Cs - 246 `.
    ///
    /// # Errors
    /// [`CourseCodeError`] when the letters and digits that remain are not a code.
    pub fn parse(text: &str) -> Result<Self, CourseCodeError> {
        let mut bytes = [0; CODE_MAX_CHARS];
        let mut length = 0;
        for character in text.chars() {
            if character.is_whitespace() || matches!(character, '-' | '\u{2010}'..='\u{2014}') {
                continue;
            }
            // Rejects characters outside ASCII, so from here on a byte is a character.
            let byte = u8::try_from(character).map_err(|_| CourseCodeError::Malformed)?;
            if !byte.is_ascii_alphanumeric() || length == CODE_MAX_CHARS {
                return Err(CourseCodeError::Malformed);
            }
            bytes[length] = byte.to_ascii_uppercase();
            length += 1;
        }
        if length == 0 {
            return Err(CourseCodeError::Empty);
        }
        let code = Self { bytes };
        let prefix = code.prefix().len();
        let rest = length - prefix;
        if (CODE_PREFIX_MIN_CHARS..=CODE_PREFIX_MAX_CHARS).contains(&prefix)
            && (1..=CODE_REST_MAX_CHARS + 1).contains(&rest)
        {
            Ok(code)
        } else {
            Err(CourseCodeError::Malformed)
        }
    }

    /// Returns the canonical spelling: `CS246`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(CODE_MAX_CHARS);
        // Only ASCII is ever stored, so the fallback is never taken.
        std::str::from_utf8(&self.bytes[..length]).unwrap_or_default()
    }

    /// Returns the spelling for display: `CS 246`.
    #[must_use]
    pub fn display(&self) -> String {
        format!("{} {}", self.prefix(), self.number())
    }

    /// Returns the leading capital letters, which name the subject: `CS`.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.split().0
    }

    /// Returns everything after the leading letters: `246`, `145E`.
    #[must_use]
    pub fn number(&self) -> &str {
        self.split().1
    }

    fn split(&self) -> (&str, &str) {
        let code = self.as_str();
        let end = code.bytes().position(|byte| byte.is_ascii_digit()).unwrap_or(code.len());
        code.split_at(end)
    }
}

/// Writes the canonical spelling. Use [`CourseCode::display`] for text that users read.
impl fmt::Display for CourseCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl fmt::Debug for CourseCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CourseCode({self})")
    }
}

impl AsRef<str> for CourseCode {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl FromStr for CourseCode {
    type Err = CourseCodeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for CourseCode {
    type Error = CourseCodeError;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        Self::parse(text)
    }
}

impl From<CourseCode> for String {
    fn from(code: CourseCode) -> Self {
        code.as_str().to_owned()
    }
}

impl Serialize for CourseCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CourseCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = CourseCode;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a course code such as CS246")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<CourseCode, E> {
                CourseCode::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str, &str)>) {
        let parsed = CourseCode::parse(text).ok();
        let parts = parsed.as_ref().map(|code| (code.as_str(), code.prefix(), code.display()));
        assert_eq!(parts, expected.map(|(code, prefix, display)| (code, prefix, display.to_owned())), "{text:?}");
    }

    #[test]
    fn s3_guide_1_prefix_is_the_leading_capital_letters() {
        check("CS246", Some(("CS246", "CS", "CS 246")));
        check("MATH137A", Some(("MATH137A", "MATH", "MATH 137A")));
        check("THEAT2XX", Some(("THEAT2XX", "THEAT", "THEAT 2XX")));
        check("ME502M5E", Some(("ME502M5E", "ME", "ME 502M5E")));
    }

    #[test]
    fn any_spelling_gives_the_canonical_code() {
        for spelling in ["cs246", "CS 246", "cs-246", " Cs - 246 ", "CS\u{2013}246", "c s\t2 4 6"] {
            check(spelling, Some(("CS246", "CS", "CS 246")));
        }
    }

    #[test]
    fn unusual_codes_of_real_universities_are_accepted() {
        for code in ["COOP6", "PDPHRM3", "FINE671N1", "EPI300147", "THEAT2XX", "ABCDEFGH1234567X"] {
            assert_eq!(CourseCode::parse(code).unwrap().as_str(), code);
        }
    }

    #[test]
    fn texts_that_are_not_course_codes_are_rejected() {
        for text in [
            "C246",
            "246",
            "CS",
            "CS_246",
            "CS#246",
            "CS246/1",
            "ABCDEFGHI1",
            "CS123456789",
            "CS246\u{0}",
            "ÇS246",
            "CS２４６",
            "Ⅽ246",
            "🦀🦀246",
        ] {
            assert_eq!(CourseCode::parse(text), Err(CourseCodeError::Malformed), "{text:?}");
        }
        for text in ["", " ", " - "] {
            assert_eq!(CourseCode::parse(text), Err(CourseCodeError::Empty), "{text:?}");
        }
    }

    #[test]
    fn course_codes_are_ordered_as_text() {
        let mut codes = ["CS246E", "CS246", "CS1", "MATH1", "CSX1"].map(|code| CourseCode::parse(code).unwrap());
        codes.sort_unstable();
        assert_eq!(codes.map(String::from), ["CS1", "CS246", "CS246E", "CSX1", "MATH1"]);
    }

    #[test]
    fn a_course_code_serialises_to_a_string() {
        let code: CourseCode = serde_json::from_str("\"cs 246\"").unwrap();
        assert_eq!(serde_json::to_string(&code).unwrap(), "\"CS246\"");
        assert!(serde_json::from_str::<CourseCode>("\"nonsense\"").is_err());
        assert!(serde_json::from_str::<CourseCode>("246").is_err());
    }

    proptest! {
        #[test]
        fn parsing_a_course_code_never_panics_and_is_idempotent(text in "\\PC{0,24}") {
            if let Ok(code) = CourseCode::parse(&text) {
                prop_assert_eq!(CourseCode::parse(code.as_str()), Ok(code));
                prop_assert_eq!(CourseCode::parse(&code.display()), Ok(code));
            }
        }

        #[test]
        fn every_course_code_that_matches_the_pattern_is_accepted(text in "[A-Z]{2,8}[0-9][0-9A-Z]{0,7}") {
            let code = CourseCode::parse(&text).unwrap();
            prop_assert_eq!(code.as_str(), &text);
            prop_assert_eq!(code.prefix().len() + code.number().len(), text.len());
        }
    }
}

//! Answers as JSON, which is how they cross to JavaScript: browsers read it faster than code here could put objects
//! together field by field, and a general serialiser would be a fifth of the core.
//!
//! The text is the one that serde would write; a test holds the two together.

use std::fmt::Write as _;

use crate::catalogue::CourseRecord;
use crate::course::CourseCode;
use crate::forms::{FieldError, FieldErrors};
use crate::recommend::{Guide, Guides, Reason, ReasonKind, RecommendationKind};
use crate::search::{ExplainedWord, Explanation, Hit, LibraryHit, LibraryHits, Term};

/// What can be written as JSON.
pub trait Json {
    /// Adds this value to the text.
    fn write(&self, text: &mut String);
}

/// The value as JSON.
pub fn json(value: &dyn Json) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

/// Adds an object with these fields, of which there is at least one.
pub(crate) fn object(text: &mut String, fields: &[(&str, &dyn Json)]) {
    for (place, (name, value)) in fields.iter().enumerate() {
        text.push_str(if place == 0 { "{\"" } else { ",\"" });
        text.push_str(name);
        text.push_str("\":");
        value.write(text);
    }
    text.push('}');
}

fn list<'a, T: Json + 'a>(text: &mut String, values: impl Iterator<Item = &'a T>) {
    text.push('[');
    for (place, value) in values.enumerate() {
        if place > 0 {
            text.push(',');
        }
        value.write(text);
    }
    text.push(']');
}

impl Json for bool {
    fn write(&self, text: &mut String) {
        text.push_str(if *self { "true" } else { "false" });
    }
}

impl Json for &str {
    fn write(&self, text: &mut String) {
        text.push('"');
        for character in self.chars() {
            match character {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                '\u{8}' => text.push_str("\\b"),
                '\u{c}' => text.push_str("\\f"),
                '\0'..' ' => {
                    // Writing to a text never fails.
                    let _ = write!(text, "\\u{:04x}", u32::from(character));
                }
                _ => text.push(character),
            }
        }
        text.push('"');
    }
}

impl Json for String {
    fn write(&self, text: &mut String) {
        self.as_str().write(text);
    }
}

impl Json for u64 {
    fn write(&self, text: &mut String) {
        // As above.
        let _ = write!(text, "{self}");
    }
}

impl Json for u32 {
    fn write(&self, text: &mut String) {
        u64::from(*self).write(text);
    }
}

impl Json for (u32, u32) {
    fn write(&self, text: &mut String) {
        list(text, [self.0, self.1].iter());
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, text: &mut String) {
        list(text, self.iter());
    }
}

impl Json for CourseCode {
    fn write(&self, text: &mut String) {
        self.as_str().write(text);
    }
}

impl Json for Hit {
    fn write(&self, text: &mut String) {
        let Self { code, title, score, is_as_typed, code_ranges, title_ranges } = self;
        let values: [(&str, &dyn Json); 4] =
            [("code", code), ("title", title), ("score", score), ("isAsTyped", is_as_typed)];
        let ranges: [(&str, &dyn Json); 2] = [("codeRanges", code_ranges), ("titleRanges", title_ranges)];
        object(text, &[&values[..], &ranges].concat());
    }
}

impl Json for LibraryHit {
    fn write(&self, text: &mut String) {
        let Self { id, place, title, subject, size, likes, score, is_as_typed, title_ranges, subject_ranges } = self;
        let texts: [(&str, &dyn Json); 4] = [("id", id), ("place", place), ("title", title), ("subject", subject)];
        let numbers: [(&str, &dyn Json); 3] = [("size", size), ("likes", likes), ("score", score)];
        let ranges: [(&str, &dyn Json); 2] = [("titleRanges", title_ranges), ("subjectRanges", subject_ranges)];
        object(text, &[&texts[..], &numbers, &[("isAsTyped", is_as_typed)], &ranges].concat());
    }
}

impl Json for LibraryHits {
    fn write(&self, text: &mut String) {
        let Self { audio, albums, playlists } = self;
        object(text, &[("audio", audio), ("albums", albums), ("playlists", playlists)]);
    }
}

impl Json for Explanation {
    fn write(&self, text: &mut String) {
        let Self { score, tolerance, ranked, terms, words } = self;
        let numbers: [(&str, &dyn Json); 2] = [("score", score), ("ranked", ranked)];
        object(text, &[&numbers[..], &[("tolerance", tolerance), ("terms", terms), ("words", words)]].concat());
    }
}

impl Json for Term {
    fn write(&self, text: &mut String) {
        let Self { name, value, bits } = self;
        object(text, &[("name", name), ("value", value), ("bits", bits)]);
    }
}

impl Json for ExplainedWord {
    fn write(&self, text: &mut String) {
        let Self { text: word, rarity, quality, place } = self;
        object(text, &[("text", word), ("rarity", rarity), ("match", quality), ("where", place)]);
    }
}

impl CourseRecord {
    fn fields(&self) -> [(&str, &dyn Json); 6] {
        let Self { code, title, description, likes, notes, activity } = self;
        let texts: [(&str, &dyn Json); 3] = [("code", code), ("title", title), ("description", description)];
        let [code, title, description] = texts;
        [code, title, description, ("likes", likes), ("notes", notes), ("activity", activity)]
    }
}

impl Json for CourseRecord {
    fn write(&self, text: &mut String) {
        object(text, &self.fields());
    }
}

impl Json for Guide {
    fn write(&self, text: &mut String) {
        let reason: [(&str, &dyn Json); 1] = [("reason", &self.reason)];
        object(text, &[&self.course.fields()[..], &reason].concat());
    }
}

impl Json for Reason {
    fn write(&self, text: &mut String) {
        let kind = match self.kind {
            ReasonKind::Followed => "followed",
            ReasonKind::Saved => "saved",
            ReasonKind::Listened => "listened",
            ReasonKind::Popular => "popular",
        };
        object(text, &[("kind", &kind), ("items", &self.items)]);
    }
}

impl Json for Guides {
    fn write(&self, text: &mut String) {
        let Self { kind, total, courses } = self;
        let kind = match kind {
            RecommendationKind::Recommended => "recommended",
            RecommendationKind::Popular => "popular",
        };
        object(text, &[("kind", &kind), ("total", total), ("courses", courses)]);
    }
}

impl Json for FieldError {
    fn write(&self, text: &mut String) {
        let Self { field, code, message } = self;
        object(text, &[("field", field), ("code", code), ("message", message)]);
    }
}

impl Json for FieldErrors {
    fn write(&self, text: &mut String) {
        self.0.write(text);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize;

    use super::*;

    #[track_caller]
    fn check(value: &(impl Json + Serialize)) {
        assert_eq!(json(value), serde_json::to_string(value).unwrap());
    }

    fn course(title: &str, likes: u32) -> CourseRecord {
        CourseRecord { likes, activity: likes / 2, ..CourseRecord::new(CourseCode::parse("CS246").unwrap(), title) }
    }

    #[test]
    fn every_answer_is_written_as_serde_would() {
        let hit = Hit {
            code: CourseCode::parse("CS246").unwrap(),
            title: "\"Say\" \\ it".into(),
            score: (1 << 40) - 1,
            is_as_typed: false,
            code_ranges: vec![],
            title_ranges: vec![(0, 3), (5, u32::MAX)],
        };
        check(&vec![hit.clone(), hit]);
        check(&Vec::<Hit>::new());
        let reasons = [ReasonKind::Followed, ReasonKind::Saved, ReasonKind::Listened, ReasonKind::Popular];
        let guide = |kind| Guide { course: course("Möbius 🦀", u32::MAX), reason: Reason { kind, items: 3 } };
        for kind in [RecommendationKind::Recommended, RecommendationKind::Popular] {
            check(&Guides { kind, total: 7, courses: reasons.map(guide).into() });
        }
        let found = LibraryHit {
            id: "01J".into(),
            place: "deep-dive",
            title: "\"Pointers\"".into(),
            subject: "CS 246".into(),
            size: 61,
            likes: 2,
            score: 1 << 39,
            is_as_typed: true,
            title_ranges: vec![(1, 3)],
            subject_ranges: vec![],
        };
        check(&LibraryHits { audio: vec![found.clone(), found.clone()], albums: vec![], playlists: vec![found] });
        check(&Explanation {
            score: 9,
            ranked: 7,
            tolerance: "asTyped",
            terms: vec![Term { name: "kind", value: 1, bits: 2 }],
            words: vec![ExplainedWord { text: "é".into(), rarity: 8, quality: "whole", place: "title" }],
        });
        check(&FieldErrors(vec![FieldError::new("title", "required", "Title is required.")]));
        check(&FieldErrors::default());
    }

    proptest! {
        #[test]
        fn every_text_is_written_as_serde_would(text in "\\PC{0,20}|[\u{0}-\u{ff}\u{2028}🦀]{0,20}") {
            check(&text);
        }
    }
}

//! Explains the score of a course: for tests and for tuning the ranking. The page has no binding of it.

use super::query::Quality;
use super::{Answers, Tolerance, rank};
use crate::catalogue::Catalogue;
use crate::course::CourseCode;

/// A score and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The score of the course.
    pub score: u64,
    /// How many courses were ranked.
    pub ranked: u32,
    /// How loosely the query was matched: `asTyped`, `regrouped`, `oneTypo`, `regroupedLoosely`, `twoTypos` or `someWords`.
    pub tolerance: &'static str,
    /// The fields of the score, most significant first.
    pub terms: Vec<Term>,
    /// The words of the query as they were matched.
    pub words: Vec<ExplainedWord>,
}

/// One field of a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its value: greater is better.
    pub value: u64,
    /// Its width in bits.
    pub bits: u32,
}

/// How a course matches a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedWord {
    /// The folded word.
    pub text: String,
    /// How rare it is.
    pub rarity: u32,
    /// How it matched.
    pub quality: &'static str,
    /// Where it matched; empty if it is missing.
    pub place: &'static str,
}

impl Catalogue {
    /// The score of this course for a query; `None` if it does not match.
    #[must_use]
    pub fn explain(&self, text: &str, code: CourseCode) -> Option<Explanation> {
        let index = &self.index();
        let course = index.course(code)?;
        let Answers { query, tolerance, ranked, .. } = index.answers(text, 1, &[0])?;
        let fields = rank::fields(index, &query, course, tolerance)?;
        let words = query.words.iter().map(|word| {
            let (quality, place) = match rank::find(index, word, course, 0) {
                None => ("missing", ""),
                Some(found) => (name_of(found.quality), if found.is_in_title() { "title" } else { "code" }),
            };
            ExplainedWord { text: word.text.clone(), rarity: word.rarity, quality, place }
        });
        Some(Explanation {
            score: rank::pack(fields),
            tolerance: tolerance.name(),
            ranked,
            terms: fields.into_iter().map(|(name, value, bits)| Term { name, value, bits }).collect(),
            words: words.collect(),
        })
    }
}

fn name_of(quality: Quality) -> &'static str {
    match quality {
        Quality::Exact => "exact",
        Quality::Prefix => "prefix",
        Quality::Corrected => "corrected",
    }
}

impl Tolerance {
    fn name(self) -> &'static str {
        match self {
            Self::AsTyped => "asTyped",
            Self::Regrouped => "regrouped",
            Self::OneTypo => "oneTypo",
            Self::RegroupedLoosely => "regroupedLoosely",
            Self::TwoTypos => "twoTypos",
            Self::SomeWords => "someWords",
        }
    }
}

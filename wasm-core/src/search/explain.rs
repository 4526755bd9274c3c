//! Explains the score of a course, for tests and for tuning the ranking. Pages cannot call it.

use super::query::MatchQuality;
use super::{Answers, MatchPolicy, rank};
use crate::catalogue::Catalogue;
use crate::course::CourseCode;

/// A score and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Score of the course.
    pub score: u64,
    /// Number of ranked courses.
    pub ranked: u32,
    /// Tolerance of the matching: `asTyped`, `regrouped`, `oneTypo`, `regroupedLoosely`, `twoTypos` or `someWords`.
    pub tolerance: &'static str,
    /// Fields of the score, most significant first.
    pub terms: Vec<Term>,
    /// Words of the query as they were matched.
    pub words: Vec<ExplainedWord>,
}

/// One field of a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Name.
    pub name: &'static str,
    /// Value; greater is better.
    pub value: u64,
    /// Width in bits.
    pub bits: u32,
}

/// The match of a word in a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedWord {
    /// Folded word.
    pub text: String,
    /// Rarity of the word.
    pub rarity: u32,
    /// Quality of the match.
    pub quality: &'static str,
    /// Place of the match; empty if the word is missing.
    pub place: &'static str,
}

impl Catalogue {
    /// Returns the explained score of this course for a query, or `None` if it does not match.
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

fn name_of(quality: MatchQuality) -> &'static str {
    match quality {
        MatchQuality::Exact => "exact",
        MatchQuality::OtherNumeral => "otherNumeral",
        MatchQuality::Prefix => "prefix",
        MatchQuality::TypoCorrected => "corrected",
    }
}

impl MatchPolicy {
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

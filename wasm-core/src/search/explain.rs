//! Why a course stands where it does, for those who tune the ranking.

use serde::Serialize;

use super::query::Quality;
use super::{Answers, Tolerance, rank};
use crate::catalogue::Catalogue;
use crate::course::CourseCode;

/// A score, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Explanation {
    /// The score of the course.
    pub score: u64,
    /// How many courses were ranked to find the answers.
    pub ranked: u32,
    /// How freely the text was taken: `asTyped`, `regrouped`, `oneSlip`, `regroupedFreely`, `twoSlips` or `someWords`.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = "\"asTyped\" | \"regrouped\" | \"oneSlip\" | \"regroupedFreely\" | \"twoSlips\" | \"someWords\"")
    )]
    pub tolerance: &'static str,
    /// What the score is made of. Each decides only between courses that are equal in all before it.
    pub terms: Vec<Term>,
    /// The words as they were understood.
    pub words: Vec<ExplainedWord>,
}

/// One term of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Term {
    /// What it is.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub name: &'static str,
    /// How good it is: greater is better.
    pub value: u64,
    /// Its place in the score, in bits.
    pub bits: u32,
}

/// How a course has a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExplainedWord {
    /// The word, folded, as it was understood.
    pub text: String,
    /// How telling it is.
    pub rarity: u32,
    /// How the course has it.
    #[serde(rename = "match")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"whole\" | \"beginning\" | \"mended\" | \"missing\""))]
    pub quality: &'static str,
    /// Where; empty when it is missing.
    #[serde(rename = "where")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "\"title\" | \"code\" | \"\""))]
    pub place: &'static str,
}

impl Catalogue {
    /// Why this course stands where it does among the answers to what was typed. Nothing when it is none of them.
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
        Quality::Whole => "whole",
        Quality::Beginning => "beginning",
        Quality::Mended => "mended",
    }
}

impl Tolerance {
    fn name(self) -> &'static str {
        match self {
            Self::AsTyped => "asTyped",
            Self::Regrouped => "regrouped",
            Self::OneSlip => "oneSlip",
            Self::RegroupedFreely => "regroupedFreely",
            Self::TwoSlips => "twoSlips",
            Self::SomeWords => "someWords",
        }
    }
}

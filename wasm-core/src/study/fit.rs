//! Fits the memory model to a student's own reviews.
//!
//! The reference implementation computes the parameters. Whether they are used depends on the later reviews: parameters
//! that were fitted to the earlier reviews must predict the later ones better than the default parameters.

use fsrs::{ComputeParametersInput, FSRS, FSRSItem, FSRSReview, compute_parameters};

use super::model::Parameters;
use super::review_log::ReviewLog;
use crate::limits::STUDY_FIT_REVIEWS;

/// One in this many reviews tests the parameters: the latest fifth.
const LATER_PART: usize = 5;
/// Range to which predicted chances are limited, so that the loss of one review is finite.
const CHANCE: (f64, f64) = (0.0001, 0.9999);

/// The result of a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Number of reviews, after an interval of days, to which the model was fitted.
    pub reviews: u32,
    /// Parameters of the student; `None` if the default parameters predict the later reviews as well.
    pub parameters: Option<Parameters>,
    /// Log loss of the default parameters on the later reviews.
    pub default_loss: f64,
    /// Log loss, on the later reviews, of parameters that were fitted to the earlier ones.
    pub own_loss: f64,
}

/// A review after an interval of days, with all answers to its card up to it.
struct Item {
    at_ms: u64,
    card: i64,
    item: FSRSItem,
}

impl ReviewLog {
    /// Returns the number of reviews, after an interval of days, to which the model can be fitted.
    pub fn fit_reviews(&mut self) -> usize {
        self.items().len()
    }

    /// Fits the parameters to all reviews. Returns `None` if there are fewer than `STUDY_FIT_REVIEWS`. The log must be
    /// complete: reviews that a snapshot replaced are not known. Costs 20 milliseconds per 1,000 reviews in a browser.
    pub fn fit(&mut self) -> Option<Fit> {
        let items = self.items();
        if items.len() < STUDY_FIT_REVIEWS {
            return None;
        }
        let (earlier, later) = items.split_at(items.len() - items.len() / LATER_PART);
        let (usual, own) = (losses(&Parameters::default(), later), losses(&fitted(earlier)?, later));
        let parameters = if is_better(&own, &usual) { fitted(&items) } else { None };
        Some(Fit {
            reviews: u32::try_from(items.len()).unwrap_or(u32::MAX),
            parameters,
            default_loss: mean(&usual),
            own_loss: mean(&own),
        })
    }

    /// Returns the mean log loss of the parameters on the reviews from this time on, and their number.
    pub fn log_loss(&mut self, parameters: &Parameters, since_ms: u64) -> (f64, usize) {
        let items = self.items();
        let from = items.partition_point(|item| item.at_ms < since_ms);
        let losses = losses(parameters, &items[from..]);
        (mean(&losses), losses.len())
    }

    /// Returns all reviews after an interval of days, in order of time.
    fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        for place in 0..self.cards.len() {
            let card = i64::try_from(place).unwrap_or(i64::MAX);
            let mut reviews: Vec<FSRSReview> = Vec::new();
            let mut last_day = None;
            for (at_ms, day, rating) in self.answers(place) {
                let elapsed = last_day.map_or(0, |last| day.saturating_sub(last)).max(0).unsigned_abs();
                reviews.push(FSRSReview { rating: u32::from(rating.number()), delta_t: elapsed });
                last_day = Some(day);
                if elapsed > 0 {
                    items.push(Item { at_ms, card, item: FSRSItem { reviews: reviews.clone() } });
                }
            }
        }
        items.sort_by_key(|item| item.at_ms);
        items
    }
}

/// Returns the parameters that fit the reviews best, or `None` if the model could not be fitted.
fn fitted(items: &[Item]) -> Option<Parameters> {
    let input = ComputeParametersInput {
        train_set: items.iter().map(|item| item.item.clone()).collect(),
        card_ids: Some(items.iter().map(|item| item.card).collect()),
        ..ComputeParametersInput::default()
    };
    Parameters::new(&compute_parameters(input).ok()?)
}

/// Returns the log loss of the prediction of each review.
fn losses(parameters: &Parameters, items: &[Item]) -> Vec<f64> {
    let Ok(model) = FSRS::new(parameters.numbers()) else { return Vec::new() };
    let loss = |Item { item, .. }: &Item| {
        let (asked, before) = item.reviews.split_last()?;
        let memory = model.memory_state(FSRSItem { reviews: before.to_vec() }, None).ok()?;
        let chance = f64::from(parameters.chance(memory, asked.delta_t)).clamp(CHANCE.0, CHANCE.1);
        Some(-if asked.rating > 1 { chance } else { 1.0 - chance }.ln())
    };
    items.iter().filter_map(loss).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Whether the student's own parameters predict better by more than chance: by twice the standard error of the mean
/// difference.
fn is_better(own: &[f64], usual: &[f64]) -> bool {
    let gains: Vec<f64> = usual.iter().zip(own).map(|(usual, own)| usual - own).collect();
    let gain = mean(&gains);
    let squares: Vec<f64> = gains.iter().map(|each| (each - gain).powi(2) / gains.len() as f64).collect();
    gain > 2.0 * mean(&squares).sqrt()
}

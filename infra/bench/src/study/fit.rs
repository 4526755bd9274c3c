//! Fits the memory model to simulated students, prints how much better it predicts, and tests that the parameters are
//! those of the reference implementation.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use chores::run;
use wasm_core::limits::STUDY_BATCH_MAX;
use wasm_core::study::batch;
use wasm_core::study::day::DAY_MS;
use wasm_core::study::{Parameters, ReviewEvent, ReviewLog};

use super::students::{Kind, NOON_MS, Random, Student};

/// Number of students of each kind with enough reviews for a fit.
const STUDENTS: [(Kind, usize); 3] = [(Kind::OtherParameters, 67), (Kind::HalfLife, 67), (Kind::Activation, 66)];
/// Number of days after the fit whose reviews test the prediction.
const LATER_DAYS: i32 = 60;
/// Largest change of the mean log loss of a kind, in percent.
const MEAN_MAX_PERCENT: f64 = -5.0;
/// Largest change of the log loss of one student, in percent.
const WORST_MAX_PERCENT: f64 = 0.5;

/// Review events of one student, and the time at which the model is fitted.
fn studied(kind: Kind, seed: u64) -> (Vec<ReviewEvent>, u64) {
    let mut habits = Random::new(seed + 1000);
    let days = habits.whole(20, 100);
    let new_a_day = habits.whole(4, 20).unsigned_abs();
    let events = Student::new(kind, seed).study(days + LATER_DAYS, new_a_day);
    (events, NOON_MS - DAY_MS / 24 + u64::from(days.unsigned_abs()) * DAY_MS)
}

fn log_of<'a>(events: impl IntoIterator<Item = &'a ReviewEvent>) -> ReviewLog {
    let mut log = ReviewLog::default();
    for event in events {
        log.add(event, None);
    }
    log
}

/// Writes the log of a student with more than 10,000 reviews for the page: batches, each after its length in two bytes.
pub(super) fn write_log(path: &Path) -> Result<()> {
    let events = Student::new(Kind::HalfLife, 0).study(120, 14);
    let mut bytes = Vec::new();
    for batch in events.chunks(STUDY_BATCH_MAX) {
        let batch = batch::encode(batch)?;
        bytes.extend(u16::try_from(batch.len())?.to_le_bytes());
        bytes.extend(batch);
    }
    Ok(fs::write(path, bytes)?)
}

/// Prints how much better the fitted parameters predict, by kind of student. Fails if the gain is too small.
pub(super) fn bench() -> Result<()> {
    run::print_line(&format!(
        "\nfitted parameters beside the defaults, log loss on the reviews of the {LATER_DAYS} days after the fit; seeds \
         from 0:\n"
    ));
    run::print_line(
        "| memory | students | reviews fitted | own parameters used | defaults | fitted | mean change | best | worst |",
    );
    run::print_line("|---|---|---|---|---|---|---|---|---|");
    STUDENTS.iter().try_for_each(|(kind, count)| of_kind(*kind, *count))
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn of_kind(kind: Kind, count: usize) -> Result<()> {
    let (mut reviews, mut used, mut losses, mut changes) = (Vec::new(), 0, [0.0, 0.0], Vec::new());
    for seed in 0.. {
        if changes.len() == count {
            break;
        }
        let (events, fitted_ms) = studied(kind, seed);
        let Some(fit) = log_of(events.iter().filter(|event| event.when_ms < fitted_ms)).fit() else { continue };
        let mut all = log_of(&events);
        let (usual, _) = all.log_loss(&Parameters::default(), fitted_ms);
        let (own, _) = all.log_loss(&fit.parameters.unwrap_or_default(), fitted_ms);
        reviews.push(fit.reviews);
        used += u32::from(fit.parameters.is_some());
        losses = [losses[0] + usual, losses[1] + own];
        changes.push(100.0 * (own / usual - 1.0));
    }
    let students = changes.len() as f64;
    let mean = changes.iter().sum::<f64>() / students;
    changes.sort_unstable_by(f64::total_cmp);
    reviews.sort_unstable();
    let ends = |sorted: &[f64]| (sorted.first().copied().unwrap_or(0.0), sorted.last().copied().unwrap_or(0.0));
    let (best, worst) = ends(&changes);
    run::print_line(&format!(
        "| {} | {students} | {} to {} | {used} | {:.4} | {:.4} | {mean:+.1} % | {best:+.1} % | {worst:+.2} % |",
        kind.name(),
        reviews.first().unwrap_or(&0),
        reviews.last().unwrap_or(&0),
        losses[0] / students,
        losses[1] / students,
    ));
    ensure!(mean <= MEAN_MAX_PERCENT, "{} gains too little", kind.name());
    ensure!(worst <= WORST_MAX_PERCENT, "a student of {} loses too much", kind.name());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters of the PyPI package `fsrs-rs-python` 0.9.3, `FSRS([]).compute_parameters(items, card_ids)`, for the
    /// items of the student with this seed in order of time.
    const REFERENCE: [(u64, [f32; 21]); 3] = [
        (
            0,
            [
                0.2076, 0.52261, 1.34477, 3.80967, 6.37137, 0.98154, 2.9247, 0.12961, 1.84883, 0.26339, 0.78435,
                1.31991, 0.21166, 0.11465, 1.4609, 0.50718, 1.7578, 0.22812, 0.00061, 0.01, 0.38511,
            ],
        ),
        (
            1,
            [
                0.36948, 0.81889, 1.64309, 3.58124, 6.49962, 0.82468, 2.83356, 0.18891, 1.74788, 0.2821, 0.68227,
                1.36248, 0.17953, 0.18301, 1.43338, 0.56911, 1.59908, 0.1997, 0.04166, 0.01, 0.40031,
            ],
        ),
        (
            2,
            [
                0.50599, 1.20978, 1.20978, 3.67315, 6.6243, 0.67428, 3.08319, 0.14395, 1.60714, 0.24633, 0.54071,
                1.2681, 0.22077, 0.14288, 1.33598, 0.41396, 1.60953, 0.02037, 0.00615, 0.01, 0.64764,
            ],
        ),
    ];

    #[test]
    fn s4_study_9_fitted_parameters_are_those_of_the_reference_on_the_same_log() {
        for (seed, expected) in REFERENCE {
            let (events, fitted_ms) = studied(Kind::HalfLife, seed);
            let fit = log_of(events.iter().filter(|event| event.when_ms < fitted_ms)).fit();
            let found = fit.and_then(|fit| fit.parameters).expect("the log is long enough for a fit");
            for (found, expected) in found.numbers().iter().zip(expected) {
                assert!((found - expected).abs() <= 0.001 * expected.abs().max(1.0), "{found} instead of {expected}");
            }
        }
    }
}

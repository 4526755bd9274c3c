//! Simulated students whose memory differs from the default parameters, in three kinds. Each remembers by laws of its
//! own and studies as the app schedules by default.

use wasm_core::study::day::DAY_MS;
use wasm_core::study::{Action, CardKey, Parameters, Phase, Rating, ReviewEvent, Scheduler, State};

/// Noon UTC on a day in January.
pub(crate) const NOON_MS: u64 = 1_767_614_400_000;
const NOON_DAY: i32 = 20_458;
const MINUTE_MS: u64 = 60 * 1000;

/// Repeatable random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03);
        random.chance();
        random
    }

    /// Returns a number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "chances need few digits")]
    pub(crate) fn chance(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        ((bits ^ (bits >> 29)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a random integer of at least `least` and below `end`.
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    pub(crate) fn whole(&mut self, least: i32, end: i32) -> i32 {
        self.between(f64::from(least), f64::from(end)) as i32
    }

    fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.chance()
    }

    /// Returns a number of the normal distribution.
    fn normal(&mut self) -> f64 {
        let (one, other) = (self.chance().max(1e-12), self.chance());
        (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
    }
}

/// The kinds of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// FSRS-6 with other parameters.
    OtherParameters,
    /// Exponential forgetting with a half-life that grows more, the later a card is remembered.
    HalfLife,
    /// ACT-R: every answer leaves a trace that decays by a power of time, faster after cramming.
    Activation,
}

impl Kind {
    /// Returns the name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OtherParameters => "FSRS-6, other parameters",
            Self::HalfLife => "exponential, half-life",
            Self::Activation => "ACT-R, power of time",
        }
    }
}

/// The laws of one student's memory.
enum Laws {
    OtherParameters(Box<(Scheduler, Parameters)>),
    HalfLife { first_days: f64, growth: f64, loss: f64 },
    Activation { decay: f64, cramming: f64, threshold: f64, noise: f64 },
}

/// Memory of one card.
#[derive(Default, Clone)]
struct Trace {
    state: State,
    half_life: f64,
    ease: f64,
    last_day: i32,
    /// Time of each answer in days, and its decay.
    answers: Vec<(f64, f64)>,
}

/// One simulated student.
pub(crate) struct Student {
    laws: Laws,
    random: Random,
    /// Frequencies of the ratings of new cards.
    first: [f64; 4],
}

impl Student {
    pub(crate) fn new(kind: Kind, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let again = random.between(0.1, 0.35);
        let laws = match kind {
            Kind::OtherParameters => {
                let parameters = other_parameters(&mut random);
                Laws::OtherParameters(Box::new((Scheduler::of(90, parameters).without_fuzz(), parameters)))
            }
            Kind::HalfLife => Laws::HalfLife {
                first_days: random.between(1.6, 3.6).exp(),
                growth: random.between(8.0, 20.0),
                loss: random.between(0.15, 0.6),
            },
            Kind::Activation => Laws::Activation {
                decay: random.between(0.08, 0.2),
                cramming: random.between(0.1, 0.25),
                threshold: random.between(-1.0, 0.0),
                noise: random.between(0.25, 0.5),
            },
        };
        Self { laws, random, first: [again, 0.1, 0.75 - again, 0.15] }
    }

    /// Studies for a number of days with this number of new cards on each, and returns the review events.
    pub(crate) fn study(&mut self, days: i32, new_a_day: u32) -> Vec<ReviewEvent> {
        let scheduler = Scheduler::default();
        let mut events = Vec::new();
        let mut cards: Vec<(CardKey, State, Trace)> = Vec::new();
        for day in 0..days {
            let mut at_ms = NOON_MS + u64::from(day.unsigned_abs()) * DAY_MS;
            for _ in 0..new_a_day {
                let key = CardKey(cards.len() as u128 + 1);
                let ease = self.random.normal();
                cards.push((key, State::default(), Trace { ease, ..Trace::default() }));
            }
            for (key, state, trace) in &mut cards {
                let today = NOON_DAY + day;
                if state.phase == Phase::Review && state.due_day > today {
                    continue;
                }
                loop {
                    let rating = self.rate(state.phase, trace, today);
                    self.learn(trace, *key, rating, today);
                    *state = scheduler.answer(key.short_key(), state, rating, at_ms, today);
                    let sequence = u32::try_from(events.len()).unwrap_or(u32::MAX);
                    let what = Action::Review { rating, took_ms: 5000 };
                    events.push(ReviewEvent {
                        device: 1,
                        sequence,
                        card: *key,
                        when_ms: at_ms,
                        zone_minutes: 0,
                        action: what,
                    });
                    at_ms += MINUTE_MS / 12;
                    if state.phase == Phase::Review {
                        break;
                    }
                }
            }
        }
        events
    }

    fn rate(&mut self, phase: Phase, trace: &Trace, today: i32) -> Rating {
        let chances = match phase {
            Phase::New => self.first,
            Phase::Learning { .. } | Phase::Relearning { .. } => [0.1, 0.05, 0.82, 0.03],
            Phase::Review => {
                let chance = self.laws.chance(trace, today);
                let hard = 0.05 + 0.3 * (1.0 - chance);
                [1.0 - chance, chance * hard, chance * (0.9 - hard), chance * 0.1]
            }
        };
        let mut left = self.random.chance();
        let drawn = chances.iter().position(|part| {
            left -= part;
            left < 0.0
        });
        Rating::ALL[drawn.unwrap_or(2)]
    }

    fn learn(&mut self, trace: &mut Trace, key: CardKey, rating: Rating, today: i32) {
        let is_first = trace.last_day == 0;
        let chance = self.laws.chance(trace, today);
        match &self.laws {
            Laws::OtherParameters(model) => {
                trace.state = model.0.answer(key.short_key(), &trace.state, rating, 0, today);
            }
            Laws::HalfLife { first_days, growth, loss } => {
                if is_first {
                    let by_rating = [0.3, 0.6, 1.0, 2.5][usize::from(rating.number()) - 1];
                    trace.half_life = first_days * by_rating * (0.5 * trace.ease).exp();
                } else if trace.last_day < today {
                    let by_rating = [0.0, 0.6, 1.0, 1.6][usize::from(rating.number()) - 1];
                    trace.half_life *= if rating == Rating::Again {
                        *loss
                    } else {
                        1.2 + growth * by_rating * (1.0 - chance).max(0.1) * (0.2 * trace.ease).exp()
                    };
                }
                trace.half_life = trace.half_life.clamp(0.2, 3000.0);
            }
            Laws::Activation { decay, cramming, .. } => {
                let at =
                    trace.answers.last().map_or(f64::from(today), |(last, _)| (last + 0.0005).max(f64::from(today)));
                let strength = activation(trace, at);
                let strength = if strength.is_finite() { strength } else { -20.0 };
                trace.answers.push((at, (cramming * strength.exp() + decay).min(1.0)));
            }
        }
        trace.last_day = today;
    }
}

impl Laws {
    /// Returns the chance that the student remembers a card on a day.
    fn chance(&self, trace: &Trace, today: i32) -> f64 {
        let elapsed = f64::from(today - trace.last_day);
        match self {
            Self::OtherParameters(model) => {
                let decay = -f64::from(model.1.numbers()[20]);
                let factor = 0.9f64.powf(1.0 / decay) - 1.0;
                (1.0 + factor * elapsed / f64::from(trace.state.stability.max(0.001))).powf(decay)
            }
            Self::HalfLife { .. } => 0.5f64.powf(elapsed / trace.half_life.max(0.01)),
            Self::Activation { threshold, noise, .. } => {
                let strength = activation(trace, f64::from(today) + 0.3) + 0.2 * trace.ease;
                1.0 / (1.0 + ((threshold - strength) / noise).exp())
            }
        }
    }
}

/// Returns the strength of all answers to a card. A day counts as 36 minutes, because little interferes between
/// sessions.
fn activation(trace: &Trace, at: f64) -> f64 {
    const UNITS_A_DAY: f64 = 100.0;
    let strength = |(when, decay): &(f64, f64)| (1.0 + (at - when).max(0.0) * UNITS_A_DAY).powf(-decay);
    trace.answers.iter().map(strength).sum::<f64>().ln()
}

/// Returns parameters that differ from the defaults as those of real students do.
fn other_parameters(random: &mut Random) -> Parameters {
    let mut numbers = *Parameters::default().numbers();
    let mut vary = |index: usize, by: f64, random: &mut Random| {
        numbers[index] *= short((by * random.normal()).exp());
    };
    for index in 0..4 {
        vary(index, 0.3, random);
    }
    for (index, by) in [(6, 0.2), (8, 0.25), (9, 0.3), (10, 0.3), (11, 0.4), (13, 0.3), (14, 0.2), (15, 0.3), (16, 0.2)]
    {
        vary(index, by, random);
    }
    // Half of the students forget two to five times as fast, and half as slowly.
    let speed = random.between(0.9, 1.6) * if random.chance() < 0.5 { -1.0 } else { 1.0 };
    for number in &mut numbers[..4] {
        *number *= short(speed.exp());
    }
    numbers[8] += short(0.7 * speed);
    numbers[..4].sort_by(f32::total_cmp);
    numbers[15] = numbers[15].min(1.0);
    numbers[20] = short(random.between(0.1, 0.6));
    Parameters::new(&numbers).unwrap_or_default()
}

#[expect(clippy::cast_possible_truncation, reason = "parameters need few digits")]
fn short(number: f64) -> f32 {
    number as f32
}

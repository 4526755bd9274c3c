//! Simulated students, whose memory follows one of three models with parameters of their own.

/// Default parameters of FSRS-6.
const FSRS: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const DAY_SECS: f64 = 86_400.0;
/// Parameters of the traces by Pavlik and Anderson (2005): base decay, growth of the decay, noise, and the speed of
/// forgetting between sessions relative to that within one.
const TRACE_DECAY: f64 = 0.177;
const TRACE_GROWTH: f64 = 0.217;
const TRACE_NOISE: f64 = 0.255;
const TRACE_BETWEEN: f64 = 0.025;
const SESSION_SECS: f64 = 3600.0;

/// Random numbers that are the same on every machine.
#[derive(Debug, Clone)]
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "chances need few digits")]
    pub(super) fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.part()
    }

    /// Returns a number around 1: the exponential of a normally distributed one.
    pub(super) fn around(&mut self, deviation: f64) -> f64 {
        let (one, other) = (self.part().max(1e-12), self.part());
        (deviation * (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()).exp()
    }
}

/// The three kinds of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// FSRS-6 with other parameters.
    OtherParameters,
    /// Exponential forgetting with a half-life.
    HalfLife,
    /// A sum of traces that decay by a power law (Pavlik and Anderson).
    Traces,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::OtherParameters, Self::HalfLife, Self::Traces];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OtherParameters => "FSRS-6 with other parameters",
            Self::HalfLife => "half-lives",
            Self::Traces => "traces",
        }
    }
}

/// The memory model of one student.
#[derive(Debug, Clone)]
pub(super) struct Mind {
    kind: Kind,
    fsrs: [f64; 21],
    /// Half-life in days after the first answer, its growth by a remembered answer, and what is left of it after a
    /// forgotten one.
    half_life: [f64; 3],
    threshold: f64,
}

/// Memory of one card.
#[derive(Debug, Clone)]
pub(super) struct Knowledge {
    /// Whether the student knew it before the first answer.
    pub(super) is_known_before: bool,
    /// Factor of how easily the card is remembered.
    ease: f64,
    stability: f64,
    difficulty: f64,
    last_secs: Option<f64>,
    /// Times and decays of the answers.
    traces: Vec<(f64, f64)>,
}

impl Knowledge {
    /// Creates the knowledge of a card that was never asked, which the student knows with this probability.
    pub(super) fn new(known_before: f64, random: &mut Random) -> Self {
        Self {
            is_known_before: random.part() < known_before,
            ease: random.around(0.35),
            stability: 0.0,
            difficulty: 0.0,
            last_secs: None,
            traces: Vec::new(),
        }
    }
}

impl Mind {
    pub(super) fn new(kind: Kind, random: &mut Random) -> Self {
        let mut fsrs = FSRS.map(|parameter| parameter * random.around(0.2));
        // The initial stabilities grow with the rating.
        fsrs[..4].sort_by(f64::total_cmp);
        let half_life = [random.between(1.0, 3.0), random.between(1.9, 3.8), random.between(0.2, 0.5)];
        Self { kind, fsrs, half_life, threshold: random.between(-1.9, -1.4) }
    }

    /// Returns the probability that the student knows the card at a time.
    pub(super) fn recall(&self, card: &Knowledge, secs: f64) -> f64 {
        let Some(last) = card.last_secs else { return if card.is_known_before { 0.9 } else { 0.0 } };
        let days = (secs - last) / DAY_SECS;
        match self.kind {
            Kind::OtherParameters => self.retrievability(card.stability, days),
            Kind::HalfLife => 0.5f64.powf(days / card.stability),
            Kind::Traces => {
                let activation = activation(card, secs) + 0.5 * card.ease.ln();
                1.0 / (1.0 + ((self.threshold - activation) / TRACE_NOISE).exp())
            }
        }
    }

    /// Changes the knowledge by an answer.
    pub(super) fn answer(&self, card: &mut Knowledge, secs: f64, is_remembered: bool) {
        match self.kind {
            Kind::OtherParameters => self.answer_fsrs(card, secs, is_remembered),
            Kind::HalfLife => {
                let [first, growth, rest] = self.half_life;
                card.stability = if card.last_secs.is_none() {
                    first * card.ease * if is_remembered { 3.0 } else { 1.0 }
                } else if is_remembered {
                    // An answer helps more the closer the card was to being forgotten; within minutes, hardly at all.
                    card.stability * (1.0 + growth * (1.0 - self.recall(card, secs)) / 0.3)
                } else {
                    (card.stability * rest).max(first * card.ease)
                };
            }
            Kind::Traces => {
                let traces = if card.last_secs.is_none() && is_remembered { 3 } else { 1 };
                for _ in 0..traces {
                    let decay = if card.traces.is_empty() {
                        TRACE_DECAY
                    } else {
                        TRACE_GROWTH * activation(card, secs).min(0.5).exp() + TRACE_DECAY
                    };
                    card.traces.push((secs, decay));
                }
            }
        }
        card.last_secs = Some(secs);
    }

    fn retrievability(&self, stability: f64, days: f64) -> f64 {
        let decay = self.fsrs[20];
        (1.0 + (0.9f64.powf(-1.0 / decay) - 1.0) * days / stability).powf(-decay)
    }

    fn answer_fsrs(&self, card: &mut Knowledge, secs: f64, is_remembered: bool) {
        let w = &self.fsrs;
        let grade = if is_remembered { 3.0 } else { 1.0 };
        let first_difficulty = |grade: f64| w[4] - (w[5] * (grade - 1.0)).exp() + 1.0;
        let Some(last) = card.last_secs else {
            card.stability = card.ease * if is_remembered { w[2] } else { w[0] };
            card.difficulty = first_difficulty(grade).clamp(1.0, 10.0);
            return;
        };
        let days = (secs - last) / DAY_SECS;
        let (before, difficulty) = (card.stability, card.difficulty);
        let recall = self.retrievability(before, days);
        card.stability = if days < 0.5 {
            let growth = (w[17] * (grade - 3.0 + w[18])).exp() * before.powf(-w[19]);
            before * if is_remembered { growth.max(1.0) } else { growth }
        } else if is_remembered {
            before
                * (1.0 + w[8].exp() * (11.0 - difficulty) * before.powf(-w[9]) * ((w[10] * (1.0 - recall)).exp() - 1.0))
        } else {
            let after =
                w[11] * difficulty.powf(-w[12]) * ((before + 1.0).powf(w[13]) - 1.0) * (w[14] * (1.0 - recall)).exp();
            after.min(before / (w[17] * w[18]).exp())
        }
        .max(0.001);
        let step = difficulty - w[6] * (grade - 3.0) * (10.0 - difficulty) / 9.0;
        card.difficulty = (w[7] * first_difficulty(4.0) + (1.0 - w[7]) * step).clamp(1.0, 10.0);
    }
}

fn activation(card: &Knowledge, secs: f64) -> f64 {
    let sum: f64 = card.traces.iter().map(|(at, decay)| passed(secs - at).powf(-decay)).sum();
    sum.ln()
}

/// Returns the time that counts for forgetting: between sessions it passes more slowly.
fn passed(secs: f64) -> f64 {
    (secs.min(SESSION_SECS) + TRACE_BETWEEN * (secs - SESSION_SECS).max(0.0)).max(1.0)
}

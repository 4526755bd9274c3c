//! Parameters of the memory model FSRS-6.

/// Number of parameters of FSRS-6.
pub const PARAMETERS: usize = 21;

/// Minimum and maximum of each parameter, as the reference implementation clips them.
const RANGES: [(f32, f32); PARAMETERS] = [
    (0.001, 100.0),
    (0.001, 100.0),
    (0.001, 100.0),
    (0.001, 100.0),
    (1.0, 10.0),
    (0.001, 4.0),
    (0.001, 4.0),
    (0.001, 0.75),
    (0.0, 4.5),
    (0.0, 0.8),
    (0.001, 3.5),
    (0.001, 5.0),
    (0.001, 0.25),
    (0.001, 0.9),
    (0.0, 4.0),
    (0.0, 1.0),
    (1.0, 6.0),
    (0.0, 2.0),
    (0.0, 2.0),
    (0.0, 0.8),
    (0.1, 0.8),
];

/// The default parameters of FSRS-6.
const DEFAULTS: [f32; PARAMETERS] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The parameters of one student's memory model. Each is within its range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters([f32; PARAMETERS]);

impl Default for Parameters {
    fn default() -> Self {
        Self(DEFAULTS)
    }
}

impl Parameters {
    /// Returns the parameters, or `None` if their number is wrong or one is out of its range.
    #[must_use]
    pub fn new(numbers: &[f32]) -> Option<Self> {
        let numbers: [f32; PARAMETERS] = numbers.try_into().ok()?;
        // `contains` is false for NaN.
        let is_valid = numbers.iter().zip(RANGES).all(|(number, (least, most))| (least..=most).contains(number));
        is_valid.then_some(Self(numbers))
    }

    /// Returns the numbers in the order of the reference implementation.
    #[must_use]
    pub fn numbers(&self) -> &[f32; PARAMETERS] {
        &self.0
    }

    /// Returns the chance of recall after this number of days.
    #[cfg(feature = "study")]
    pub(super) fn chance(&self, memory: fsrs::MemoryState, days: u32) -> f32 {
        let days = f32::from(u16::try_from(days).unwrap_or(u16::MAX));
        fsrs::current_retrievability(memory, days, self.0[PARAMETERS - 1])
    }

    /// Returns a hash, by which a snapshot tells with which parameters it was computed.
    #[cfg(feature = "study")]
    pub(super) fn hash(&self) -> u32 {
        let bytes: Vec<u8> = self.0.iter().flat_map(|number| number.to_le_bytes()).collect();
        super::bytes::checksum(&bytes)
    }
}

//! Shuffling: no track plays twice until all have played.

use std::collections::BTreeSet;

use super::queue::Track;

/// Draws tracks at random. `heard` are those played since the bag was last emptied.
#[derive(Debug, Clone, Default)]
pub(super) struct ShuffleBag {
    heard: BTreeSet<String>,
}

impl ShuffleBag {
    /// Marks a track as played, whether or not it was drawn.
    pub(super) fn mark_played(&mut self, id: &str) {
        self.heard.insert(id.to_owned());
    }

    /// Clears the list of played tracks.
    pub(super) fn empty(&mut self) {
        self.heard.clear();
    }

    /// Returns the index of a random track that was not played and is not the current one. If all were played, forgets
    /// this and chooses among all others. Returns the current track only if there are no others.
    pub(super) fn draw(&mut self, tracks: &[Track], current: Option<usize>, seed: u32) -> Option<usize> {
        let others = || (0..tracks.len()).filter(|index| Some(*index) != current);
        let mut unheard: Vec<usize> = others().filter(|index| !self.heard.contains(&tracks[*index].id)).collect();
        if unheard.is_empty() {
            self.empty();
            if let Some(current) = current.and_then(|index| tracks.get(index)) {
                self.mark_played(&current.id);
            }
            unheard = others().collect();
        }
        match unheard.len() {
            0 => current.filter(|index| *index < tracks.len()),
            count => Some(unheard[pick(seed, count)]),
        }
    }
}

/// Returns a random index below `count`: the seed mixed by SplitMix64, scaled by multiplication instead of a remainder.
fn pick(seed: u32, count: usize) -> usize {
    let mut mixed = u64::from(seed).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    #[expect(clippy::cast_possible_truncation, reason = "below count, which is a usize")]
    let index = ((u128::from(mixed) * count as u128) >> 64) as usize;
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of SplitMix64's reference implementation.
    #[test]
    fn the_random_generator_matches_the_splitmix64_reference() {
        for (seed, mixed) in
            [(0, 0xE220_A839_7B1D_CDAF_u64), (1, 0x910A_2DEC_8902_5CC1), (1_234_567, 6_457_827_717_110_365_317)]
        {
            assert_eq!(pick(seed, 1 << 32) as u64, mixed >> 32);
        }
    }

    #[test]
    fn each_index_is_drawn_about_equally_often_by_shuffle() {
        for count in [1, 2, 3, 7] {
            let mut drawn = vec![0_usize; count];
            for seed in 0..7000 {
                drawn[pick(seed, count)] += 1;
            }
            let fair = 7000 / count;
            assert!(drawn.iter().all(|times| times.abs_diff(fair) < fair / 5), "{drawn:?}");
        }
    }
}

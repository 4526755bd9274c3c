//! Sorting, once.
//!
//! Every kind of thing that is sorted with the standard library adds its own copy of the sort to the core that browsers
//! fetch, so everything here is sorted as numbers that stand for it.

use std::cmp::Ordering;

/// The numbers from 0 up to `count`, in the order that `compare` gives the things they stand for.
/// Things that compare as equal keep no particular order.
pub(crate) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count).map(as_u32).collect();
    numbers.sort_unstable_by(|a, b| compare(*a as usize, *b as usize));
    numbers
}

/// Counts of courses, terms and bytes of a catalogue, which are far below four thousand million.
pub(crate) fn as_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_what_they_stand_for() {
        let things = ["pear", "apple", "fig"];
        assert_eq!(sorted(things.len(), &|a, b| things[a].cmp(things[b])), [1, 2, 0]);
        assert!(sorted(0, &|_, _| Ordering::Equal).is_empty());
    }
}

//! Sorting, once.
//!
//! Every kind of thing that is sorted with the standard library adds its own copy of the sort to the core that browsers
//! fetch, so everything here is sorted as numbers that stand for it.

use std::cmp::Ordering;

/// The numbers from 0 up to `count`, in the order that `compare` gives the things they stand for.
/// Things that compare as equal keep the order of their numbers.
///
/// A merge sort of our own: the one of the standard library is quicker by what nobody can feel in lists as short as an
/// answer, and a twentieth of all that a browser fetches to search.
pub(crate) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count).map(as_u32).collect();
    let mut merged = Vec::with_capacity(count);
    let mut run = 1;
    while run < count {
        for pair in numbers.chunks(run * 2) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([first, lefts @ ..], [second, rights @ ..]) = (left, right) {
                if compare(*second as usize, *first as usize).is_lt() {
                    merged.push(*second);
                    right = rights;
                } else {
                    merged.push(*first);
                    left = lefts;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut numbers, &mut merged);
        merged.clear();
        run *= 2;
    }
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

    #[test]
    fn any_number_of_things_is_sorted_as_the_standard_library_sorts_them() {
        for count in (0..70).chain([1_000, 4_097]) {
            // Many are equal, so that keeping their order shows.
            let things: Vec<usize> = (0..count).map(|number| number * 7_919 % 31).collect();
            let mut expected: Vec<u32> = (0..count).map(as_u32).collect();
            expected.sort_by_key(|number| things[*number as usize]);
            assert_eq!(sorted(count, &|a, b| things[a].cmp(&things[b])), expected, "{count} things");
        }
    }
}

//! A single sort function for all types.
//!
//! `slice::sort` is compiled once per element type. Sorting `u32` indexes keeps one copy in the WASM module.

use std::cmp::Ordering;

/// Returns the indexes below `count` in the order that `compare` defines. The sort is stable.
///
/// A plain merge sort: the one in the standard library is not noticeably faster for lists as short as search results,
/// and would be a twentieth of the size of the core.
pub(crate) fn sort_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count).map(to_u32).collect();
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

/// Converts a count of courses, terms or bytes of a catalogue, which is far below 2^32.
pub(crate) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_indexes_follow_the_order_of_their_items() {
        let items = ["pear", "apple", "fig"];
        assert_eq!(sort_indices(items.len(), &|a, b| items[a].cmp(items[b])), [1, 2, 0]);
        assert!(sort_indices(0, &|_, _| Ordering::Equal).is_empty());
    }

    #[test]
    fn index_sort_equals_the_stable_sort_of_the_standard_library() {
        for count in (0..70).chain([1_000, 4_097]) {
            // Many items are equal, so that an unstable sort would fail.
            let items: Vec<usize> = (0..count).map(|number| number * 7_919 % 31).collect();
            let mut expected: Vec<u32> = (0..count).map(to_u32).collect();
            expected.sort_by_key(|number| items[*number as usize]);
            assert_eq!(sort_indices(count, &|a, b| items[a].cmp(&items[b])), expected, "{count} items");
        }
    }
}

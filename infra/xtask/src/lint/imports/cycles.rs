//! Cycles in a graph of imports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Edges of the graph.
pub(super) type ImportGraph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Returns cycles, each with its members in the order of the imports. Each is a shortest cycle through its first
/// member. Other cycles through a listed member are left out, because the same fix often breaks them too.
pub(super) fn find<'a>(arrows: &ImportGraph<'a>) -> Vec<Vec<&'a str>> {
    let mut known = BTreeSet::new();
    let mut circles = Vec::new();
    for start in arrows.keys() {
        if known.contains(start) {
            continue;
        }
        if let Some(circle) = shortest(arrows, start, &known) {
            known.extend(circle.iter().copied());
            circles.push(circle);
        }
    }
    circles
}

/// Returns the shortest path from `start` back to itself that avoids `known`.
fn shortest<'a>(arrows: &ImportGraph<'a>, start: &'a str, known: &BTreeSet<&str>) -> Option<Vec<&'a str>> {
    let mut came_from = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(here) = waiting.pop_front() {
        for next in arrows.get(here).into_iter().flatten() {
            if *next == start {
                let mut circle = vec![here];
                while let Some(before) = came_from.get(circle[circle.len() - 1]) {
                    circle.push(*before);
                }
                circle.reverse();
                return Some(circle);
            }
            if !known.contains(next) && !came_from.contains_key(next) {
                came_from.insert(*next, here);
                waiting.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_import_cycle_is_reported_once_with_its_files_in_order() {
        let check = |arrows: &[(&'static str, &[&'static str])], expected: &[&[&str]]| {
            let arrows: ImportGraph<'_> =
                arrows.iter().map(|(from, to)| (*from, to.iter().copied().collect())).collect();
            assert_eq!(find(&arrows), expected, "{arrows:?}");
        };
        check(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])], &[]);
        check(&[("a", &["b"]), ("b", &["a"])], &[&["a", "b"]]);
        check(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &["d"]), ("d", &["b", "e"])], &[&["b", "c", "d"]]);
        check(&[("a", &["b"]), ("b", &["a"]), ("c", &["d"]), ("d", &["c"])], &[&["a", "b"], &["c", "d"]]);
        check(&[("a", &["b"]), ("b", &["a", "c"]), ("c", &["b"])], &[&["a", "b"]]);
    }
}

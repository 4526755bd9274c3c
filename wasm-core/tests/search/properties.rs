//! Properties of search for any courses and queries.

use proptest::prelude::*;
use wasm_core::catalogue::CourseRecord;
use wasm_core::text::tokens;

use crate::{built, index, marked, record};

fn any_record() -> impl Strategy<Value = CourseRecord> {
    ("(CS|CSE|MA)[0-9]{1,2}[A-C]?", "([a-c]{1,4}( |é )?){0,4}", 0..3_u32, 0..2_u8).prop_map(
        |(code_text, title, likes, activity)| CourseRecord {
            likes,
            activity: u32::from(activity),
            ..record(&code_text, &title)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn result_order_does_not_depend_on_the_order_of_the_courses(
        records in prop::collection::vec(any_record(), 0..40),
        shuffled in any::<u64>(),
        query in "(cs|ma)? ?[0-9a-c]{0,2}( [a-c]{1,5}){0,2}",
    ) {
        let mut other = records.clone();
        let mut state = shuffled;
        for place in (1..other.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            other.swap(place, usize::try_from(state >> 33).unwrap() % (place + 1));
        }
        let (one, two) = (built(&records), built(&other));
        prop_assert_eq!(one.search(&query, 20), two.search(&query, 20));
        prop_assert_eq!(one.enter_match(&query), two.enter_match(&query));
    }

    #[test]
    fn a_smaller_limit_returns_the_first_results_of_the_same_list(
        records in prop::collection::vec(any_record(), 0..40),
        query in "[0-9a-c ]{1,6}|([a-c]{1,3} ){2,6}zzz",
        limit in 1..10_usize,
    ) {
        let index = built(&records);
        let all = index.search(&query, usize::MAX);
        prop_assert_eq!(index.search(&query, limit), &all[..limit.min(all.len())]);
        prop_assert!(all.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn every_course_is_found_by_its_complete_code_and_by_its_complete_title(records in prop::collection::vec(any_record(), 1..30)) {
        let index = built(&records);
        for record in index.courses(0, u32::MAX) {
            let by_code = index.search(&record.code.display(), 1);
            prop_assert_eq!(by_code[0].code, record.code);
            let found = index.search(&record.title, usize::MAX);
            prop_assert!(record.title.trim().is_empty() || found.iter().any(|hit| hit.code == record.code));
        }
    }

    #[test]
    fn a_course_is_found_by_every_prefix_of_its_code(records in prop::collection::vec(any_record(), 1..30)) {
        let index = built(&records);
        for record in index.courses(0, u32::MAX) {
            for length in 1..=record.code.as_str().len() {
                let found = index.search(&record.code.as_str()[..length], usize::MAX);
                prop_assert!(found.iter().any(|hit| hit.code == record.code));
            }
        }
    }

    #[test]
    fn a_course_is_found_by_every_prefix_of_its_title(records in prop::collection::vec(any_record(), 1..30)) {
        let index = built(&records);
        for record in index.courses(0, u32::MAX) {
            let typed: Vec<char> = record.title.trim().chars().collect();
            for length in 1..=typed.len() {
                let prefix: String = typed[..length].iter().collect();
                // Letters alone may be a prefix of a code, and then only codes are returned.
                let found = index.search(&prefix, usize::MAX);
                prop_assert!(
                    found.iter().any(|hit| hit.code == record.code) || tokens(&prefix).len() < 2,
                    "{:?} of {:?}",
                    prefix,
                    record.title
                );
            }
        }
    }

    #[test]
    fn long_queries_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..10_000)) {
        let _ = index().search(&String::from_utf8_lossy(&bytes), 10);
    }

    #[test]
    fn no_query_panics_and_highlights_lie_inside_the_text(typed in "\\PC{0,30}|[cs 246éI]{0,12}") {
        let index = index();
        for hit in index.search(&typed, 50) {
            marked(hit.title, &hit.title_ranges);
            marked(&hit.code.display(), &hit.code_ranges);
        }
        let _ = index.enter_match(&typed);
    }
}

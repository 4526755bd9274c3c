//! Order of results for numbers and for a subject before a word.

use crate::{built, record};

/// Checks that exactly these courses are found, in this order.
#[track_caller]
fn check_order(query: &str, courses: &[(&str, &str)]) {
    let records: Vec<_> = courses.iter().rev().map(|(code, title)| record(code, title)).collect();
    let found: Vec<_> = built(&records).search(query, 9).into_iter().map(|hit| hit.code.to_string()).collect();
    let expected: Vec<_> = courses.iter().map(|(code, _)| (*code).to_owned()).collect();
    assert_eq!(found, expected, "{query:?}");
}

#[test]
fn a_number_as_typed_ranks_above_other_numerals_and_these_rank_above_course_numbers() {
    check_order("calculus 2", &[("AA102", "Advanced Calculus 2"), ("AA101", "Calculus II"), ("AA201", "Calculus")]);
    check_order("calculus ii", &[("AA101", "Advanced Calculus II"), ("AA102", "Calculus 2")]);
    check_order("topic 2", &[("AA102", "Special Topics 2"), ("AA101", "Topic II")]);
    check_order("lin alg 2", &[("AA101", "Linear Algebra II"), ("AA201", "Lin Alg")]);
}

#[test]
fn a_digit_in_a_title_ranks_above_a_word_that_begins_with_it() {
    check_order("game 3", &[("AA102", "Games of Strategy 3"), ("AA101", "Game 3D")]);
}

#[test]
fn a_query_of_subject_and_word_ranks_courses_of_that_subject_above_titles_with_the_words_in_another_order() {
    check_order("hist spec", &[("HIST178", "Special Topics in History"), ("ARCH591", "Spec Prob Arch Hist")]);
    check_order("geog rec", &[("GEOG333", "Recreation Geography"), ("REC333", "Recreation Geography")]);
}

#[test]
fn a_title_as_typed_ranks_above_a_course_of_the_subject_with_which_the_query_begins() {
    check_order("human nat", &[("GENED1056", "Human Nature"), ("HUMAN93", "Nature"), ("AA101", "Nat and Human")]);
}

//! Search results and their order.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

mod order;
mod properties;

use wasm_core::catalogue::{Catalogue, CourseRecord, encode};
use wasm_core::course::CourseCode;
use wasm_core::search::Hit;

fn code(text: &str) -> CourseCode {
    CourseCode::parse(text).unwrap()
}

fn record(text: &str, title: &str) -> CourseRecord {
    CourseRecord::new(code(text), title)
}

fn built(records: &[CourseRecord]) -> Catalogue {
    Catalogue::read(encode(records)).unwrap()
}

fn index() -> Catalogue {
    built(&[
        record("CS246", "Object-Oriented Software Development"),
        record("CS246E", "Object-Oriented Software Development (Enriched)"),
        record("CS240", "Data Structures and Data Management"),
        record("ECON246", "Games and Strategy"),
        record("MATH235", "Linear Algebra II"),
        record("MATH136", "Linear Algebra 1"),
        record("MATH237", "Calculus 3 for Honours Mathematics"),
        record("STAT230", "Probability"),
        record("STAT231", "Statistics"),
        record("ARTS130", "Inquiry and Communication"),
        record("ART101", "Drawing"),
        record("MUSIC140", "Popular Music: Art, Craft & Commerce"),
        record("HIST200", "Histoire des Écoles Normales"),
        record("PHIL145", "Causal Reasoning"),
    ])
}

#[track_caller]
fn check(query: &str, expected: &[&str]) {
    let index = index();
    let hits = index.search(query, 10);
    let found: Vec<&str> = hits.iter().map(|hit| hit.code.as_str()).collect();
    assert_eq!(found, expected, "{query:?}");
}

#[test]
fn an_exact_code_comes_first_in_any_spelling() {
    for spelling in ["cs246", "CS 246", "cs-246", " Cs - 246", "ＣＳ２４６"] {
        check(spelling, &["CS246", "CS246E"]);
    }
}

#[test]
fn a_code_prefix_finds_all_codes_that_begin_with_it() {
    check("cs24", &["CS246", "CS240", "CS246E"]);
    check("Math 23", &["MATH235", "MATH237"]);
}

#[test]
fn an_exact_subject_ranks_above_subjects_that_begin_with_it_and_these_rank_above_titles() {
    check("art", &["ART101", "ARTS130", "MUSIC140"]);
}

#[test]
fn a_number_finds_the_courses_with_that_number() {
    check("246", &["ECON246", "CS246", "CS246E"]);
}

#[test]
fn words_match_in_any_order_and_as_prefixes() {
    check("algebra linear", &["MATH136", "MATH235"]);
    check("dev soft obj", &["CS246", "CS246E"]);
    check("math cal", &["MATH237"]);
}

#[test]
fn exact_words_rank_above_prefixes_and_shorter_titles_rank_above_longer_ones() {
    let index = built(&[
        record("AA1", "Stat Tracking Methods"),
        record("AA2", "Statistics"),
        record("AA3", "Statics of Structures"),
        record("AA4", "Stat"),
        record("AA5", "Methods of Stat"),
    ]);
    let found: Vec<_> = index.search("stat", 9).into_iter().map(|hit| hit.code.to_string()).collect();
    assert_eq!(found, ["AA4", "AA1", "AA5", "AA2", "AA3"]);
}

#[test]
fn rare_words_weigh_more_than_common_ones() {
    let mut records: Vec<_> =
        (100..160).map(|number| record(&format!("INT{number}"), "Introduction to Introductions of Things")).collect();
    records.push(record("ZZ1", "Introduction to Zoologies"));
    records.push(record("ZZ2", "Zoology for Introductionists of all Kinds"));
    let index = built(&records);
    let hits = index.search("introduction zoology", 9);
    assert_eq!(hits[0].code, code("ZZ2"), "the rare word matches exactly, the common one as a prefix");
}

#[test]
fn typos_in_long_words_are_corrected() {
    for typed in ["statstics", "statiistics", "statixtics", "statsitics", "xtatistics", "statisticd"] {
        check(typed, &["STAT231"]);
    }
    check("calcullus hon", &["MATH237"]);
    check("casual reasoning", &["PHIL145"]);
    check("scs246", &["CS246", "CS246E"]);
    check("hst200", &["HIST200"]);
    check("mathe235", &["MATH235"]);
    check("drwa", &["ART101"]);
    check("rdw", &[]);
    check("stxtixtics", &["STAT231"]);
    check("sxaxixtics", &[]);
}

#[test]
fn words_typed_with_a_missing_or_an_extra_space_are_found() {
    check("linearalgebra", &["MATH136", "MATH235"]);
    check("datastructures", &["CS240"]);
    check("calculus3", &["MATH237"]);
    check("causalreas", &["PHIL145"]);
    check("stati stics", &["STAT231"]);
    check("proba bility", &["STAT230"]);
}

#[test]
fn a_typo_in_a_subject_is_corrected() {
    check("mtah calculus", &["MATH237"]);
    check("phill causal", &["PHIL145"]);
}

#[test]
fn a_wrong_digit_is_not_corrected() {
    check("cs247", &[]);
}

#[test]
fn exact_matches_suppress_typo_corrections() {
    let index = built(&[record("AA1", "Causal Models"), record("AA2", "Casual Games")]);
    let found: Vec<_> = index.search("casual", 9).into_iter().map(|hit| hit.code).collect();
    assert_eq!(found, [code("AA2")]);
}

#[test]
fn accents_and_case_are_ignored() {
    for typed in ["ecoles", "ÉCOLES", "E\u{301}coles normales"] {
        check(typed, &["HIST200"]);
    }
}

#[test]
fn roman_and_arabic_numerals_match_each_other() {
    check("linear algebra 2", &["MATH235"]);
    check("linear algebra i", &["MATH136", "MATH235"]);
    check("calculus iii", &["MATH237"]);
}

#[test]
fn a_number_in_a_title_ranks_above_a_prefix_of_a_course_number() {
    let index = built(&[
        record("AA230", "Tech Skills"),
        record("AA101", "Technical Production 2"),
        record("TECH210", "Drawing"),
        record("AA240", "Technical Production II"),
    ]);
    let found: Vec<_> = index.search("tech 2", 9).into_iter().map(|hit| hit.code.to_string()).collect();
    assert_eq!(found, ["TECH210", "AA101", "AA240", "AA230"], "the code, then titles, then numbers");
}

#[test]
fn courses_matching_only_some_of_the_words_are_found() {
    check("cs 246 final", &["CS246", "CS246E"]);
    check("probability quizzes", &["STAT230"]);
    check("probability quizzes answers", &[]);
}

#[test]
fn an_empty_query_finds_nothing() {
    for typed in ["", "  ", "?!", "🦀", "zzzz"] {
        check(typed, &[]);
    }
    assert!(index().search("cs", 0).is_empty());
    assert!(built(&[]).search("cs 246", 10).is_empty());
    assert_eq!(built(&[]).enter_match("cs 246"), None);
}

#[test]
fn among_otherwise_equal_matches_more_popular_courses_rank_first() {
    let liked = CourseRecord { likes: 5, ..record("ZZ9", "Topics") };
    let index = built(&[record("AA1", "Topics"), record("AA2", "Topics"), liked]);
    let found: Vec<_> = index.search("topics", 9).into_iter().map(|hit| hit.code).collect();
    assert_eq!(found, [code("ZZ9"), code("AA1"), code("AA2")]);
}

#[test]
fn s5_se_1_enter_selects_the_course_with_the_exact_code_in_any_case() {
    for typed in ["cs246", "CS246", " Cs 246 ", "cs-246"] {
        assert_eq!(index().enter_match(typed), Some(code("CS246")), "{typed:?}");
    }
}

#[test]
fn s5_se_1_enter_selects_a_course_whose_title_contains_the_text() {
    for (typed, expected) in [
        ("oriented soft", "CS246"),
        ("STATISTICS", "STAT231"),
        ("bability", "STAT230"),
        ("ecoles", "HIST200"),
        (" linear   algebra ", "MATH136"),
        ("(enriched)", "CS246E"),
    ] {
        assert_eq!(index().enter_match(typed), Some(code(expected)), "{typed:?}");
    }
    let index = built(&[record("AA1", "More Logic"), record("AA2", "Logic and More"), record("ZZ1", "Logic")]);
    assert_eq!(index.enter_match("logic"), Some(code("ZZ1")), "the title itself");
    assert_eq!(index.enter_match("logic and"), Some(code("AA2")));
    assert_eq!(index.enter_match("more"), Some(code("AA1")), "a title that begins with it");
}

#[test]
fn s5_se_1_enter_selects_nothing_without_text_or_match() {
    for typed in ["", "   ", "\t\n", "cs999", "algebra linear", "statstics"] {
        assert_eq!(index().enter_match(typed), None, "{typed:?}");
    }
}

/// Returns the text with the ranges in brackets.
fn marked(text: &str, ranges: &[(u32, u32)]) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut out = String::new();
    let mut from = 0;
    for (start, end) in ranges.iter().map(|(start, end)| (*start as usize, *end as usize)) {
        out += &String::from_utf16(&units[from..start]).unwrap();
        out += &format!("[{}]", String::from_utf16(&units[start..end]).unwrap());
        from = end;
    }
    out + &String::from_utf16(&units[from..]).unwrap()
}

#[test]
fn matches_are_highlighted() {
    let check = |query: &str, expected: &str| {
        let index = index();
        let hit: Hit = index.search(query, 1).remove(0);
        let code = marked(&hit.code.display(), &hit.code_ranges);
        assert_eq!(format!("{code} {}", marked(hit.title, &hit.title_ranges)), expected, "{query:?}");
    };
    check("cs-2", "[CS 2]46 Object-Oriented Software Development");
    check("mat", "[MAT]H 136 Linear Algebra 1");
    check("cs246e", "[CS 246E] Object-Oriented Software Development (Enriched)");
    check("obj soft dev", "CS 246 [Obj]ect-Oriented [Soft]ware [Dev]elopment");
    check("246 games", "ECON [246] [Games] and Strategy");
    check("econ gam", "[ECON] 246 [Gam]es and Strategy");
    check("ecole", "HIST 200 Histoire des [École]s Normales");
    check("statsitics", "STAT 231 [Statistics]");
    check("linear algebra 2", "MATH 235 [Linear] [Algebra] [II]");
    check("scs246", "[CS 246] Object-Oriented Software Development");
}

/// Courses whose titles have no spaces.
fn unspaced() -> Catalogue {
    built(&[
        record("MATH110", "線性代數"),
        record("MATH210", "線性代數 II"),
        record("PHYS300", "量子力學導論"),
        record("PHYS310", "力學"),
        record("CS101", "機械学習の基礎"),
        record("CS102", "AIデータ分析入門"),
        record("MATH230", "สมการเชิงอนุพันธ์"),
        record("MATH240", "การวิเคราะห์เชิงตัวเลข"),
        record("MATH250", "Advanced linear algebra"),
    ])
}

#[test]
fn any_part_of_a_title_in_a_script_without_spaces_is_found_and_highlighted() {
    for (query, expected) in [
        ("代數", &["MATH110 線性[代數]", "MATH210 線性[代數] II"][..]),
        ("線性代數", &["MATH110 [線性代數]", "MATH210 [線性代數] II"]),
        ("線性代數 2", &["MATH210 [線性代數] [II]"]),
        ("力學", &["PHYS310 [力學]", "PHYS300 量子[力學]導論"]),
        ("子力", &["PHYS300 量[子力]學導論"]),
        ("學", &["PHYS310 力[學]", "PHYS300 量子力[學]導論"]),
        ("学習の", &["CS101 機械[学習の]基礎"]),
        ("ﾃﾞｰﾀ", &["CS102 AI[データ]分析入門"]),
        ("ai 入門", &["CS102 [AI]データ分析[入門]"]),
        ("AI入門", &["CS102 [AI]データ分析[入門]"]),
        ("อนุพันธ์", &["MATH230 สมการเชิง[อนุพันธ์]"]),
        ("เชิงตัว", &["MATH240 การวิเคราะห์[เชิงตัว]เลข"]),
        // Each letter occurs in a title, but no two of them are neighbours there.
        ("學子量", &[]),
        ("數線", &[]),
    ] {
        let catalogue = unspaced();
        let hits = catalogue.search(query, 5);
        let show = |hit: &Hit<'_>| format!("{} {}", hit.code, marked(hit.title, &hit.title_ranges));
        assert_eq!(hits.iter().map(show).collect::<Vec<_>>(), expected, "{query}");
    }
}

/// Checks the number of ranked courses, because the time of a query grows with it and with the number of words.
#[test]
fn the_work_of_a_search_is_limited_for_any_query() {
    const WORDS: [&str; 12] = ["a", "ab", "abc", "b", "ba", "bac", "c", "ca", "cab", "ac", "bc", "abcabcabc"];
    let title = WORDS.join(" ");
    let records: Vec<CourseRecord> =
        (0..30_000).map(|number| CourseRecord::new(code(&format!("ZZ{number}")), title.as_str())).collect();
    let index = built(&records);
    let swapped = title.replace("abcabcabc", "abcacbabc");
    let absent = format!("{} zzzzzzzz", WORDS[..11].join(" "));
    for (typed, courses) in [(title.as_str(), 10_000), (&swapped, 10_000), (&absent, 10_000), ("a b", 30_000)] {
        let found = index.search(typed, 10);
        assert_eq!(
            found.iter().map(|hit| hit.code.as_str()).collect::<Vec<_>>()[..3],
            ["ZZ0", "ZZ1", "ZZ10"],
            "{typed}"
        );
        assert_eq!(index.explain(typed, found[0].code).unwrap().ranked, courses, "{typed}");
    }
    assert!(index.search(&"a ".repeat(5_000), 10).iter().all(|hit| hit.score == index.search("a a", 1)[0].score));
}

#[test]
fn only_courses_with_the_fewest_missing_words_are_ranked() {
    let index = built(&[
        record("AA1", "Alpha beta gamma"),
        record("AA2", "Alpha beta gamma delta"),
        record("AA3", "Alpha beta"),
        record("AA4", "Alpha"),
    ]);
    let typed = "alpha beta gamma delta qqqqq";
    let ranked = |code_text: &str| index.explain(typed, code(code_text)).map(|explained| explained.ranked);
    assert_eq!((ranked("AA2"), ranked("AA1"), ranked("AA4")), (Some(1), Some(1), None));
    assert_eq!(index.search(typed, 5).iter().map(|hit| hit.code.as_str()).collect::<Vec<_>>(), ["AA2", "AA1"]);
}

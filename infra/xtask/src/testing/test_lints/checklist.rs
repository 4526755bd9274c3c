//! Compares the checklist with the tests that name its lines, in both directions.

use std::collections::{BTreeMap, BTreeSet};

use super::script::Script;
use super::{CHECKLIST, Files};
use crate::lint::imports;

/// Entry points: the page, its service worker, and the worker that replaces a broken one.
const ENTRIES: [&str; 3] = ["web/src/main.tsx", "web/src/app/worker/sw.ts", "web/src/app/worker/kill-switch-worker.ts"];

/// Developer pages, which are not part of the product.
const NOT_SHOWN: &str = "web/src/app/routes/dev/";

/// Returns one sentence for each id that only the checklist or only the tests contain, and for each test that names an
/// id for code that no page shows.
pub(super) fn problems(list: &str, files: &Files) -> Vec<String> {
    let listed: BTreeSet<String> = list.lines().filter(|line| line.starts_with("- S")).flat_map(ids_in).collect();
    let named = named(files);
    let proven: BTreeSet<&str> = named.values().flatten().map(String::as_str).collect();
    let mut wrong: Vec<String> = listed
        .iter()
        .filter(|id| !proven.contains(id.as_str()))
        .map(|id| format!("{CHECKLIST}: no test that runs names {id}"))
        .collect();
    for (file, ids) in &named {
        wrong.extend(ids.difference(&listed).map(|id| format!("{file} names {id}, which {CHECKLIST} does not have")));
    }
    let arrows = imports::typescript_imports(files);
    let reached = |entry| imports::reachable(&arrows, entry, |file| !file.starts_with(NOT_SHOWN));
    let shown: BTreeSet<&str> = ENTRIES.into_iter().flat_map(reached).collect();
    for (file, ids) in named.iter().filter(|(file, _)| file.starts_with("web/src/")) {
        let tested = arrows.get(*file).into_iter().flatten();
        let is_ours = |target: &&String| files.contains_key(*target) && !is_for_tests(target);
        for unseen in tested.filter(is_ours).filter(|target| !shown.contains(target.as_str())) {
            let ids = ids.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            wrong.push(format!("{file} names {ids} and tests {unseen}, which no screen imports"));
        }
    }
    wrong
}

fn is_for_tests(file: &str) -> bool {
    let is_helper = |ending| file.ends_with(ending);
    file.contains(".test.") || ["/testing.ts", "-testing.ts", "-testing.tsx"].into_iter().any(is_helper)
}

/// Returns the ids that tests name, by file.
fn named(files: &Files) -> BTreeMap<&str, BTreeSet<String>> {
    let mut named = BTreeMap::new();
    for (file, text) in files {
        let ids: BTreeSet<String> = if file.ends_with(".rs") {
            rust_tests(text).flat_map(ids_in).collect()
        } else if runs(file) {
            let script = Script::new(text);
            script
                .tests(&["test", "it", "describe", "test.describe"])
                .iter()
                .flat_map(|test| ids_in(test.title))
                .collect()
        } else {
            BTreeSet::new()
        };
        if !ids.is_empty() {
            named.insert(file.as_str(), ids);
        }
    }
    named
}

/// Returns true if one of our test programs reads this file.
fn runs(file: &str) -> bool {
    let within = |folder: &str, endings: &[&str]| {
        file.starts_with(folder) && endings.iter().any(|ending| file.ends_with(ending))
    };
    within("web/src/", &[".test.ts", ".test.tsx"])
        || within("tests/browser/", &[".spec.ts"])
        || within("wasm-core/tests/boundary/", &[".test.mjs"])
}

/// Returns the first lines of test functions.
fn rust_tests(text: &str) -> impl Iterator<Item = &str> {
    let (mut is_test, mut is_ignored) = (false, false);
    text.lines().map(str::trim_start).filter(move |line| {
        if let Some(attribute) = line.strip_prefix("#[") {
            let name = attribute.split(['(', ']', ' ']).next().unwrap_or_default();
            is_test |= name.split("::").last() == Some("test");
            is_ignored |= name == "ignore";
            return false;
        }
        if line.starts_with("//") {
            return false;
        }
        let counts = is_test && !is_ignored && (line.starts_with("fn ") || line.starts_with("async fn "));
        (is_test, is_ignored) = (false, false);
        counts
    })
}

/// Returns the ids in a line, such as `S2.browse.3`, or `s2_browse_3` in a function name.
fn ids_in(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words
        .windows(3)
        .filter(|three| {
            let section = three[0].as_bytes();
            section.len() == 2
                && section[0].eq_ignore_ascii_case(&b's')
                && section[1].is_ascii_digit()
                && three[1].bytes().all(|byte| byte.is_ascii_lowercase())
                && three[2].bytes().all(|byte| byte.is_ascii_digit())
        })
        .map(|three| format!("{}.{}.{}", three[0].to_uppercase(), three[1], three[2]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "- S1.a.1 — One.\n- S1.a.2 — Two.\n";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        problems(LIST, &files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect())
    }

    const RUST: (&str, &str) = ("functions/api/tests/a.rs", "#[test]\nfn s1_a_1_holds() {}");
    const BROWSER: (&str, &str) = ("tests/browser/a.spec.ts", "test(\"S1.a.2 holds\", () => {});");

    #[test]
    fn checklist_ids_are_read_from_rust_and_typescript_titles() {
        assert_eq!(ids_in("async fn s2_browse_3_s4_dd_1_lists()"), ["S2.browse.3", "S4.dd.1"]);
        assert_eq!(ids_in("S1.j.10 the bar"), ["S1.j.10"]);
        assert!(ids_in("let s3 = 4;").is_empty());
    }

    #[test]
    fn a_checklist_with_a_test_for_every_line_passes() {
        assert_eq!(found(&[RUST, BROWSER]), [""; 0]);
    }

    #[test]
    fn a_checklist_line_without_a_running_test_is_reported() {
        for text in [
            "fn s1_a_1_is_no_test() {}",
            "#[test]\n#[ignore = \"slow\"]\nfn s1_a_1_is_ignored() {}",
            "#[cfg(test)]\nmod s1_a_1 {}",
        ] {
            assert_eq!(
                found(&[(RUST.0, text), BROWSER]),
                ["tests/CHECKLIST.md: no test that runs names S1.a.1"],
                "{text}"
            );
        }
        for other in [
            ("tests/browser/a.spec.ts", "test.skip(\"S1.a.2 holds\", () => {});"),
            ("tests/browser/a.spec.ts", "// test(\"S1.a.2 holds\", () => {});"),
            ("tests/browser/a.ts", BROWSER.1),
        ] {
            assert_eq!(found(&[RUST, other]), ["tests/CHECKLIST.md: no test that runs names S1.a.2"], "{other:?}");
        }
    }

    #[test]
    fn a_test_id_missing_from_the_checklist_is_reported() {
        let other = ("web/src/lib/a.test.ts", "it(\"S1.a.3 holds\", () => {});");
        assert_eq!(found(&[RUST, BROWSER, other]).len(), 1);
    }

    #[test]
    fn a_test_of_a_component_that_no_page_imports_is_reported() {
        let test = ("web/src/ui/card.test.tsx", "import { Card } from \"./card\";\nit(\"S1.a.1 holds\", () => {});");
        let card = ("web/src/ui/card.tsx", "");
        let page = ("web/src/app/routes/page.tsx", "import { Card } from \"@/ui/card\";");
        let dev = ("web/src/app/routes/dev/page.tsx", page.1);
        let main =
            ("web/src/main.tsx", "lazy(() => import(\"./app/routes/page\"));\nimport(\"./app/routes/dev/page\");");
        assert_eq!(found(&[BROWSER, test, card, page, dev, main]), [""; 0]);
        for files in [vec![BROWSER, test, card, dev, main], vec![BROWSER, test, card, page]] {
            let found = found(&files);
            assert!(found[0].contains("S1.a.1 and tests web/src/ui/card.tsx, which no screen imports"), "{found:?}");
            assert_eq!(found.len(), 1);
        }
    }
}

//! Finds tests that cannot fail, of kinds that Biome does not find: branches on the content of a page, absences
//! expected before the page shows anything, and loops over lists that may be empty.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Files;
use super::script::Script;

const BROWSER: &str = "tests/browser/";

/// Expectations that something is absent. They prove something only once the page shows its content.
const ABSENT: [&str; 4] = [".toBeHidden(", ".toHaveCount(0)", ".not.toBeVisible(", ".not.toBeAttached("];

/// Expectations that contain such words but require presence.
const PRESENT: [&str; 2] = [".not.toHaveCount(0)", ".not.toBeHidden("];

/// Expectations that do not concern the content of a page.
const ELSEWHERE: [&str; 4] = [".toHaveURL(", ".toHaveTitle(", ".not.toHaveURL(", ".not.toHaveTitle("];

/// Calls after which a page starts empty.
const NAVIGATIONS: [&str; 4] = [".goto(", ".reload(", ".goBack(", ".newPage("];

/// Helpers that open a page and wait only for its frame.
const OPENERS: [&str; 3] = ["signIn", "asStudent", "fillSignIn"];

/// Actions that wait for their element.
const ACTIONS: [&str; 12] = [
    ".click(",
    ".dblclick(",
    ".fill(",
    ".check(",
    ".uncheck(",
    ".hover(",
    ".tap(",
    ".focus(",
    ".selectOption(",
    ".setInputFiles(",
    ".pressSequentially(",
    ".waitFor(",
];

/// Returns one sentence for each part of a test that proves nothing.
pub(super) fn problems(files: &Files) -> Vec<String> {
    let is_test = |file: &str| file.ends_with(".spec.ts") || file.ends_with(".test.ts") || file.ends_with(".test.tsx");
    let scripts: BTreeMap<&str, Script<'_>> = files
        .iter()
        .filter(|(file, _)| file.starts_with(BROWSER) || is_test(file))
        .map(|(file, text)| (file.as_str(), Script::new(text)))
        .collect();
    let shared: Helpers<'_> =
        scripts.iter().filter(|(file, _)| !is_test(file)).flat_map(|(_, script)| helpers(script)).collect();
    let mut wrong = Vec::new();
    for (file, script) in scripts.iter().filter(|(file, _)| is_test(file)) {
        let mut all = shared.clone();
        all.extend(helpers(script));
        for test in script.tests(&["test", "it"]) {
            let mut places = conditional(script, &test.body);
            places.extend(loops(script, &test.body));
            if file.starts_with(BROWSER) {
                places.extend(too_early(script, &test.body, &all));
            }
            for (at, why) in places {
                wrong.push(format!("{file}:{} {why} (in “{}”)", script.line(at), test.title));
            }
        }
    }
    wrong
}

type Place = (usize, &'static str);

/// Finds branches on the content of a page: the test passes whatever the page shows.
fn conditional(script: &Script<'_>, body: &Range<usize>) -> Vec<Place> {
    let asks_page = |at: &usize| {
        let open = script.code[*at..body.end].find('(').map(|open| at + open);
        let condition = open.and_then(|open| Some(&script.code[open..script.closing(open)?]));
        condition.is_some_and(|condition| condition.contains("await ") || condition.contains("page.url("))
    };
    let ifs = script.words("if", body.clone()).filter(asks_page);
    ifs.map(|at| (at, "does one thing or another, as the page likes; expect what it shows")).collect()
}

/// Finds loops over elements of a page. They pass for an empty list unless the test expects its length first.
fn loops(script: &Script<'_>, body: &Range<usize>) -> Vec<Place> {
    let mut places = Vec::new();
    for at in script.words("for", body.clone()) {
        let head = script.code[at..body.end].find('(').map(|open| at + open);
        let Some((open, close)) = head.and_then(|open| Some((open, script.closing(open)?))) else { continue };
        let Some(of) = script.words("of", open..close).next() else { continue };
        let over = script.code[of + 2..close].trim();
        let before = &script.code[body.start..at];
        // Name of the variable over which the loop runs, or on which it calls `all`.
        let asked = over.trim_start_matches("(await ").trim_start_matches("await ");
        let name = asked.split(".all(").next().unwrap_or_default();
        let is_awaited = over.contains("await ");
        let found = before.rfind(&format!(" {name} = await ")).map(|at| &before[at + name.len() + 10..]);
        // `Promise.all` has as many elements as the source lists.
        let is_found = found.is_some_and(|made| !made.starts_with("Promise.all("));
        if !name.is_empty() && (is_awaited || is_found) && !is_counted(before, name) {
            places.push((at, "loops over what may be empty; expect how many there are before"));
        }
    }
    places
}

/// Returns true if an earlier expectation concerns this value.
fn is_counted(before: &str, name: &str) -> bool {
    before.match_indices("expect(").any(|(at, _)| {
        let rest = &before[at + "expect(".len()..];
        let Some(subject) = rest.strip_prefix(name) else { return false };
        let statement = rest.split(';').next().unwrap_or_default();
        !subject.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !is_absence(statement)
    })
}

fn is_absence(statement: &str) -> bool {
    let has = |ends: &[&str]| ends.iter().any(|end| statement.contains(end));
    has(&ABSENT) && !has(&PRESENT)
}

/// Helper functions by name.
type Helpers<'a> = BTreeMap<&'a str, (&'a Script<'a>, Range<usize>)>;

/// Returns the functions that a file declares for its tests.
fn helpers<'a>(script: &'a Script<'a>) -> Vec<(&'a str, (&'a Script<'a>, Range<usize>))> {
    let code = script.code.as_str();
    let mut found = Vec::new();
    for (word, sign) in [("function", "{"), ("const", "=>")] {
        for at in script.words(word, 0..code.len()) {
            // Skip functions inside a test, which are read with the test.
            if !(at == 0
                || code[..at].ends_with('\n')
                || code[..at].ends_with("export ")
                || code[..at].ends_with("async "))
            {
                continue;
            }
            let rest = &code[at + word.len()..];
            let start = at + word.len() + (rest.len() - rest.trim_start().len());
            let name = code[start..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            let Some(open) = code[start..].find('(').map(|open| start + open) else { continue };
            let Some(close) = script.closing(open) else { continue };
            // Types between the parentheses and the body may contain parentheses of their own.
            let Some(begin) = code[close..].find(sign).map(|sign| close + sign) else { continue };
            let end =
                code[begin..].find("\n}\n").or_else(|| code[begin..].find(";\n")).map_or(code.len(), |end| begin + end);
            found.push((name, (script, begin..end)));
        }
    }
    found
}

/// Known state of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    /// The page may not show anything yet.
    Begins,
    /// The page shows something that had to appear.
    Shows,
}

/// Finds expected absences on a page that may show nothing yet.
fn too_early(script: &Script<'_>, body: &Range<usize>, helpers: &Helpers<'_>) -> Vec<Place> {
    let mut page = Page::Begins;
    let mut places = Vec::new();
    for (at, event) in events(script, body, helpers, 0) {
        match event {
            Event::Page(now) => page = now,
            Event::Absent if page == Page::Begins => {
                places.push((at, "wants something absent before anything has appeared; expect what is there first"));
            }
            Event::Absent => {}
        }
    }
    places
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Page(Page),
    Absent,
}

/// Returns the events in a part of a script, in order.
fn events(script: &Script<'_>, part: &Range<usize>, helpers: &Helpers<'_>, depth: usize) -> Vec<(usize, Event)> {
    /// Maximum depth of helpers that call helpers.
    const DEEPEST: usize = 4;
    let code = &script.code[part.clone()];
    let mut found = Vec::new();
    let mut note = |at: usize, event: Event| found.push((part.start + at, event));
    for sign in NAVIGATIONS {
        code.match_indices(sign).for_each(|(at, _)| note(at, Event::Page(Page::Begins)));
    }
    for action in ACTIONS {
        code.match_indices(action).for_each(|(at, _)| note(at, Event::Page(Page::Shows)));
    }
    for at in script.words("expect", part.clone()) {
        let statement = script.code[at..part.end].split(';').next().unwrap_or_default();
        let event = if is_absence(statement) {
            Event::Absent
        } else if statement.contains(".to") && !ELSEWHERE.iter().any(|end| statement.contains(end)) {
            Event::Page(Page::Shows)
        } else {
            continue;
        };
        // An event takes effect at the end of its statement.
        found.push((at + statement.len(), event));
    }
    for (at, _) in code.match_indices("await ") {
        let called = &code[at + "await ".len()..];
        let name = called.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if !called[name.len()..].starts_with('(') {
            continue;
        }
        if OPENERS.contains(&name) {
            found.push((part.start + at, Event::Page(Page::Begins)));
        } else if let Some((theirs, body)) = helpers.get(name).filter(|_| depth < DEEPEST) {
            let last = events(theirs, body, helpers, depth + 1).into_iter().rev();
            let page = last.filter(|(_, event)| *event != Event::Absent).map(|(_, event)| event).next();
            found.extend(page.map(|event| (part.start + at, event)));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the problems of a browser test with this body.
    fn found(body: &str) -> Vec<String> {
        let people = "export async function seen(page) {\n  await expect(page.getByText(\"x\")).toBeVisible();\n}\n\
                      export async function opened(page) {\n  await page.goto(\"/\");\n}\n";
        let spec =
            format!("import {{ test }} from \"./test\";\ntest(\"it holds\", async ({{ page }}) => {{\n{body}\n}});\n");
        let files = [("tests/browser/support/users.ts", people.to_owned()), ("tests/browser/a.spec.ts", spec)];
        problems(&files.into_iter().map(|(file, text)| (file.to_owned(), text)).collect())
    }

    #[track_caller]
    fn check(body: &str, named: &str) {
        let found = found(body);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].starts_with("tests/browser/a.spec.ts:") && found[0].contains(named), "{found:?}");
    }

    const SEEN: &str = "await page.goto(\"/\");\nawait expect(page.getByText(\"a (\")).toBeVisible();\n";

    #[test]
    fn a_test_that_branches_on_page_content_is_reported() {
        check("if (await dark.count()) await dark.click();\nexpect(1).toBe(1);", "as the page likes");
        check("if (page.url() === a) {\n  await dark.click();\n}\nexpect(1).toBe(1);", "as the page likes");
        assert_eq!(found("if (!a) throw new Error(\"expect(\");\nexpect(1).toBe(1);"), [""; 0]);
    }

    #[test]
    fn a_test_that_asserts_absence_before_anything_appeared_is_reported() {
        let absent = "await expect(page.getByRole(\"dialog\")).toHaveCount(0);";
        for begin in ["await page.goto(\"/\");", "await signIn(page, who);", "await opened(page);"] {
            check(&format!("{begin}\n{absent}"), "before anything");
            check(&format!("{SEEN}{begin}\nawait expect(page).toHaveURL(\"/\");\n{absent}"), "before anything");
            assert_eq!(found(&format!("{begin}\nawait seen(page);\n{absent}")), [""; 0]);
        }
        check(&format!("{SEEN}await page.reload();\nawait expect(a).toBeHidden();"), "before anything");
        for shows in ["await page.getByText(\"b\").click();", "await expect(a).toHaveCount(4);"] {
            assert_eq!(found(&format!("await page.goto(\"/\");\n{shows}\n{absent}")), [""; 0]);
        }
    }

    #[test]
    fn a_test_that_loops_over_a_possibly_empty_list_is_reported() {
        let inside = "{ await expect(one).toBeVisible(); }";
        check(&format!("{SEEN}for (const one of await cards.all()) {inside}"), "may be empty");
        check(&format!("{SEEN}const list = await f();\nfor (const one of list) {inside}"), "may be empty");
        check(
            &format!("{SEEN}await expect(cards).toHaveCount(0);\nfor (const one of await cards.all()) {inside}"),
            "may be",
        );
        for begin in
            ["await expect(cards).toHaveCount(4);\nfor (const one of await cards.all())", "for (const one of [a, b])"]
        {
            assert_eq!(found(&format!("{SEEN}{begin} {inside}")), [""; 0]);
        }
    }
}

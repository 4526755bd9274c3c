//! Tests name the behaviours they prove by id; this keeps those ids honest.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Source files of the project, generated and installed ones left out.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules", "dist", "generated", ".git", ".local"].contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if [".rs", ".ts", ".tsx"].iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
}

/// Ids such as `S2.browse.3`, written so or as `s2_browse_3` in a function's name.
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

#[test]
fn every_id_that_a_test_names_is_in_the_checklist() {
    let checklist = fs::read_to_string(root().join("tests/CHECKLIST.md")).unwrap();
    let listed: BTreeSet<String> = checklist.lines().filter(|line| line.starts_with("- S")).flat_map(ids_in).collect();
    assert!(listed.len() > 50, "the checklist could not be read: {} ids", listed.len());
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let mut unknown = BTreeSet::new();
    let mut named = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines() {
            let trimmed = line.trim_start();
            let declares = ["fn ", "async fn ", "pub fn ", "test(", "it(", "describe("]
                .iter()
                .any(|start| trimmed.starts_with(start));
            for id in if declares { ids_in(trimmed) } else { Vec::new() } {
                named += 1;
                if !listed.contains(&id) {
                    unknown.insert(format!("{id} in {}", file.strip_prefix(root()).unwrap().display()));
                }
            }
        }
    }
    assert!(named > 50, "tests were not found: {named}");
    assert!(unknown.is_empty(), "not in tests/CHECKLIST.md: {unknown:#?}");
}

#[test]
fn checklist_ids_are_parsed_in_both_spellings() {
    assert_eq!(ids_in("async fn s2_browse_3_s4_dd_1_lists()"), ["S2.browse.3", "S4.dd.1"]);
    assert_eq!(ids_in(r#"test("S1.j.10 the bar", …)"#), ["S1.j.10"]);
    assert!(ids_in("let s3 = 4;").is_empty());
}

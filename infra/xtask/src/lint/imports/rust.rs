//! Imports of a Rust file: files of its own crate and external crates.
//!
//! This parser reads only tokens: enough to follow `use` and paths, and fast. A `mod x;` in a parent is not an import,
//! and code for tests is skipped.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens};

/// Result of reading one file.
#[derive(Debug, Default)]
pub(super) struct FileImports {
    /// Every path in the file, with the inline modules around it.
    paths: Vec<(Vec<String>, Vec<String>)>,
    /// Words that do not name a crate: names from `use`, and modules within the file.
    bound: BTreeSet<String>,
    /// Modules in separate files that are compiled only for tests.
    pub(super) tests: Vec<String>,
}

pub(super) fn read(text: &str) -> FileImports {
    let tokens = tokens(text);
    let mut reader = Reader { tokens: &tokens, at: 0, depth: 0, inside: Vec::new(), reading: FileImports::default() };
    reader.run();
    reader.reading
}

/// Files of one crate by module path.
#[derive(Debug, Default)]
pub(super) struct Modules<'a>(BTreeMap<Vec<&'a str>, &'a str>);

impl<'a> Modules<'a> {
    /// Creates the map from the `files` of a crate whose sources are below `root`.
    pub(super) fn new(root: &str, files: impl Iterator<Item = &'a str>) -> Self {
        Self(files.filter_map(|file| Some((module_of(file.strip_prefix(root)?.strip_prefix('/')?), file))).collect())
    }

    /// Returns the files of the crate that a file imports, except itself and the root of the crate: names in the root
    /// belong to all modules or to another file.
    pub(super) fn imported_files(&self, here: &[&str], file: &str, reading: &FileImports) -> BTreeSet<&'a str> {
        let targets = reading.paths.iter().filter_map(|(inside, path)| {
            let (first, rest) = path.split_first()?;
            let mut full: Vec<&str> = here.iter().copied().chain(inside.iter().map(String::as_str)).collect();
            let mut rest: Vec<&str> = rest.iter().map(String::as_str).collect();
            match first.as_str() {
                "crate" => full.clear(),
                "self" => {}
                "super" => {
                    full.pop();
                    while rest.first() == Some(&"super") {
                        full.pop();
                        rest.remove(0);
                    }
                }
                _ => return None,
            }
            full.extend(rest);
            (1..=full.len()).rev().find_map(|length| self.0.get(&full[..length]).copied())
        });
        targets.filter(|target| *target != file).collect()
    }

    /// Returns the file of a submodule.
    pub(super) fn file_of(&self, here: &[&str], name: &str) -> Option<&'a str> {
        self.0.get(&[here, &[name]].concat()).copied()
    }
}

/// Returns the module path of a file from its path below `src`: `a/b.rs` and `a/b/mod.rs` are both `a::b`.
pub(super) fn module_of(path: &str) -> Vec<&str> {
    let mut module: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if matches!(module.last(), Some(&("mod" | "lib" | "main"))) {
        module.pop();
    }
    module
}

impl FileImports {
    /// Returns the first words of the paths that do not begin with `crate`, `self`, `super` or a name in scope: other
    /// crates, types and submodules.
    pub(super) fn outside_names(&self) -> BTreeSet<&str> {
        let words = self.paths.iter().filter_map(|(_, path)| path.first());
        let is_outside =
            |word: &&String| !["crate", "self", "super"].contains(&word.as_str()) && !self.bound.contains(*word);
        words.filter(is_outside).map(String::as_str).collect()
    }
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    depth: usize,
    /// Inline modules, each with its brace depth.
    inside: Vec<(usize, &'a str)>,
    reading: FileImports,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn run(&mut self) {
        while let Some(token) = self.peek(0) {
            match token {
                Token::Punctuation('#') if self.is_for_tests() => self.skip_item(),
                Token::Punctuation('{') => {
                    self.depth += 1;
                    self.at += 1;
                }
                Token::Punctuation('}') => {
                    self.depth = self.depth.saturating_sub(1);
                    self.inside.pop_if(|(depth, _)| *depth == self.depth);
                    self.at += 1;
                }
                Token::Word("mod") => {
                    if let (Some(Token::Word(name)), Some(Token::Punctuation('{'))) = (self.peek(1), self.peek(2)) {
                        self.inside.push((self.depth, name));
                        self.reading.bound.insert(name.to_owned());
                    }
                    self.at += 2;
                }
                // `pub(in path)` is a visibility, not an import.
                Token::Word("in") if self.at > 1 && self.tokens[self.at - 2] == Token::Word("pub") => {
                    self.at += 1;
                    self.path();
                }
                // Excludes `impl Trait + use<'a>`.
                Token::Word("use") if self.peek(1) != Some(Token::Punctuation('<')) => {
                    self.at += 1;
                    self.tree(&[]);
                }
                Token::Word(_) => {
                    let path = self.path();
                    if path.len() > 1 {
                        self.add(path);
                    }
                }
                Token::PathSeparator | Token::Punctuation(_) => self.at += 1,
            }
        }
    }

    /// Returns true at `#[cfg(test)]` and `#[cfg(all(test, …))]`.
    fn is_for_tests(&self) -> bool {
        let begins = |words: &[Token<'_>]| self.tokens[self.at..].starts_with(words);
        let [open, group] = [Token::Punctuation('['), Token::Punctuation('(')];
        let (cfg, all, test) = (Token::Word("cfg"), Token::Word("all"), Token::Word("test"));
        begins(&[Token::Punctuation('#'), open, cfg, group, test, Token::Punctuation(')')])
            || begins(&[Token::Punctuation('#'), open, cfg, group, all, group, test])
    }

    /// Skips an item and its attributes.
    fn skip_item(&mut self) {
        while self.peek(0) == Some(Token::Punctuation('#')) {
            self.at += 1;
            self.skip_group();
        }
        while let Some(token) = self.peek(0) {
            match token {
                Token::Word("mod") => {
                    if let (Some(Token::Word(name)), Some(Token::Punctuation(';'))) = (self.peek(1), self.peek(2)) {
                        self.reading.tests.push(name.to_owned());
                    }
                    self.at += 1;
                }
                Token::Punctuation(';') => {
                    self.at += 1;
                    return;
                }
                Token::Punctuation('{') => return self.skip_group(),
                Token::Punctuation('(' | '[') => self.skip_group(),
                _ => self.at += 1,
            }
        }
    }

    /// Skips brackets with their content.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token {
                Token::Punctuation('(' | '[' | '{') => depth += 1,
                Token::Punctuation(')' | ']' | '}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads words joined by `::`.
    fn path(&mut self) -> Vec<&'a str> {
        let mut path = Vec::new();
        while let Some(Token::Word(word)) = self.peek(0) {
            path.push(word);
            self.at += 1;
            match (self.peek(0), self.peek(1)) {
                (Some(Token::PathSeparator), Some(Token::Word(_))) => self.at += 1,
                _ => break,
            }
        }
        path
    }

    /// Reads the tree after `use`, or one member of a group.
    fn tree(&mut self, before: &[&'a str]) {
        if self.peek(0) == Some(Token::PathSeparator) {
            self.at += 1;
        }
        let path = [before, &self.path()].concat();
        match (self.peek(0), self.peek(1)) {
            (Some(Token::PathSeparator), Some(Token::Punctuation('{'))) => {
                self.at += 2;
                self.group(&path);
            }
            (Some(Token::Punctuation('{')), _) => {
                self.at += 1;
                self.group(&path);
            }
            (Some(Token::PathSeparator), Some(Token::Punctuation('*'))) => {
                self.at += 2;
                self.add(path);
            }
            (Some(Token::Word("as")), Some(alias)) => {
                self.at += 2;
                if let Token::Word(alias) = alias {
                    self.bind(&path, alias);
                }
                self.add(path);
            }
            _ => {
                if let Some(last) = path.last() {
                    self.bind(&path, last);
                }
                self.add(path);
            }
        }
    }

    /// Reads the members of a group and its closing brace.
    fn group(&mut self, before: &[&'a str]) {
        while let Some(token) = self.peek(0) {
            match token {
                Token::Punctuation('}') => {
                    self.at += 1;
                    return;
                }
                Token::Punctuation('*') => {
                    self.at += 1;
                    self.add(before.to_vec());
                }
                Token::Word(_) | Token::PathSeparator => self.tree(before),
                Token::Punctuation(_) => self.at += 1,
            }
        }
    }

    /// Records a name that `use` brings into scope.
    fn bind(&mut self, path: &[&str], word: &str) {
        if path.len() > 1 && word != "self" {
            self.reading.bound.insert(word.to_owned());
        } else if let [.., module, "self"] = path
            && path.len() > 2
        {
            self.reading.bound.insert((*module).to_owned());
        }
    }

    fn add(&mut self, mut path: Vec<&str>) {
        // `a::{self}` means `a`.
        path.pop_if(|last| *last == "self");
        let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let inside = self.inside.iter().map(|(_, name)| *name).collect();
        self.reading.paths.push((owned(inside), owned(path)));
    }
}

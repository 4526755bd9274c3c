//! Questions and answers from the FAQs of Debian, Python and Perl, between passages of the manuals of Python and Perl.
//! The texts are used as they are installed, except that the question is removed from its answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};
use chores::run;

use wasm_core::full_text::passages;

use crate::full_text::{unpacked, walk};

const PERL: &str = "usr/share/perl";
const PYTHON: &str = "usr/share/doc/python3.11/html/_sources";
const DEBIAN_FAQ: &str = "usr/share/doc/debian/FAQ/debian-faq.en.txt.gz";
/// Parts of Python's manual that students read; the others are references of changes and of C.
const PYTHON_PARTS: [&str; 4] = ["tutorial", "howto", "library", "reference"];
/// Smallest number of words of an answer. Shorter ones only refer to another.
const ANSWER_MIN_WORDS: usize = 15;
const QUESTIONS_MIN: usize = 400;
/// Number of passages besides those of answers: every n-th of the manuals is used.
const OTHER_PASSAGES: usize = 2_000;

/// A question, and the passages of its answer.
pub(super) struct Question {
    pub(super) text: String,
    pub(super) answer: std::ops::Range<usize>,
}

pub(super) struct Corpus {
    pub(super) questions: Vec<Question>,
    pub(super) passages: Vec<String>,
    /// Number of questions of each FAQ.
    counts: Vec<(&'static str, usize)>,
}

impl Corpus {
    /// Downloads the packages into `folder`, unless they are there, and reads them.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let perl = unpacked(folder, "perl-doc")?.join(PERL);
        let python = unpacked(folder, "python3.11-doc")?.join(PYTHON);
        let debian = unpacked(folder, "debian-faq")?.join(DEBIAN_FAQ);
        let mut corpus = Self { questions: Vec::new(), passages: Vec::new(), counts: Vec::new() };
        let pods = files(&perl, "pod")?;
        let (faqs, pods): (Vec<_>, Vec<_>) = pods.into_iter().partition(|path| name(path).starts_with("perlfaq"));
        for path in faqs.iter().filter(|path| name(path) != "perlfaq.pod") {
            corpus.add("Perl", of_pod(&fs::read_to_string(path)?));
        }
        for path in files(&python.join("faq"), "txt")? {
            corpus.add("Python", of_rst(&fs::read_to_string(path)?));
        }
        corpus.add("Debian", of_numbered(&run::read_output(Command::new("gzip").arg("-dc").arg(debian))?));
        if corpus.questions.len() < QUESTIONS_MIN {
            bail!("The FAQs have only {} questions; {QUESTIONS_MIN} are wanted.", corpus.questions.len());
        }
        let mut others = Vec::new();
        // `perltoc` repeats the headings of all other files.
        for path in pods.iter().filter(|path| name(path) != "perltoc.pod") {
            others.extend(passages_of(&String::from_utf8_lossy(&fs::read(path)?)));
        }
        for part in PYTHON_PARTS {
            for path in files(&python.join(part), "txt")? {
                others.extend(passages_of(&fs::read_to_string(path)?));
            }
        }
        let step = (others.len() / OTHER_PASSAGES).max(1);
        corpus.passages.extend(others.into_iter().step_by(step).take(OTHER_PASSAGES));
        Ok(corpus)
    }

    /// Describes the questions in one line.
    pub(super) fn summary(&self) -> String {
        let counts: Vec<_> = self.counts.iter().map(|(name, count)| format!("{count} of {name}")).collect();
        format!("{} questions ({})", self.questions.len(), counts.join(", "))
    }

    fn add(&mut self, faq: &'static str, pairs: Vec<(String, String)>) {
        let before = self.questions.len();
        for (text, answer) in pairs {
            if answer.split_whitespace().count() < ANSWER_MIN_WORDS {
                continue;
            }
            let start = self.passages.len();
            self.passages.extend(passages_of(&answer));
            self.questions.push(Question { text, answer: start..self.passages.len() });
        }
        let added = self.questions.len() - before;
        match self.counts.iter_mut().find(|(name, _)| *name == faq) {
            Some((_, count)) => *count += added,
            None => self.counts.push((faq, added)),
        }
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    walk(folder, extension, &mut found)?;
    found.sort();
    Ok(found)
}

fn passages_of(text: &str) -> impl Iterator<Item = String> {
    passages(text).into_iter().map(|range| text[range].to_owned())
}

/// Returns the pairs of a file of Perl's FAQ: each heading of the second level and the text below it.
fn of_pod(text: &str) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut is_answer = false;
    for line in text.lines() {
        if let Some(question) = line.strip_prefix("=head2 ") {
            pairs.push((question.to_owned(), String::new()));
            is_answer = true;
        } else if line.starts_with("=head1") {
            is_answer = false;
        } else if is_answer && !line.starts_with("X<") {
            add_line(&mut pairs, line);
        }
    }
    pairs
}

/// Returns the pairs of a file of Python's FAQ: each heading that ends with a question mark and the text below it.
fn of_rst(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_underline =
        |line: &str| line.len() > 3 && (line.bytes().all(|byte| byte == b'-') || line.bytes().all(|byte| byte == b'='));
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut is_answer = false;
    for (number, line) in lines.iter().enumerate() {
        if lines.get(number + 1).is_some_and(|next| is_underline(next)) && !line.is_empty() {
            is_answer = line.ends_with('?');
            if is_answer {
                pairs.push(((*line).to_owned(), String::new()));
            }
        } else if is_answer && !is_underline(line) {
            add_line(&mut pairs, line);
        }
    }
    pairs
}

/// Returns the pairs of Debian's FAQ: each numbered heading that ends with a question mark and the indented text below
/// it. The headings in its table of contents have no such text.
fn of_numbered(text: &str) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut heading = String::new();
    for line in text.lines() {
        let is_start = line.starts_with(|first: char| first.is_ascii_digit());
        if is_start || !(heading.is_empty() || line.is_empty() || line.starts_with(' ')) {
            if is_start {
                heading.clear();
            }
            // A long heading goes on in the next line.
            heading = format!("{heading} {line}").trim().to_owned();
        } else if !heading.is_empty() && line.starts_with("    ") {
            let question =
                heading.trim_start_matches(|first: char| first.is_ascii_digit() || first == '.' || first == ' ');
            pairs.push((question.to_owned(), String::new()));
            heading.clear();
            add_line(&mut pairs, line);
        } else if heading.is_empty() && line.starts_with(' ') {
            add_line(&mut pairs, line);
        }
    }
    pairs.retain(|(question, _)| question.ends_with('?'));
    pairs
}

fn add_line(pairs: &mut [(String, String)], line: &str) {
    if let Some((_, answer)) = pairs.last_mut() {
        answer.push_str(line);
        answer.push('\n');
    }
}

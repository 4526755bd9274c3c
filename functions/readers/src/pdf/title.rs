//! Finds the largest text on a page, which is usually its title.

use super::metadata::clean;
use super::text::normalize::normalize_text;

/// Font sizes that differ by less than this share count as equal.
const SAME_SIZE: f64 = 0.04;

/// Maximum length of a title, in characters.
const MAX_CHARS: usize = 160;

/// Collects the first text in the largest font size.
#[derive(Debug, Default)]
pub(super) struct TitleHeuristic {
    em: f64,
    text: String,
    /// True after text in a smaller font has followed the largest text. Later text of the largest size is then ignored.
    over: bool,
}

impl TitleHeuristic {
    /// Adds the next text of the page and its font size.
    pub(super) fn push(&mut self, text: &str, em: f64) {
        if text.trim().is_empty() {
            if !self.over {
                self.text.push_str(text);
            }
        } else if em > self.em * (1.0 + SAME_SIZE) {
            *self = Self { em, text: text.to_owned(), over: false };
        } else if em < self.em * (1.0 - SAME_SIZE) {
            // A single letter is an initial or part of a drawing, so replace it.
            self.over = self.text.trim().chars().count() > 1;
            if !self.over {
                *self = Self { em, text: text.to_owned(), over: false };
            }
        } else if !self.over && self.text.len() < 4 * MAX_CHARS {
            self.text.push_str(text);
        }
    }

    /// Returns the collected text if it looks like a title. Joins words that are divided at line ends.
    pub(super) fn finish(self) -> Option<String> {
        suitable_title(&normalize_text(&self.text))
    }
}

/// Returns the text as one line if it looks like a title.
pub(super) fn suitable_title(text: &str) -> Option<String> {
    let text = clean(text)?;
    let count = text.chars().count();
    let letters = text.chars().filter(|one| one.is_alphabetic()).count();
    ((4..=MAX_CHARS).contains(&count) && letters * 2 > count).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: &[(&str, f64)]) -> Option<String> {
        let mut headline = TitleHeuristic::default();
        for (text, em) in parts {
            headline.push(text, *em);
        }
        headline.finish()
    }

    #[test]
    fn largest_text_on_the_page_becomes_the_title() {
        let page =
            [("CS 246", 10.0), ("\n", 24.0), ("Design", 24.0), ("\n", 24.0), ("Patterns", 24.1), ("by Amara", 12.0)];
        assert_eq!(of(&page).as_deref(), Some("Design Patterns"));
        let divided = [("Electro\u{ad}", 24.0), ("\n", 0.0), ("magnetic \u{fb01}elds", 24.0)];
        assert_eq!(of(&divided).as_deref(), Some("Electromagnetic fields"));
    }

    #[test]
    fn single_letters_numbers_and_full_page_text_are_not_titles() {
        assert_eq!(of(&[("A", 60.0), ("n introduction to it", 12.0)]).as_deref(), Some("n introduction to it"));
        assert_eq!(of(&[("2026-11-21", 20.0), ("text", 10.0)]), None);
        assert_eq!(of(&[(&"all the same size ".repeat(30), 10.0)]), None);
        assert_eq!(of(&[]), None);
    }
}

//! Selection of the course that Enter in the search box opens.

use crate::catalogue::Catalogue;
use crate::course::CourseCode;
use crate::text::fold;

impl Catalogue {
    /// Returns the course that Enter opens: the one with exactly this code in any spelling, otherwise the best whose
    /// title contains the text. A title that equals the text is best, then one that starts with it. Ties go to the most
    /// popular course.
    #[must_use]
    pub fn enter_match(&self, text: &str) -> Option<CourseCode> {
        let mut wanted = String::new();
        plain(text, &mut wanted);
        let first = wanted.bytes().next()?;
        let index = self.index();
        if let Some(course) = CourseCode::parse(text).ok().and_then(|code| index.course(code)) {
            return index.code(course);
        }
        let mut title = String::new();
        let closeness = |course: u32| {
            plain(index.title(course), &mut title);
            // `str::find` prepares long needles, which would add a fiftieth to the size of the core.
            let place = (0..title.len()).find(|place| {
                let rest = &title.as_bytes()[*place..];
                rest[0] == first && rest.starts_with(wanted.as_bytes())
            })?;
            Some(((title.len() != wanted.len(), place != 0), course))
        };
        // Returns the first minimum; courses come most popular first.
        let (_, course) = (0..index.len()).filter_map(closeness).min_by_key(|(closeness, _)| *closeness)?;
        index.code(course)
    }
}

/// Writes the folded text with single spaces into `plain`, which is reused so that 100,000 titles need one allocation.
fn plain(text: &str, plain: &mut String) {
    plain.clear();
    let folded;
    let text = if text.is_ascii() {
        text
    } else {
        folded = fold(text);
        &folded
    };
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain.make_ascii_lowercase();
}

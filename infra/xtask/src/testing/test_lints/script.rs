//! Finds TypeScript tests without a parser: blanks out comments and string literals, and counts brackets.

use std::ops::Range;

/// One test or group of tests.
pub(super) struct Test<'a> {
    pub(super) title: &'a str,
    /// Byte range between its parentheses.
    pub(super) body: Range<usize>,
}

/// A file with its tests.
pub(super) struct Script<'a> {
    text: &'a str,
    /// The text, byte for byte, with spaces in place of comments, string literals and regular expressions.
    pub(super) code: String,
}

impl<'a> Script<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Script { text, code: blanked(text) }
    }

    /// Returns the tests that run: calls of these functions, or tables of such calls.
    pub(super) fn tests(&self, words: &[&str]) -> Vec<Test<'a>> {
        let mut found: Vec<Test<'a>> = words.iter().flat_map(|word| self.called(word)).collect();
        found.sort_by_key(|test| test.body.start);
        found
    }

    fn called(&self, word: &str) -> impl Iterator<Item = Test<'a>> {
        self.words(word, 0..self.code.len()).filter_map(|at| {
            let mut open = at + word.len();
            if self.code[open..].starts_with(".each(") {
                open = self.closing(open + ".each".len())? + 1;
            }
            if !self.code[open..].starts_with('(') {
                return None;
            }
            let close = self.closing(open)?;
            let title = self.text[open + 1..close].trim_start();
            let quote = title.chars().next().filter(|first| "\"'`".contains(*first))?;
            let title = title[1..].split(quote).next()?;
            Some(Test { title, body: open + 1..close })
        })
    }

    /// Returns the positions of a word in a part of the code.
    pub(super) fn words(&self, word: &str, part: Range<usize>) -> impl Iterator<Item = usize> {
        let code = &self.code;
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_$".contains(c));
        let first = part.start;
        code[part]
            .match_indices(word)
            .map(move |(at, _)| at + first)
            .filter(move |at| {
                let before = code[..*at].chars().next_back();
                !is_part(before) && before != Some('.') && !is_part(code[at + word.len()..].chars().next())
            })
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Returns the position of the matching closing bracket.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, byte) in self.code.bytes().enumerate().skip(open) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the line number of a position, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }
}

/// Replaces the content of comments, string literals and regular expressions by spaces.
fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut blank = |range: Range<usize>| {
        for byte in &mut code[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut at = 0;
    // Open brackets. Those of a template's `${` are marked, because the template continues after them.
    let mut open: Vec<bool> = Vec::new();
    let mut before = b'(';
    while at < bytes.len() {
        let rest = &text[at..];
        let end = match bytes[at] {
            b'/' if rest.starts_with("//") => at + rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => at + rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'/' if b"(,=:[!&|?{};>".contains(&before) && !rest.starts_with("/>") => pattern_end(bytes, at),
            b'"' | b'\'' => quoted_end(bytes, at),
            b'`' => template_end(bytes, at + 1, &mut open),
            b'}' if open.last() == Some(&true) => {
                open.pop();
                template_end(bytes, at + 1, &mut open)
            }
            byte => {
                match byte {
                    b'{' => open.push(false),
                    b'}' => _ = open.pop(),
                    _ => {}
                }
                if !byte.is_ascii_whitespace() {
                    before = byte;
                }
                at += 1;
                while !text.is_char_boundary(at) {
                    at += 1;
                }
                continue;
            }
        };
        if !rest.starts_with("//") && !rest.starts_with("/*") {
            before = b'"';
        }
        blank(at..end);
        at = end;
    }
    String::from_utf8(code).unwrap_or_default()
}

/// Returns the end of the string literal at `start`. If the line ends first, as in JSX text, returns the position after
/// the quote.
fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        match bytes[at] {
            b'\n' => return start + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    (at + 1).min(bytes.len())
}

/// Returns the end of the regular expression at `start`. If the line ends first, returns the position after the slash.
fn pattern_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    let mut in_class = false;
    while at < bytes.len() && (bytes[at] != b'/' || in_class) {
        match bytes[at] {
            b'\n' => return start + 1,
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            _ => {}
        }
        at += 1;
    }
    (at + 1).min(bytes.len())
}

/// Returns the end of the template part at `start`: after its closing quote or after the next `${`.
fn template_end(bytes: &[u8], start: usize, open: &mut Vec<bool>) -> usize {
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => return at + 1,
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                open.push(true);
                return at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanking_out_strings_and_comments_keeps_the_byte_offsets() {
        let text = "a(\"(\", '{', `x${b(`(${c}`)}(`, /[/(]\\/(/); // (\n/* { */ d = e / f;é(\"é\")";
        let code = blanked(text);
        assert_eq!(code.len(), text.len());
        assert_eq!(code.split_whitespace().collect::<String>(), "a(,,b(c),);d=e/f;é()");
        let page = "<A b={c} />;\n<p>Don't (</p>;\nf(\"(\");\n<A b={c} />";
        assert_eq!(blanked(page).split_whitespace().collect::<String>(), "<Ab={c}/>;<p>Dont(</p>;f();<Ab={c}/>");
    }

    #[test]
    fn tests_are_parsed_with_their_titles_and_bodies() {
        let text = "import x;\ntest(\"one (\", () => { f(); });\nit.each([1, 2])('two', g);\n\
                    it.skip(\"not\", h);\nmy.it(\"not\");\ntest.describe(\"not\", () => it(`three ${x}`, () => k()));";
        let script = Script::new(text);
        let found = script.tests(&["test", "it"]);
        let seen: Vec<_> = found.iter().map(|test| (test.title, script.line(test.body.start))).collect();
        assert_eq!(seen, [("one (", 2), ("two", 3), ("three ${x}", 6)]);
        assert!(text[found[0].body.clone()].ends_with("f(); }"));
    }
}

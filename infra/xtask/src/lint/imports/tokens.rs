//! Tokenizer for Rust: words and punctuation.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    PathSeparator,
    Punctuation(char),
}

/// Returns words and punctuation, without comments and string literals.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => string(rest),
            '\'' => character(rest),
            ':' if rest.starts_with("::") => {
                tokens.push(Token::PathSeparator);
                2
            }
            first if first.is_alphanumeric() || first == '_' => {
                let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let word = &rest[..length];
                let raw = if matches!(word, "r" | "br" | "cr") { raw_string(&rest[length..]) } else { 0 };
                if raw == 0 {
                    tokens.push(Token::Word(word));
                }
                length + raw
            }
            first => {
                if !first.is_whitespace() {
                    tokens.push(Token::Punctuation(first));
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of a block comment, which may contain nested ones.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match text.as_bytes().get(at..at + 2) {
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the length of a string literal with its quotes.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a character literal with its quotes, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            text[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 3)
        }
        Some(_) => chars.next().filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// Returns the length of a raw string literal after its `r`, or 0 if the text does not continue with one.
fn raw_string(text: &str) -> usize {
    let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
    let Some(inner) = text[hashes..].strip_prefix('"') else { return 0 };
    let end = format!("\"{}", "#".repeat(hashes));
    inner.find(&end).map_or(text.len(), |at| hashes + 1 + at + end.len())
}

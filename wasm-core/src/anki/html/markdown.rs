//! The signs of Markdown.

/// What stands around a part of a text.
#[derive(Debug, Clone)]
pub(super) enum Mark {
    /// Before and behind it.
    Pair(String, String),
    /// A formula that lowers or raises it.
    Formula(&'static str),
}

impl Mark {
    pub(super) fn sign(sign: &str) -> Self {
        Self::Pair(sign.to_owned(), sign.to_owned())
    }

    pub(super) fn open(&self) -> String {
        match self {
            Self::Pair(open, _) => open.clone(),
            Self::Formula(sign) => format!("${sign}{{\\text{{"),
        }
    }

    pub(super) fn close(&self) -> &str {
        match self {
            Self::Pair(_, close) => close,
            Self::Formula(_) => "}}$",
        }
    }
}

/// Writes a word so that Markdown shows it as it is.
pub(super) fn escape(out: &mut String, word: &str, begins_line: bool) {
    if begins_line {
        let digits = word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let is_number = digits > 0 && matches!(word.get(digits..), Some("." | ")"));
        if is_number {
            out.push_str(word.get(..digits).unwrap_or_default());
            out.push('\\');
            out.push_str(word.get(digits..).unwrap_or_default());
            return;
        }
        if word.starts_with(['#', '>', '+', '-', '=']) {
            out.push('\\');
        }
    }
    for sign in word.chars() {
        if matches!(sign, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '$' | '~' | '|') {
            out.push('\\');
        }
        out.push(sign);
    }
}

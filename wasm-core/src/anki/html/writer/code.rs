//! Inline code and code blocks.

use super::super::tex::FormulaContext;
use super::{Put, Writer};

impl Writer<'_> {
    /// Begins code. Within `<pre>`, its class names the language.
    pub(in super::super) fn code(&mut self, class: Option<&str>) {
        self.finish_raised();
        let Some(code) = &mut self.code else {
            self.code = Some(String::new());
            return;
        };
        if self.is_pre && code.trim().is_empty() {
            code.clear();
            self.language = Some(language(class.unwrap_or_default()).to_owned());
        }
    }

    pub(in super::super) fn end_code(&mut self) {
        if self.is_pre {
            return;
        }
        let Some(code) = self.code.take() else { return };
        let code = code.replace('\u{A0}', " ");
        let lines: Vec<&str> = code.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut code = lines.join(" ");
        if self.place() == FormulaContext::Cell {
            code = code.replace('|', "\\|");
        }
        if !code.is_empty() {
            let fence = "`".repeat(longest_run(&code) + 1);
            let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
            self.put(&format!("{fence}{space}{code}{space}{fence}"), Put::Inline);
        }
    }

    pub(in super::super) fn pre(&mut self) {
        self.begin_block();
        if self.code.is_none() {
            self.code = Some(String::new());
            self.is_pre = true;
        }
    }

    pub(in super::super) fn end_pre(&mut self) {
        if !std::mem::take(&mut self.is_pre) {
            return;
        }
        self.flat_quotes = 0;
        let language = self.language.take();
        let code = self.code.take().unwrap_or_default();
        // Anki shows blank lines at the start and end of `<code>`. Without `<code>`, browsers differ, so remove them.
        let code = match &language {
            Some(_) => code.strip_suffix('\n').unwrap_or(&code),
            None => code.trim_matches('\n'),
        };
        if code.trim().is_empty() {
            return;
        }
        if self.tables > 0 {
            self.code = Some(code.to_owned());
            self.end_code();
            return;
        }
        let fence = "`".repeat(longest_run(code).max(2) + 1);
        let prefix = self.prefix();
        let mut block = format!("{fence}{}", language.unwrap_or_default());
        for line in code.split('\n').chain([fence.as_str()]) {
            block.push('\n');
            block.push_str(if line.is_empty() { prefix.trim_end() } else { &prefix });
            block.push_str(line);
        }
        self.block_gap();
        self.put(&block, Put::Block);
        self.block_gap();
    }
}

/// Returns the language that a class names, or an empty string.
fn language(class: &str) -> &str {
    let is_name = |name: &&str| name.chars().all(|sign| sign.is_alphanumeric() || "+-#._".contains(sign));
    class.split_whitespace().find_map(|name| name.strip_prefix("language-")).filter(is_name).unwrap_or_default()
}

fn longest_run(code: &str) -> usize {
    code.split(|sign| sign != '`').map(str::len).max().unwrap_or(0)
}

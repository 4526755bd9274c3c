//! Names of files that Windows, macOS and Linux accept and that people can read.

use std::collections::HashSet;

use wasm_core::text::fold;

/// Longest name without its extension, in bytes. Systems allow 255, and some programs a path of 260 characters.
const NAME_MAX_BYTES: usize = 100;

/// Names that Windows reserves, also with an extension.
const RESERVED: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Names that are in use, without extensions, as systems compare them that ignore case and accents.
#[derive(Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// Returns a path without an extension for a title. No other title in the folder gets the same one. Cost: linear in
    /// the number of equal titles.
    pub(crate) fn path(&mut self, folder: &str, title: &str) -> String {
        let name = safe_name(title);
        for number in 1_u32.. {
            let path = if number == 1 { format!("{folder}/{name}") } else { format!("{folder}/{name} ({number})") };
            if self.0.insert(fold(&path)) {
                return path;
            }
        }
        format!("{folder}/{name}")
    }
}

/// Returns a title as the name of a file without its extension. It is never empty.
pub(crate) fn safe_name(title: &str) -> String {
    let is_separator = |one: char| one.is_control() || r#"<>:"/\|?*"#.contains(one) || is_invisible(one);
    let spaced: String = title.chars().map(|one| if is_separator(one) { ' ' } else { one }).collect();
    let joined = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut end = joined.len().min(NAME_MAX_BYTES);
    while !joined.is_char_boundary(end) {
        end -= 1;
    }
    // Names that begin with a dot are hidden, and Windows removes dots and spaces at the end.
    let name = joined[..end].trim_matches(['.', ' ']);
    let first = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let is_port = |prefix: &str| {
        let rest = first.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.chars().count() == 1 && rest.contains(|one: char| one.is_numeric()))
    };
    if name.is_empty() {
        "Untitled".to_owned()
    } else if RESERVED.contains(&first.as_str()) || is_port("COM") || is_port("LPT") {
        format!("_{name}")
    } else {
        name.to_owned()
    }
}

/// Returns true for characters that change the direction of text or are not shown.
fn is_invisible(one: char) -> bool {
    matches!(one, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// Returns the extension of a file name in lower case; `other` if it has none that is safe.
pub(crate) fn extension<'a>(file_name: &str, other: &'a str) -> std::borrow::Cow<'a, str> {
    let extension = file_name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let is_safe = |text: &String| (1..=8).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_alphanumeric());
    extension.filter(is_safe).map_or(other.into(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_6_titles_become_names_that_every_system_accepts() {
        let long = format!("{}.", "é".repeat(80));
        for (title, name) in [
            ("Week 3: Observers", "Week 3 Observers"),
            ("../../etc/passwd", "etc passwd"),
            ("a\\b|c?d*e\"f<g>", "a b c d e f g"),
            (" ..hidden. ", "hidden"),
            ("con", "_con"),
            ("COM1.txt", "_COM1.txt"),
            ("LPT²", "_LPT²"),
            ("NUL .pdf", "_NUL .pdf"),
            ("COM10", "COM10"),
            // Course codes.
            ("LPT9", "_LPT9"),
            ("COM1A", "COM1A"),
            ("a\u{202E}fdp.exe\0", "a fdp.exe"),
            ("...", "Untitled"),
            ("", "Untitled"),
            ("=1+1", "=1+1"),
            (&long, &"é".repeat(50)),
        ] {
            assert_eq!(safe_name(title), name, "{title}");
        }
    }

    #[test]
    fn s6_cli_6_names_that_differ_only_in_case_or_accents_get_numbers() {
        let mut names = Names::default();
        let made: Vec<String> = ["A", "a", "Á", "b", "a"].iter().map(|title| names.path("x", title)).collect();
        assert_eq!(made, ["x/A", "x/a (2)", "x/Á (3)", "x/b", "x/a (4)"]);
        assert_eq!(names.path("y", "A"), "y/A");
    }

    #[test]
    fn s6_cli_6_only_plain_extensions_are_kept() {
        for (name, kept) in [("a.MP3", "mp3"), ("a", "bin"), ("a.", "bin"), ("a.x/y", "bin"), ("a.b.flac", "flac")] {
            assert_eq!(extension(name, "bin"), kept, "{name}");
        }
    }
}

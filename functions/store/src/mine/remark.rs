//! Merges remarks that were changed on two devices.

const BETWEEN: &str = "\n\n";

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub text: String,
    /// True if two replacements of the same text were joined.
    pub has_both: bool,
}

/// Merges a new remark based on `base` with the current one. Text from the other device is never dropped: replacements
/// of the same paragraphs are joined.
pub(super) fn merge(base: &str, current: &str, new: &str) -> Merged {
    let alone = |text: &str| Merged { text: text.to_owned(), has_both: false };
    if new == base {
        return alone(current);
    }
    if current == base || (!new.is_empty() && contains_all_of(new, current)) {
        return alone(new);
    }
    if new.is_empty() || paragraphs(current, new).is_some() {
        return alone(current);
    }
    if let Some(start) = paragraphs(current, base) {
        let (before, rest) = current.split_at(start);
        return alone(&format!("{before}{new}{}", &rest[base.len()..]));
    }
    Merged { text: format!("{current}{BETWEEN}{new}"), has_both: true }
}

/// Returns true if `text` starts with `part` or contains it as whole paragraphs. A shared word is not enough.
fn contains_all_of(text: &str, part: &str) -> bool {
    text.starts_with(part) || paragraphs(text, part).is_some()
}

/// Returns the byte offset at which `text` contains `part` as whole paragraphs.
fn paragraphs(text: &str, part: &str) -> Option<usize> {
    if part.is_empty() {
        return None;
    }
    format!("{BETWEEN}{text}{BETWEEN}").find(&format!("{BETWEEN}{part}{BETWEEN}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, current: &str, new: &str) -> (String, bool) {
        let Merged { text, has_both } = merge(base, current, new);
        (text, has_both)
    }

    #[test]
    fn if_only_one_device_changed_a_remark_that_change_is_used() {
        for (base, current, new, text) in [
            ("", "", "Mine", "Mine"),
            ("Old", "Old", "", ""),
            ("Old", "Theirs", "Old", "Theirs"),
            ("Old text", "Old", "Old text", "Old"),
            ("", "One", "One", "One"),
        ] {
            assert_eq!(merged(base, current, new), (text.to_owned(), false), "{base} {current} {new}");
        }
    }

    #[test]
    fn two_concurrent_changes_of_a_remark_are_joined() {
        assert_eq!(merged("Old", "Theirs", "Old word"), ("Theirs\n\nOld word".to_owned(), true));
        assert_eq!(merged("", "Theirs", "Mine"), ("Theirs\n\nMine".to_owned(), true));
        assert_eq!(merged("Old", "Theirs", ""), ("Theirs".to_owned(), false), "what they wrote was not seen");
        let both = ("No\n\nOld text. Note it".to_owned(), true);
        assert_eq!(merged("Old text", "No", "Old text. Note it"), both, "their text is only a part of a word of mine");
    }

    #[test]
    fn a_change_based_on_a_joined_remark_replaces_the_joined_text() {
        assert_eq!(merged("Mi", "Theirs\n\nMi", "Mine"), ("Theirs\n\nMine".to_owned(), false));
        assert_eq!(merged("Th", "Th\n\nMine", "Theirs"), ("Theirs\n\nMine".to_owned(), false));
        assert_eq!(merged("", "Theirs", "Mine\n\nTheirs"), ("Mine\n\nTheirs".to_owned(), false));
        assert_eq!(merged("", "Mi", "Mine"), ("Mine".to_owned(), false), "an earlier save of the same text");
        assert_eq!(merged("", "Theirs\n\nMine", "Mine"), ("Theirs\n\nMine".to_owned(), false), "the same change again");
        assert_eq!(merged("é", "ü\n\né\n\nß", "éé"), ("ü\n\néé\n\nß".to_owned(), false));
    }
}

//! Why a file is refused, in sentences that say what to do.

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The file does not begin like a PDF.
    NotAPdf,
    /// The file is encrypted.
    Protected,
    /// The file begins like a PDF but cannot be read, or kills whoever reads it.
    Damaged,
    /// The file takes longer to read than we allow.
    TooSlow,
    /// The file has no pages.
    NoPages,
    /// The file has more pages than we allow.
    TooManyPages,
    /// Size or hash are not what was announced.
    NotAsAnnounced,
    /// The file went away while it was being checked.
    Gone,
    /// The course was removed while the file was on its way.
    CourseGone,
}

impl Reason {
    /// The sentence that the uploader reads.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NotAPdf => "This is not a PDF file.",
            Self::Protected => "This PDF is protected with a password. Remove the password and upload it again.",
            Self::Damaged => "This PDF is damaged and could not be read.",
            Self::TooSlow => {
                "This PDF takes too long to read. Save it again with another program and upload that file."
            }
            Self::NoPages => "This PDF has no pages.",
            Self::TooManyPages => "This PDF has more than 2000 pages. Split it and upload the parts.",
            Self::NotAsAnnounced => "The file that arrived is not the one that was announced. Upload it again.",
            Self::Gone => "The file went away before it could be checked. Upload it again.",
            Self::CourseGone => "The course of this note no longer exists. Choose another course and upload it again.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_about_pages_names_the_limit() {
        assert!(Reason::TooManyPages.text().contains(&wasm_core::limits::NOTE_PDF_MAX_PAGES.to_string()));
    }
}

//! Why a file is refused, in sentences that say what to do.

use serde::{Deserialize, Serialize};

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// There is nothing in the file.
    Empty,
    /// The file does not begin like a PDF.
    NotAPdf,
    /// The file is a picture where a PDF should be.
    PictureNotPdf,
    /// The file is an archive where a PDF should be; documents of office programs are archives.
    ArchiveNotPdf,
    /// The file is a program where a PDF should be.
    ProgramNotPdf,
    /// The file opens only with a password.
    Protected,
    /// The file is encrypted in a way that only some readers know, such as for certain people.
    Encrypted,
    /// The file begins like a PDF but cannot be read, parts of it are missing, or it kills whoever reads it.
    Damaged,
    /// The file takes longer to read than we allow.
    TooSlow,
    /// The file becomes so much in memory that we stop.
    TooHungry,
    /// The file has no pages.
    NoPages,
    /// The file has more pages than we allow.
    TooManyPages,
    /// The file went away while it was being checked.
    Gone,
    /// No container or codec that we take was found in the file.
    NotAudio,
    /// The file is a PDF where a recording should be.
    PdfNotAudio,
    /// The file holds pictures or text, but nothing to hear.
    NoSound,
    /// The recording begins well, but too much of it cannot be decoded, or it kills whoever decodes it.
    AudioDamaged,
    /// The recording ends long before its own header says.
    AudioCutOff,
    /// Sample rate or number of channels change within the MP3.
    AudioMixed,
    /// The bit rate of the MP3 varies, and no header would let browsers jump to the right place.
    AudioNoIndex,
    /// The recording takes longer to read than we allow.
    AudioTooSlow,
    /// The file is no picture of a kind that we take.
    NotAnImage,
    /// The picture begins well but cannot be decoded, or kills whoever decodes it.
    ImageDamaged,
    /// The picture has more pixels than we allow, or takes too long to read.
    ImageTooLarge,
    /// The file is no package of cards that Anki wrote.
    NotADeck,
    /// The deck begins well but cannot be read, or kills whoever reads it.
    DeckDamaged,
    /// The deck becomes more than we allow when it is unpacked, has more cards, or takes too long to read.
    DeckTooLarge,
    /// There are no cards in the deck.
    DeckEmpty,
}

impl Reason {
    /// Whether the same file could be found fine another time: where a busy machine ran out of time. All else is in the
    /// file and stays there.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::TooSlow | Self::AudioTooSlow)
    }

    /// The sentence that the uploader reads.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Empty => "This file is empty. Check that it was saved, then upload it again.",
            Self::NotAPdf => "This is not a PDF file.",
            Self::PictureNotPdf => {
                "This is a picture, not a PDF file, whatever its name says. Save it as PDF and upload that file."
            }
            Self::ArchiveNotPdf => {
                "This is an archive or an office document, not a PDF file. Save it as PDF and upload that file."
            }
            Self::ProgramNotPdf => "This is a program, not a PDF file, whatever its name says.",
            Self::Protected => "This PDF is protected with a password. Remove the password and upload it again.",
            Self::Encrypted => {
                "This PDF is encrypted in a way that most programs cannot read. Save it without protection and upload that file."
            }
            Self::Damaged => {
                "This PDF is damaged or incomplete and can't be opened. Export or download it again and upload that file."
            }
            Self::TooSlow => {
                "This PDF takes too long to read. Save it again with another program and upload that file."
            }
            Self::TooHungry => {
                "This PDF needs too much memory to read. Save it again with another program and upload that file."
            }
            Self::NoPages => "This PDF has no pages.",
            Self::TooManyPages => "This PDF has more than 2,000 pages. Split it and upload the parts.",
            Self::Gone => "The file was removed before it could be checked. Upload it again.",
            Self::NotAudio => {
                "This file could not be read as audio. Save the recording as MP3, M4A, Ogg, Opus, WAV or FLAC and upload that file."
            }
            Self::PdfNotAudio => "This is a PDF, not a recording, whatever its name says. Upload it as a note.",
            Self::NoSound => "This file has no sound. Check that the recording was saved, then upload it again.",
            Self::AudioDamaged => {
                "This recording is damaged and could not be read to its end. Export it again and upload that file."
            }
            Self::AudioCutOff => "The end of this recording is missing. Export it again and upload that file.",
            Self::AudioMixed => {
                "This MP3 is joined from parts of different kinds, which browsers can't play in one go. Open it in an audio program, export it as one MP3 and upload that file."
            }
            Self::AudioNoIndex => {
                "Jumps in this MP3 would land in the wrong place: its bit rate varies and it has no correct index. Export it with a constant bit rate, or as M4A, and upload that file."
            }
            Self::AudioTooSlow => "This recording takes too long to read. Save it as MP3 and upload that file.",
            Self::NotAnImage => "This file is not a picture we can read. Choose a JPEG, PNG, WebP or GIF.",
            Self::ImageDamaged => "This picture is damaged and could not be read. Save it again and upload that file.",
            Self::ImageTooLarge => "This picture is too large. Make it smaller and upload it again.",
            Self::NotADeck => {
                "This is not an Anki deck. Export it in Anki as 'Anki Deck Package (.apkg)' and choose that file."
            }
            Self::DeckDamaged => "This deck is damaged and could not be read. Export it in Anki again.",
            Self::DeckTooLarge => {
                "This deck is too large. The limit is 500 MB unpacked and 100,000 cards. Export it in Anki without media, or in parts."
            }
            Self::DeckEmpty => "There are no cards in this deck.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_for_too_many_pages_states_the_limit() {
        let digits: String = Reason::TooManyPages.text().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, wasm_core::limits::NOTE_PDF_MAX_PAGES.to_string());
    }
}

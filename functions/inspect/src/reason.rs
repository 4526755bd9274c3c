//! Reasons for rejecting a file, with messages that tell the uploader what to do.

use serde::{Deserialize, Serialize};

/// Why a file is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileRejection {
    /// The file is empty.
    Empty,
    /// The file has no PDF header.
    NotAPdf,
    /// The file is an image instead of a PDF.
    PictureNotPdf,
    /// The file is an archive instead of a PDF. Office documents are archives too.
    ArchiveNotPdf,
    /// The file is a program instead of a PDF.
    ProgramNotPdf,
    /// The file opens only with a password.
    PasswordProtected,
    /// The encryption is not supported by all PDF readers, for example encryption for certain recipients.
    Encrypted,
    /// The file has a PDF header, but is unreadable or incomplete, or crashes the reader.
    Damaged,
    /// Reading the file exceeds the time limit.
    TooSlow,
    /// Reading the file exceeds the memory limit.
    TooMuchMemory,
    /// The file has no pages.
    NoPages,
    /// The file has more pages than allowed.
    TooManyPages,
    /// The file was deleted during its check.
    Deleted,
    /// The file has no supported container or codec.
    NotAudio,
    /// The file is a PDF instead of a recording.
    PdfNotAudio,
    /// The file contains images or text, but no sound.
    NoSound,
    /// The recording starts correctly, but too much of it cannot be decoded, or it crashes the decoder.
    AudioDamaged,
    /// The recording ends long before the duration in its header.
    AudioTruncated,
    /// The sample rate or the number of channels changes within the MP3.
    AudioFormatChanges,
    /// The bit rate of the MP3 varies so much that a repair for accurate seeking would make the file more than twice as
    /// large.
    AudioNotSeekable,
    /// Reading the recording exceeds the time limit.
    AudioTooSlow,
    /// The file is not an image in a supported format.
    NotAnImage,
    /// The image starts correctly but cannot be decoded, or crashes the decoder.
    ImageDamaged,
    /// The image has more pixels than allowed, or decoding it exceeds the time limit.
    ImageTooLarge,
    /// The file is not a deck exported from Anki.
    NotADeck,
    /// The deck starts correctly but cannot be read, or crashes the reader.
    DeckDamaged,
    /// The deck exceeds the unpacked size, the number of cards or the time limit.
    DeckTooLarge,
    /// The deck contains no cards.
    DeckEmpty,
}

impl FileRejection {
    /// Returns true if the same file may pass another check, because the machine was too busy for this one. All other
    /// reasons are permanent.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::TooSlow | Self::AudioTooSlow)
    }

    /// Returns the message shown to the uploader.
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
            Self::PasswordProtected => {
                "This PDF is protected with a password. Remove the password and upload it again."
            }
            Self::Encrypted => {
                "This PDF is encrypted in a way that most programs cannot read. Save it without protection and upload that file."
            }
            Self::Damaged => {
                "This PDF is damaged or incomplete and can't be opened. Export or download it again and upload that file."
            }
            Self::TooSlow => {
                "This PDF takes too long to read. Save it again with another program and upload that file."
            }
            Self::TooMuchMemory => {
                "This PDF needs too much memory to read. Save it again with another program and upload that file."
            }
            Self::NoPages => "This PDF has no pages.",
            Self::TooManyPages => "This PDF has more than 2,000 pages. Split it and upload the parts.",
            Self::Deleted => "The file was removed before it could be checked. Upload it again.",
            Self::NotAudio => {
                "This file could not be read as audio. Save the recording as MP3, M4A, Ogg, Opus, WAV or FLAC and upload that file."
            }
            Self::PdfNotAudio => "This is a PDF, not a recording, whatever its name says. Upload it as a note.",
            Self::NoSound => "This file has no sound. Check that the recording was saved, then upload it again.",
            Self::AudioDamaged => {
                "This recording is damaged and could not be read to its end. Export it again and upload that file."
            }
            Self::AudioTruncated => "The end of this recording is missing. Export it again and upload that file.",
            Self::AudioFormatChanges => {
                "This MP3 is joined from parts of different kinds, which browsers can't play in one go. Open it in an audio program, export it as one MP3 and upload that file."
            }
            Self::AudioNotSeekable => {
                "Jumps in this MP3 would land in the wrong place: its bit rate varies too much. Export it with a constant bit rate, or as M4A, and upload that file."
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
        let digits: String = FileRejection::TooManyPages.text().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, wasm_core::limits::NOTE_PDF_MAX_PAGES.to_string());
    }
}

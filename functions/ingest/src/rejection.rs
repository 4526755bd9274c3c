//! Why an upload is rejected: because of its file, or because of changes during the upload.

use inspect::FileRejection;

/// Why an upload is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rejection {
    /// The content of the file.
    InvalidFile(FileRejection),
    /// Every check of the file crashed, so its content is unknown.
    ReaderCrashed(FileRejection),
    /// The size or the hash differs from the announced one.
    DiffersFromRequest,
    /// The file is withheld because of a notice of copyright.
    Withheld,
    /// The course was deleted during the upload.
    CourseGone,
    /// The album note was deleted during the upload of its image.
    NoteGone,
    /// The recording was deleted during the upload of its image.
    RecordingGone,
    /// The item whose file was to be replaced has been deleted.
    ItemGone,
    /// The file was replaced or restored during the upload.
    Superseded,
    /// The image was replaced or removed during the upload.
    PictureSuperseded,
    /// The playlist was deleted during the upload of its cover.
    PlaylistGone,
    /// The account was deleted during the upload of its photo.
    AccountGone,
    /// The study card was deleted during the upload of its image.
    CardGone,
    /// The storage quota for images of personal cards is used up.
    PictureQuotaExceeded,
    /// The course was merged into another one during the upload of its image.
    CourseMergedAway,
}

impl From<FileRejection> for Rejection {
    fn from(reason: FileRejection) -> Self {
        Self::InvalidFile(reason)
    }
}

impl Rejection {
    /// Returns true if a retry with the same file could succeed, for example after the course was restored or on a less
    /// busy machine. A problem of the file itself is permanent.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        match self {
            Self::InvalidFile(reason) => reason.is_retryable(),
            Self::ReaderCrashed(_) | Self::CourseGone | Self::ItemGone => true,
            Self::DiffersFromRequest
            | Self::Withheld
            | Self::NoteGone
            | Self::RecordingGone
            | Self::Superseded
            | Self::PictureSuperseded
            | Self::PlaylistGone
            | Self::AccountGone
            | Self::CardGone
            | Self::PictureQuotaExceeded
            | Self::CourseMergedAway => false,
        }
    }

    /// Returns the message shown to the uploader.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::InvalidFile(reason) | Self::ReaderCrashed(reason) => reason.text(),
            Self::DiffersFromRequest => "The file that arrived is different from the one you chose. Upload it again.",
            Self::Withheld => {
                "This file was removed because of a notice of copyright. It can be uploaded again only after the notice is dismissed or the file is restored."
            }
            Self::CourseGone => {
                "The course of this note no longer exists. Create it and press Retry, or upload the file to another course."
            }
            Self::NoteGone => "The note of this picture no longer exists.",
            Self::RecordingGone => "The audio note of this picture no longer exists.",
            Self::ItemGone => "The item this file belongs to was deleted. Restore it from the trash and press Retry.",
            Self::Superseded => {
                "This file was replaced or restored while yours was being uploaded. Look at the file that is there now. If you still want yours, replace it again."
            }
            Self::PictureSuperseded => {
                "The picture was changed elsewhere while yours was being uploaded. Reload the page to see it. If you still want yours, upload it again."
            }
            Self::PlaylistGone => "The playlist of this picture no longer exists.",
            Self::AccountGone => "The account of this picture no longer exists.",
            Self::CardGone => "The study card of this picture no longer exists.",
            Self::PictureQuotaExceeded => {
                "The pictures on your cards can have 50 MB in total. Remove one, or choose a smaller one."
            }
            Self::CourseMergedAway => "The course of this picture no longer exists.",
        }
    }
}

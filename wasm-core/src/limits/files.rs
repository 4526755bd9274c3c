//! Files and requests.

use super::{Limit, MIB};

limits! {
    FILES:
    /// Largest PDF of a note.
    NOTE_PDF_MAX_BYTES: u64 = 100 * MIB, "bytes";
    /// Most pages of a note's PDF.
    NOTE_PDF_MAX_PAGES: u32 = 2000, "pages";
    /// Largest file of an audio note.
    AUDIO_MAX_BYTES: u64 = 500 * MIB, "bytes";
    /// A larger file is sent in parts, each of which can be sent again by itself.
    MULTIPART_FROM_BYTES: u64 = 50 * MIB, "bytes";
    /// Size of each part but the last.
    PART_BYTES: u64 = 16 * MIB, "bytes";
    /// Most parts of one file.
    PARTS_MAX: u32 = 32, "parts";
    /// A profile image or the picture of a playlist must be smaller than this.
    PROFILE_IMAGE_MAX_BYTES: u64 = 5 * MIB, "bytes";
    /// Largest JSON body of a request.
    JSON_BODY_MAX_BYTES: u64 = 64 * 1024, "bytes";
    /// How long an upload may take to begin after its address was given out.
    UPLOAD_URL_LIFE_SECS: u32 = 900, "seconds";
    /// How long the address of a file stays the same, so that caches work.
    DOWNLOAD_URL_STABLE_SECS: u32 = 3600, "seconds";
}

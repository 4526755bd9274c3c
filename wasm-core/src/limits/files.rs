//! Limits of files and request bodies.

use super::{Limit, MIB};

limits! {
    FILES:
    /// Maximum size of the PDF of a note.
    NOTE_PDF_MAX_BYTES: u64 = 100 * MIB, "bytes";
    /// Maximum number of pages of the PDF of a note.
    NOTE_PDF_MAX_PAGES: u32 = 2000, "pages";
    /// Maximum size of an audio note.
    AUDIO_MAX_BYTES: u64 = 500 * MIB, "bytes";
    /// Size above which a file is uploaded in parts, each of which can be retried.
    MULTIPART_FROM_BYTES: u64 = 50 * MIB, "bytes";
    /// Size of each part except the last.
    PART_BYTES: u64 = 16 * MIB, "bytes";
    /// Maximum number of parts of one file.
    PARTS_MAX: u32 = 32, "parts";
    /// Size below which a profile or playlist image must be.
    PROFILE_IMAGE_MAX_BYTES: u64 = 5 * MIB, "bytes";
    /// Maximum size of a JSON request body.
    JSON_BODY_MAX_BYTES: u64 = 64 * 1024, "bytes";
    /// Maximum size of the file of a transcript. Three hours with times for each word need about 1 MB.
    TRANSCRIPT_MAX_BYTES: usize = 2 * 1024 * 1024, "bytes";
    /// Maximum number of lines of a transcript.
    TRANSCRIPT_MAX_LINES: usize = 20_000, "lines";
    /// Maximum length of one line of a transcript.
    TRANSCRIPT_LINE_MAX_CHARS: usize = 5000, "characters";
    /// Maximum number of chapters of a recording.
    AUDIO_CHAPTERS_MAX: usize = 200, "chapters";
    /// Maximum length of the title of a chapter of a recording.
    AUDIO_CHAPTER_TITLE_MAX_CHARS: usize = 200, "characters";
    /// Lifetime of an upload URL: the upload must begin within this time.
    UPLOAD_URL_LIFE_SECS: u32 = 900, "seconds";
    /// Time for which the signed URL of a file stays the same, so that caches work.
    DOWNLOAD_URL_STABLE_SECS: u32 = 3600, "seconds";
}

//! Tags of a file: title, artist, album and an embedded image.

use std::fs::File;
use std::io::{BufReader, Seek};

use bytes::Bytes;
use inspect::audio::{TAG_MAX_CHARS, Tags};
use lofty::config::{GlobalOptions, ParseOptions, ParsingMode, apply_global_options};
use lofty::file::TaggedFileExt;
use lofty::picture::PictureType;
use lofty::probe::Probe;
use lofty::tag::{ItemKey, Tag};

use super::text;

/// Maximum size of a tag or embedded image, in bytes.
const ALLOCATION_MAX_BYTES: usize = 16 * 1024 * 1024;

/// Returns the tags and the embedded image. Unreadable tags are omitted and do not reject the recording.
pub(super) fn read_tags(mut file: File) -> (Tags, Option<Bytes>) {
    // These options are stored per thread.
    apply_global_options(GlobalOptions::new().allocation_limit(ALLOCATION_MAX_BYTES));
    let options = ParseOptions::new().read_properties(false).parsing_mode(ParsingMode::Relaxed);
    let parsed = file
        .rewind()
        .ok()
        .and_then(|()| Probe::new(BufReader::new(file)).options(options).guess_file_type().ok())
        .and_then(|probe| probe.read().ok());
    let Some(parsed) = parsed else { return (Tags::default(), None) };

    // Prefer the usual kind of tag for the format. Others only fill its gaps.
    let mut tags: Vec<&Tag> = parsed.tags().iter().collect();
    tags.sort_by_key(|tag| tag.tag_type() != parsed.primary_tag_type());
    let texts = [ItemKey::TrackTitle, ItemKey::TrackArtist, ItemKey::AlbumTitle].map(|key| {
        let mut found = tags.iter().filter_map(|tag| tag.get_string(key)).filter(|text| clean(text).is_some());
        found.next().map(str::to_owned)
    });
    let [title, artist, album] = text::decode_tags(texts).map(|tag| tag.as_deref().and_then(clean));
    let known = Tags { title, artist, album };
    let pictures = || tags.iter().flat_map(|tag| tag.pictures());
    let picture =
        pictures().find(|picture| picture.pic_type() == PictureType::CoverFront).or_else(|| pictures().next());
    (known, picture.map(|picture| Bytes::copy_from_slice(picture.data())))
}

fn clean(text: &str) -> Option<String> {
    let text: String = text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    let text: String = text.trim().chars().take(TAG_MAX_CHARS).collect();
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_trimmed_and_truncated_and_empty_ones_are_dropped() {
        assert_eq!(clean("  Limits \n\0and\u{7} continuity "), Some("Limits   and  continuity".into()));
        assert_eq!(clean(" \0\t"), None);
        assert_eq!(clean(&"é".repeat(300)).map(|text| text.chars().count()), Some(TAG_MAX_CHARS));
    }
}

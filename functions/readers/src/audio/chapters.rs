//! Chapters in a file: ID3 `CHAP` frames, comments of Ogg and FLAC files, and the two kinds of chapters in MP4 files.

use std::fs::File;

use inspect::audio::{AudioFormat, CHAPTERS_MAX};
use symphonia::core::meta::{ChapterGroup, ChapterGroupItem, StandardTag, Tag};

use super::container::Container;
use super::text::truncated_title;
use super::{flac_chapters, mp4_chapters};

/// Maximum nesting depth of groups of chapters.
const MAX_DEPTH: usize = 8;

/// Returns the start in milliseconds and the title of each chapter, without validation. Unreadable chapters are omitted
/// and do not reject the recording.
pub(super) fn read_chapters(file: &File, container: &Container) -> Vec<(u64, String)> {
    let opened = file.try_clone().ok();
    let own = match container.format {
        AudioFormat::M4a => opened.and_then(|mut file| mp4_chapters::read(&mut file)),
        AudioFormat::Flac => opened.and_then(|mut file| flac_chapters::read(&mut file)),
        AudioFormat::Mp3 | AudioFormat::Aac | AudioFormat::OggVorbis | AudioFormat::OggOpus | AudioFormat::Wav => None,
    };
    if let Some(own) = own {
        return own;
    }
    let mut found = Vec::new();
    if let Some(group) = container.chapters() {
        add(group, 0, &mut found);
    }
    found
}

fn add(group: &ChapterGroup, depth: usize, found: &mut Vec<(u64, String)>) {
    for item in &group.items {
        if found.len() == CHAPTERS_MAX {
            return;
        }
        match item {
            ChapterGroupItem::Group(group) if depth < MAX_DEPTH => add(group, depth + 1, found),
            ChapterGroupItem::Group(_) => {}
            ChapterGroupItem::Chapter(chapter) => {
                let start_ms = u64::try_from(chapter.start_time.as_millis()).unwrap_or(u64::MAX);
                found.push((start_ms, title_of(&chapter.tags)));
            }
        }
    }
}

fn title_of(tags: &[Tag]) -> String {
    let title = tags.iter().find_map(|tag| match &tag.std {
        Some(StandardTag::ChapterTitle(title)) => Some(title.as_str()),
        _ => None,
    });
    truncated_title(title.unwrap_or_default()).to_owned()
}

//! Courses, notes, albums and recordings.

mod albums;
mod audio;
mod audio_parts;
mod chapters_of_audio;
mod courses;
mod crawlers;
mod inside;
mod known_files;
mod notes;
mod pictures;
mod published_recordings;
mod renditions;
mod titles;
mod transcripts;

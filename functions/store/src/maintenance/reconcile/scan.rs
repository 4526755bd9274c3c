//! One scan of the bucket, of the files that records name, and of the counts.

use std::collections::{BTreeSet, HashMap, HashSet};

use aws::batch::map_concurrent;
use aws::client::Store;
use aws::objects::list::{ObjectEntry, list_files};
use aws::table::{self, Consistency, Order};
use model::error::{Error, Result};
use model::ids::{CardId, CardImageId, PhotoId, ProductId, UserId};
use model::keys::object::{self, ObjectKey, PreviewSize};
use model::keys::{self, COURSE_SHARDS, Key};
use model::kind::ItemKind;
use model::metadata::PdfMetadata;
use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use super::counts::{Count, Likes, as_u64};
use super::{MissingFile, Severity};
use crate::library::albums::{self, AlbumNote};
use crate::library::audio::AudioNote;
use crate::library::content::{AnyFile, Content as _, rendition_key_of};
use crate::library::courses::Course;
use crate::library::merges;
use crate::library::notes::Note;
use crate::library::public_pictures::PublicPicture;
use crate::library::shelves;
use crate::mine::likes::{self, LikeTarget};
use crate::mine::playlists::{self, Playlist};
use crate::people::students::photo::Photo;
use crate::people::students::{self, Student};
use crate::publishing::trash::TrashedEntry;
use crate::study::cards::{self, Card};
use crate::study::chapters;
use crate::study::personal_cards::{self, PersonalCard};
use crate::uploads::{Upload, UploadStatus};

/// A file that a record names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ReferencedFile {
    pub(super) file: ObjectKey,
    pub(super) record: Key,
    pub(super) role: Role,
}

/// Role of a file for its record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// The main file of an item.
    File(ItemKind, ProductId),
    /// An optional file. Its attribute can be removed on condition that another attribute is unchanged.
    Derived { attribute: &'static str, while_same: &'static str, value: String },
    /// The public copy of a picture.
    PublicCopy(PublicPicture),
    /// The photo of a student.
    Photo(UserId, PhotoId),
    /// The image of a personal card.
    PersonalCard(UserId, CourseCode, CardId, CardImageId),
    /// A file of an item in the trash.
    Trashed,
    /// The file of an undecided upload, which may not have arrived.
    Incoming,
}

impl ReferencedFile {
    pub(super) fn must_exist(&self) -> bool {
        self.role != Role::Incoming
    }

    pub(super) fn as_missing(&self) -> MissingFile {
        let severity = match self.role {
            Role::File(..) | Role::Incoming => Severity::Visible,
            Role::Derived { .. } | Role::PublicCopy(_) | Role::Photo(..) | Role::PersonalCard(..) => Severity::Beside,
            Role::Trashed => Severity::InTrash,
        };
        MissingFile { record: self.record.to_string(), file: self.file.to_string(), severity }
    }
}

#[derive(Debug, Default)]
pub(super) struct ScanResult {
    /// Files in the areas of the bucket that the store owns.
    pub(super) files: Vec<ObjectEntry>,
    pub(super) referenced: Vec<ReferencedFile>,
    /// Files that may exist but do not have to.
    pub(super) ignored_keys: HashSet<String>,
    pub(super) counts: Vec<Count>,
}

/// Lists the files first. A file that is named only later may be newer, and the second scan checks it again.
pub(super) async fn scan(store: &Store, users: &[UserId]) -> Result<ScanResult> {
    let mut files = list_files(store).await?;
    files.retain(|file| object::parse_managed_key(&file.key).is_some());
    let mut seen = ScanResult { files, ..ScanResult::default() };
    uploads(store, &mut seen).await?;
    // Read the trash before and after the published items, so that items deleted or restored during the scan are found.
    let mut in_trash = HashSet::new();
    trash(store, &mut seen, &mut in_trash).await?;
    let likes = people(store, users, &mut seen).await?;
    shown(store, &mut seen).await?;
    personal_cards_of(store, users, &mut seen).await?;
    of_courses(store, &likes, &mut seen).await?;
    of_shelves(store, &likes, &mut seen).await?;
    of_albums(store, &likes, &mut seen).await?;
    trash(store, &mut seen, &mut in_trash).await?;
    Ok(seen)
}

impl ScanResult {
    fn name(&mut self, file: ObjectKey, record: Key, role: Role) {
        self.referenced.push(ReferencedFile { file, record, role });
    }

    /// Adds the PDF of a published item and the files made from it.
    fn pdf(&mut self, pdf: &ObjectKey, record: &Key, kind: ItemKind, id: ProductId, facts: &PdfMetadata) {
        self.name(pdf.clone(), record.clone(), Role::File(kind, id));
        self.beside(pdf);
        let beside = |attribute| Role::Derived { attribute, while_same: "file_key", value: pdf.to_string() };
        if facts.preview.is_some() {
            for size in PreviewSize::ALL {
                self.name(object::preview(pdf, size), record.clone(), beside("facts.preview"));
            }
        }
        if facts.has_text == Some(true) {
            self.name(object::pdf_text(pdf), record.clone(), beside("facts.has_text"));
        }
    }

    /// Adds the public copies of the pictures of a visible item.
    fn open(&mut self, pictures: impl IntoIterator<Item = PublicPicture>, record: &Key) {
        for picture in pictures {
            self.name(picture.public_copy.clone(), record.clone(), Role::PublicCopy(picture));
        }
    }

    /// Tolerates all files that can be made from a PDF, whether or not the record lists them.
    fn beside(&mut self, pdf: &ObjectKey) {
        self.ignored_keys.extend(object::derived_keys(pdf).map(|key| key.to_string()));
    }

    fn note(&mut self, note: &Note, is_shown: bool) {
        let record = keys::note::primary(&note.course, note.id);
        if is_shown {
            self.open(note.public_pictures(), &record);
        }
        self.pdf(&note.file.key, &record, ItemKind::Note, note.id.ulid().into(), &note.file.media.facts);
    }

    fn album_note(&mut self, note: &AlbumNote) {
        let record = keys::album::note(note.album, note.id);
        self.open(note.public_pictures(), &record);
        self.pdf(&note.file.key, &record, ItemKind::AlbumNote, note.id.ulid().into(), &note.file.media.facts);
        if let Some(picture) = note.picture {
            let role = Role::Derived { attribute: "picture", while_same: "picture", value: picture.to_string() };
            self.name(object::album_picture(picture), record, role);
        }
    }

    fn audio(&mut self, audio: &AudioNote) {
        let record = keys::audio::primary(audio.shelf, audio.id);
        self.open(audio.public_pictures(), &record);
        let role = Role::File(ItemKind::Audio, audio.id.ulid().into());
        self.name(audio.file.key.clone(), record.clone(), role);
        if let Some(artwork) = &audio.file.media.artwork_key {
            let value = artwork.to_string();
            let role = Role::Derived { attribute: "artwork_key", while_same: "artwork_key", value };
            self.name(artwork.clone(), record.clone(), role);
        }
        if let Some(transcript) = audio.file.media.transcript {
            let value = transcript.to_string();
            let role = Role::Derived { attribute: "transcript", while_same: "transcript", value };
            self.name(object::transcript(transcript), record.clone(), role);
        }
        // Without the attribute, the rendition is made again the next night.
        if let Some(rendition) = rendition_key_of(&audio.file) {
            let value = audio.file.key.to_string();
            self.name(rendition, record, Role::Derived { attribute: "listening", while_same: "file_key", value });
        } else {
            self.ignored_keys.insert(object::rendition(&audio.file.key).to_string());
        }
    }

    fn course(&mut self, course: &Course) {
        if let Some(picture) = course.picture {
            let role = Role::Derived { attribute: "picture", while_same: "picture", value: picture.to_string() };
            self.name(object::course_picture(&course.code, picture), keys::course::primary(&course.code), role);
        }
        let record = keys::course::primary(&course.code);
        self.open(course.public_picture(), &record);
    }

    fn card(&mut self, card: &Card) {
        if let Some(image) = card.image {
            let value = image.id.to_string();
            let role = Role::Derived { attribute: "image", while_same: "image.id", value };
            self.name(object::card_image(card.chapter, image.id), keys::chapter::card(card.chapter, card.id), role);
        }
    }

    fn personal_card(&mut self, card: &PersonalCard) {
        if let Some(image) = card.image {
            let role = Role::PersonalCard(card.owner.clone(), card.course, card.id, image.id);
            let record = keys::personal_card::primary(&card.owner, &card.course, card.id);
            self.name(object::personal_card_image(&card.owner, image.id), record, role);
        }
    }

    /// Adds the files of an item in the trash, unless it is already known.
    fn trashed(&mut self, trashed: &TrashedEntry, known: &mut HashSet<Key>) {
        let (record, file, more) = match trashed {
            TrashedEntry::Note(it) => (Note::trash_key(it.content.id()), &it.content.file.key, [None, None, None]),
            TrashedEntry::AlbumNote(it) => {
                let picture = it.content.picture.map(object::album_picture);
                (AlbumNote::trash_key(it.content.id()), &it.content.file.key, [picture, None, None])
            }
            TrashedEntry::Audio(it) => {
                let inside = &it.content.file.media;
                let transcript = inside.transcript.map(object::transcript);
                let more = [inside.artwork_key.clone(), transcript, rendition_key_of(&it.content.file)];
                (AudioNote::trash_key(it.content.id()), &it.content.file.key, more)
            }
            TrashedEntry::File(it) => {
                let more = [it.file.artwork_key().cloned(), it.file.transcript_key(), it.file.rendition_key()];
                (keys::trash::file(it.id), it.file.key(), more)
            }
        };
        if !known.insert(record.clone()) {
            return;
        }
        let is_pdf = match trashed {
            TrashedEntry::Note(_) | TrashedEntry::AlbumNote(_) => true,
            TrashedEntry::Audio(_) => false,
            TrashedEntry::File(it) => matches!(it.file, AnyFile::Pdf(_)),
        };
        let mut derived: Vec<ObjectKey> = if is_pdf {
            object::derived_keys(file).into()
        } else {
            // A recording that is trashed while it is prepared may have a rendition that its record does not name.
            vec![object::rendition(file)]
        };
        let mut named: Vec<ObjectKey> = std::iter::once(file.clone()).chain(more.into_iter().flatten()).collect();
        if let Some(hidden_at) = trashed.hidden_at() {
            let withheld = |key: &ObjectKey| object::withheld(key, hidden_at);
            // The files may just be moved there or back.
            derived.extend(named.iter().cloned());
            derived = derived.iter().map(withheld).chain(derived.iter().cloned()).collect();
            named = named.iter().map(withheld).collect();
        }
        self.ignored_keys.extend(derived.iter().map(ToString::to_string));
        for file in named {
            self.name(file, record.clone(), Role::Trashed);
        }
    }

    /// Returns the names found in the object keys, for example the courses that have notes.
    fn named_by_keys<T: Ord>(&self, name: impl Fn(&str) -> Option<T>) -> BTreeSet<T> {
        self.files.iter().filter_map(|file| name(&file.key)).collect()
    }
}

async fn uploads(store: &Store, seen: &mut ScanResult) -> Result<()> {
    let ids: Vec<_> = seen.files.iter().filter_map(|file| object::upload_of(&file.key)).collect();
    let keys = ids.into_iter().map(keys::upload::primary).collect();
    for upload in table::find_many::<Upload>(store, keys).await? {
        // A rejected upload keeps its file for a while, so that the check can be repeated.
        if upload.status != UploadStatus::Ready {
            let id = upload.draft.id;
            seen.name(object::incoming_file(id), keys::upload::primary(id), Role::Incoming);
        }
    }
    Ok(())
}

async fn trash(store: &Store, seen: &mut ScanResult, known: &mut HashSet<Key>) -> Result<()> {
    for item in table::query_all(store, &keys::trash::all(), Order::Ascending, Consistency::Eventual).await? {
        seen.trashed(&TrashedEntry::of(item)?, known);
    }
    Ok(())
}

/// Adds the photos and playlists of students and returns their likes.
async fn people(store: &Store, users: &[UserId], seen: &mut ScanResult) -> Result<Likes> {
    let read = map_concurrent(store, users.to_vec(), |store, uid| async move {
        let (student, liked, playlists) =
            tokio::join!(students::find(&store, &uid), likes::list(&store, &uid), playlists::list_owned(&store, &uid));
        Ok((student?, liked?, playlists?))
    });
    let merged = merges::all_targets(store).await?;
    let mut likes = Likes::default();
    for (student, liked, playlists) in read.await? {
        let Some(Student { uid, photo, .. }) = student else { continue };
        if let Some(photo) = photo {
            let record = keys::student::primary(&uid);
            seen.name(object::profile_image(&uid, photo), record, Role::Photo(uid.clone(), photo));
        }
        for Playlist { id, cover, .. } in playlists {
            let Some(cover) = cover else { continue };
            let role = Role::Derived { attribute: "cover", while_same: "cover", value: cover.to_string() };
            seen.name(object::playlist_cover(id, cover), keys::playlist::primary(id), role);
        }
        // A target course also counts the likes of the courses merged into it.
        let counted = liked.courses.into_iter().map(|course| merged.get(&course).copied().unwrap_or(course));
        counted.for_each(|course| likes.add(LikeTarget::Course(course)));
        liked.notes.into_iter().for_each(|note| likes.add(LikeTarget::Note(note)));
        liked.audio.into_iter().for_each(|audio| likes.add(LikeTarget::Audio(audio)));
    }
    Ok(likes)
}

/// Tolerates all photos and covers in use, even if the list of accounts is incomplete, so that no such file is deleted.
async fn shown(store: &Store, seen: &mut ScanResult) -> Result<()> {
    let photos = seen.named_by_keys(object::photo_of).into_iter().map(keys::photo::primary).collect();
    for Photo { photo, uid } in table::find_many(store, photos).await? {
        seen.ignored_keys.insert(object::profile_image(&uid, photo).to_string());
    }
    let playlists = seen.named_by_keys(object::playlist_of).into_iter().map(keys::playlist::primary).collect();
    for Playlist { id, cover, .. } in table::find_many(store, playlists).await? {
        seen.ignored_keys.extend(cover.map(|cover| object::playlist_cover(id, cover).to_string()));
    }
    Ok(())
}

/// Adds the personal cards with their counts and images: those of all accounts, and of all students who have image
/// files.
async fn personal_cards_of(store: &Store, users: &[UserId], seen: &mut ScanResult) -> Result<()> {
    let owners: BTreeSet<UserId> =
        users.iter().cloned().chain(seen.named_by_keys(object::personal_card_owner_of)).collect();
    let read = map_concurrent(store, owners.into_iter().collect(), |store, owner| async move {
        let totals = match personal_cards::totals(&store, &owner).await {
            Err(Error::NotFound(_)) => None,
            totals => Some(totals?),
        };
        // Skip students without cards unless their totals are unknown.
        let has_none = totals.is_some_and(|totals| totals == personal_cards::PersonalCardTotals::default());
        let cards = if has_none { Vec::new() } else { personal_cards::list(&store, &owner).await? };
        Ok((owner, totals, cards))
    });
    for (owner, totals, cards) in read.await? {
        cards.iter().for_each(|card| seen.personal_card(card));
        let Some(totals) = totals else { continue };
        let bytes = cards.iter().map(|card| if card.image.is_some() { card.image_bytes } else { 0 }).sum();
        seen.counts.extend(Count::personal_cards(&owner, totals, as_u64(cards.len()), bytes));
    }
    Ok(())
}

/// Adds courses with their notes, chapters and study cards.
async fn of_courses(store: &Store, likes: &Likes, seen: &mut ScanResult) -> Result<()> {
    let with_files = seen.named_by_keys(object::course_of);
    let with_pictures = seen.named_by_keys(object::chapter_of);
    let mut courses = Vec::new();
    for shard in 0..COURSE_SHARDS {
        courses.append(&mut table::query_all_entities::<Course>(store, &keys::course::shard(shard)).await?);
    }
    let codes: Vec<CourseCode> = courses.iter().map(|course| course.code).collect();
    let all_chapters = map_concurrent(store, codes, |store, code| async move { chapters::list(&store, &code).await });
    for chapter in all_chapters.await?.into_iter().flatten() {
        // Skip the cards of an empty chapter unless it has image files.
        let cards = if chapter.card_count > 0 || with_pictures.contains(&chapter.id) {
            cards::list_cards(store, chapter.id).await?
        } else {
            Vec::new()
        };
        cards.iter().for_each(|card| seen.card(card));
        seen.counts.push(Count::cards(&chapter, as_u64(cards.len())));
    }
    let asked = |course: &Course| course.note_count > 0 || with_files.contains(&course.code);
    let codes = courses.iter().filter(|course| asked(course)).map(|course| course.code).collect();
    let notes = map_concurrent(store, codes, |store, code| async move {
        Ok((code, table::query_all_entities::<Note>(&store, &keys::note::of_course(&code)).await?))
    });
    let mut notes: HashMap<_, _> = notes.await?.into_iter().collect();
    for course in courses {
        let notes = notes.remove(&course.code).unwrap_or_default();
        seen.course(&course);
        seen.counts.push(Count::notes(&course, as_u64(notes.len())));
        let found = likes.of(&LikeTarget::Course(course.code));
        seen.counts.push(Count::likes(keys::course::primary(&course.code), course.likes, found));
        for note in notes {
            seen.note(&note, course.is_visible_to_students());
            let record = keys::note::primary(&note.course, note.id);
            seen.counts.push(Count::likes(record, note.likes, likes.of(&LikeTarget::Note(note.id))));
        }
    }
    Ok(())
}

async fn of_shelves(store: &Store, likes: &Likes, seen: &mut ScanResult) -> Result<()> {
    for id in ShelfId::ALL {
        let audio = table::query_all_entities::<AudioNote>(store, &keys::shelf::with_recordings(id)).await?;
        let shelf = shelves::get(store, id).await?;
        seen.counts.extend(Count::shelf(&shelf, &audio));
        for audio in audio {
            seen.audio(&audio);
            let record = keys::audio::primary(id, audio.id);
            seen.counts.push(Count::likes(record, audio.likes, likes.of(&LikeTarget::Audio(audio.id))));
        }
    }
    Ok(())
}

async fn of_albums(store: &Store, likes: &Likes, seen: &mut ScanResult) -> Result<()> {
    for id in AlbumId::ALL {
        let notes = table::query_all_entities::<AlbumNote>(store, &keys::album::with_notes(id)).await?;
        seen.counts.push(Count::album(id, albums::get(store, id).await?.notes, as_u64(notes.len())));
        for note in notes {
            seen.album_note(&note);
            let record = keys::album::note(id, note.id);
            seen.counts.push(Count::likes(record, note.likes, likes.of(&LikeTarget::Note(note.id))));
        }
    }
    Ok(())
}

//! Snapshot of every key. A changed key needs a migration.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wasm_core::album::AlbumId;
use wasm_core::course::CourseCode;
use wasm_core::shelf::ShelfId;

use super::*;
use crate::ids::{
    AccessKeyId, AudioId, AuditId, BookmarkId, CardId, CardImageId, ChapterId, CoverId, HighlightId, NoteId, NoticeId,
    PhotoId, PlaylistId, ProductId, PublicName, RequestId, SessionSecret, Sha256Hash, UploadId, UserId, UsernameKey,
    UsernamePrefix,
};
use crate::kind::{ItemKind, ReportTarget};
use crate::timestamp::Timestamp;

#[test]
fn s7_fs_1_every_key_matches_its_snapshot() {
    let code = CourseCode::parse("cs 246").unwrap();
    let note: NoteId = "01JD3Q8Z6B0000000000000001".parse().unwrap();
    let product: ProductId = "01JD3Q8Z6B0000000000000001".parse().unwrap();
    let upload: UploadId = "01JD3Q8Z6B0000000000000002".parse().unwrap();
    let recording: AudioId = "01JD3Q8Z6B0000000000000006".parse().unwrap();
    let list: PlaylistId = "01JD3Q8Z6B0000000000000007".parse().unwrap();
    let cover: CoverId = "01JD3Q8Z6B0000000000000008".parse().unwrap();
    let part: ChapterId = "01JD3Q8Z6B0000000000000009".parse().unwrap();
    let card: CardId = "01JD3Q8Z6B000000000000000A".parse().unwrap();
    let image: CardImageId = "01JD3Q8Z6B000000000000000B".parse().unwrap();
    let photo: PhotoId = "01JD3Q8Z6B000000000000000D".parse().unwrap();
    let other: UserId = "9f2d".parse().unwrap();
    let request: RequestId = "01JD3Q8Z6B0000000000000003".parse().unwrap();
    let entry: AuditId = "01JD3Q8Z6B0000000000000004".parse().unwrap();
    let program: AccessKeyId = "01JD3Q8Z6B000000000000000H".parse().unwrap();
    let claim: NoticeId = "01JD3Q8Z6B000000000000000J".parse().unwrap();
    let mark: HighlightId = "01JD3Q8Z6B000000000000000F".parse().unwrap();
    let moment: BookmarkId = "01JD3Q8Z6B000000000000000G".parse().unwrap();
    let owner: UserId = "0b1c".parse().unwrap();
    let username: UsernameKey = "Amara".parse().unwrap();
    let prefix: UsernamePrefix = "AmA".parse().unwrap();
    let reported = ReportTarget::Note(note);
    let session = "01JD3Q8Z6B000000000000000E".parse::<SessionSecret>().unwrap().id();
    let at = Timestamp::from_epoch_secs(1_790_000_000).unwrap();
    let hash = Sha256Hash::of(b"");
    let name: PublicName = hash.as_str().split_at(32).0.parse().unwrap();
    let lines = [
        format!("course::primary       {}", course::primary(&code)),
        format!("course::with_notes    {}", course::with_notes(&code)),
        format!("course::index_key     {}", course::index_key(&code)),
        format!("course::shard         {}", course::shard(3)),
        format!("course::hidden_marker {}", course::hidden_marker(&code)),
        format!("course::all_hidden    {}", course::all_hidden()),
        format!("course::merge         {}", course::merge(&code)),
        format!("course::merges        {}", course::merges()),
        format!("note::primary         {}", note::primary(&code, note)),
        format!("note::of_course       {}", note::of_course(&code)),
        format!("note::index_key       {}", note::index_key(note)),
        format!("note::by_id           {}", note::by_id(note)),
        format!("shelf::primary        {}", shelf::primary(ShelfId::DeepDive)),
        format!("shelf::with_recordings {}", shelf::with_recordings(ShelfId::DeepDive)),
        format!("audio::primary        {}", audio::primary(ShelfId::DeepDive, recording)),
        format!("audio::index_key      {}", audio::index_key(recording)),
        format!("audio::by_id          {}", audio::by_id(recording)),
        format!("audio::waveform       {}", audio::waveform(recording)),
        format!("content::primary      {}", content::primary(ItemKind::AlbumNote, product)),
        format!("content::of_kind      {}", content::of_kind(ItemKind::Audio)),
        format!("content::index_key    {}", content::index_key(product)),
        format!("content::all          {}", content::all()),
        format!("content::storage      {}", content::storage()),
        format!("files_by_hash::primary {}", files_by_hash::primary(&hash, ItemKind::Note, product)),
        format!("files_by_hash::of_hash {}", files_by_hash::of_hash(&hash)),
        format!("full_text::primary    {}", full_text::primary(full_text::NoteCollection::Course(code))),
        format!("album::primary        {}", album::primary(AlbumId::ExamReview)),
        format!("album::with_notes     {}", album::with_notes(AlbumId::ExamReview)),
        format!("album::notes          {}", album::notes(AlbumId::ExamReview)),
        format!("album::note           {}", album::note(AlbumId::ExamReview, note)),
        format!("album::index_key      {}", album::index_key(note)),
        format!("album::by_id          {}", album::by_id(note)),
        format!("album::course_or_album_note_by_id {}", album::course_or_album_note_by_id(note)),
        format!("trash::album_note     {}", trash::album_note(note)),
        format!("trash::note           {}", trash::note(note)),
        format!("trash::index_key      {}", trash::index_key(at, product)),
        format!("trash::audio          {}", trash::audio(recording)),
        format!("trash::file           {}", trash::file(product)),
        format!("trash::all            {}", trash::all()),
        format!("student::primary      {}", student::primary(&owner)),
        format!("student::profile_and_follows {}", student::profile_and_follows(&owner)),
        format!("student::index_key    {}", student::index_key(&username)),
        format!("student::by_username_prefix {}", student::by_username_prefix(&prefix)),
        format!("username::claim       {}", username::claim(&username)),
        format!("former_name::primary  {}", former_name::primary(&username)),
        format!("photo::primary        {}", photo::primary(photo)),
        format!("follower::primary     {}", follower::primary(&owner, &other)),
        format!("follower::followed_by {}", follower::followed_by(&owner)),
        format!("follower::index_key   {}", follower::index_key(&other, at, &owner)),
        format!("follower::followers_of {}", follower::followers_of(&other)),
        format!("unconfirmed::primary  {}", unconfirmed::primary(&owner)),
        format!("account::block        {}", account::block(&owner)),
        format!("account::closing_markers       {}", account::closing_markers(&owner)),
        format!("session::primary      {}", session::primary(&owner, &session)),
        format!("session::all          {}", session::all(&owner)),
        format!("follow::primary       {}", follow::primary(&owner, &code)),
        format!("follow::all           {}", follow::all(&owner)),
        format!("saved::primary        {}", saved::primary(&owner, note)),
        format!("saved::all            {}", saved::all(&owner)),
        format!("download::primary     {}", download::primary(&owner, at, note)),
        format!("download::all         {}", download::all(&owner)),
        format!("like::course          {}", like::course(&owner, &code)),
        format!("like::note            {}", like::note(&owner, note)),
        format!("like::audio           {}", like::audio(&owner, recording)),
        format!("like::all             {}", like::all(&owner)),
        format!("course_audio::primary {}", course_audio::primary(&code, recording)),
        format!("course_audio::of_course {}", course_audio::of_course(&code)),
        format!("playlist::primary     {}", playlist::primary(list)),
        format!("playlist::with_items  {}", playlist::with_items(list)),
        format!("playlist::item        {}", playlist::item(list, recording)),
        format!("playlist::items       {}", playlist::items(list)),
        format!("playlist::index_key   {}", playlist::index_key(&owner, list)),
        format!("playlist::of_owner    {}", playlist::of_owner(&owner)),
        format!("playlist::name_claim  {}", playlist::name_claim(&owner, &hash)),
        format!("playlist::name_claims {}", playlist::name_claims(&owner)),
        format!("playlist::public_marker {}", playlist::public_marker(list)),
        format!("playlist::all_public  {}", playlist::all_public()),
        format!("audio_position::primary {}", audio_position::primary(&owner, recording)),
        format!("audio_position::all   {}", audio_position::all(&owner)),
        format!("audio_position::index_key {}", audio_position::index_key(&owner, at, recording)),
        format!("audio_position::unfinished {}", audio_position::unfinished(&owner)),
        format!("highlight::primary    {}", highlight::primary(&owner, note, mark)),
        format!("highlight::of_note    {}", highlight::of_note(&owner, note)),
        format!("highlight::all        {}", highlight::all(&owner)),
        format!("bookmark::primary     {}", bookmark::primary(&owner, recording, moment)),
        format!("bookmark::all         {}", bookmark::all(&owner)),
        format!("note_position::primary {}", note_position::primary(&owner, note)),
        format!("note_position::all    {}", note_position::all(&owner)),
        format!("note_position::index_key {}", note_position::index_key(&owner, at, note)),
        format!("note_position::unfinished {}", note_position::unfinished(&owner)),
        format!("own_card::primary     {}", personal_card::primary(&owner, &code, card)),
        format!("own_card::of_course   {}", personal_card::of_course(&owner, &code)),
        format!("own_card::all         {}", personal_card::all(&owner)),
        format!("own_card::course      {}", personal_card::course_count(&owner, &code)),
        format!("own_card::courses     {}", personal_card::course_counts(&owner)),
        format!("review_log::batch     {}", review_log::batch(&owner, 1_790_000_000_000, 7, 31)),
        format!("review_log::log       {}", review_log::log(&owner)),
        format!("review_log::log_from  {}", review_log::log_from(&owner, 1_790_000_000_000)),
        format!("review_log::settings  {}", review_log::settings(&owner)),
        format!("exam::primary         {}", exam::primary(&owner, &code)),
        format!("exam::all             {}", exam::all(&owner)),
        format!("chapter::primary      {}", chapter::primary(&code, part)),
        format!("chapter::of_course    {}", chapter::of_course(&code)),
        format!("chapter::number_claim {}", chapter::number_claim(&code, 4)),
        format!("chapter::card         {}", chapter::card(part, card)),
        format!("chapter::cards        {}", chapter::cards(part)),
        format!("upload::primary       {}", upload::primary(upload)),
        format!("upload::index_key     {}", upload::index_key(&owner, product)),
        format!("upload::of_uploader   {}", upload::of_uploader(&owner)),
        format!("request::primary      {}", request::primary(&code, request)),
        format!("request::index_key    {}", request::index_key(request)),
        format!("request::all          {}", request::all()),
        format!("requested_course::primary       {}", requested_course::primary(&code)),
        format!("requested_course::with_requests {}", requested_course::with_requests(&code)),
        format!("requested_course::index_key     {}", requested_course::index_key("open", 12, &code)),
        format!("requested_course::in_state      {}", requested_course::in_state("open")),
        format!("requested_course::student_request {}", requested_course::student_request(&owner, &code)),
        format!("requested_course::student_requests {}", requested_course::student_requests(&owner)),
        format!("report::primary       {}", report::primary(reported)),
        format!("report::of_student    {}", report::of_student(reported, 2, &owner)),
        format!("report::of_round      {}", report::of_round(reported, 2)),
        format!("report::index_key     {}", report::index_key(3, reported)),
        format!("report::undecided     {}", report::undecided()),
        format!("notice::primary       {}", notice::primary(claim)),
        format!("notice::index_key     {}", notice::index_key(false, claim)),
        format!("notice::listed        {}", notice::listed(true)),
        format!("withheld::primary     {}", withheld::primary(&hash)),
        format!("access_key::primary   {}", access_key::primary(program)),
        format!("access_key::all       {}", access_key::all()),
        format!("audit::primary        {}", audit::primary(at, entry)),
        format!("audit::month          {}", audit::month(at)),
        format!("rate_limit::primary   {}", rate_limit::primary("sign-in", &hash, 29_833_333)),
        format!("object::incoming_file {}", object::incoming_file(upload)),
        format!("object::course_note   {}", object::course_note(&code, 1, note)),
        format!("object::audio         {}", object::audio(ShelfId::DeepDive, "CS 246", recording, "mp3")),
        format!("object::audio_artwork {}", object::audio_artwork(ShelfId::DeepDive, "CS 246", recording)),
        format!("object::transcript    {}", object::transcript(product.ulid().into())),
        format!("object::album_note    {}", object::album_note(AlbumId::ExamReview, note)),
        format!("object::album_picture {}", object::album_picture(product.into())),
        format!("object::public_picture {}", object::public_picture(&name)),
        format!("object::public_preview {}", object::public_preview(&name, object::PreviewSize::Small)),
        format!("object::playlist_cover {}", object::playlist_cover(list, cover)),
        format!("object::card_image    {}", object::card_image(part, image)),
        format!("object::personal_card_image {}", object::personal_card_image(&owner, image)),
        format!("object::deck_cards    {}", object::deck_cards(upload)),
        format!("object::deck_picture  {}", object::deck_picture(upload, 7, 1280, 720)),
        format!("object::study_snapshot {}", object::study_snapshot(&owner)),
        format!("object::profile_image {}", object::profile_image(&owner, photo)),
        format!("object::catalogue     {}", object::catalogue(&hash)),
        format!("object::counts        {}", object::counts(&hash)),
        format!("object::catalogue_manifest {}", object::catalogue_manifest()),
        format!("object::notes_list    {}", object::notes_list(&hash)),
        format!(
            "object::full_text_index {}",
            object::full_text_index(full_text::NoteCollection::Album(AlbumId::ExamReview), &hash)
        ),
    ];
    insta::assert_snapshot!("keys", lines.join("\n"));
}

#[test]
fn the_list_of_access_patterns_contains_exactly_the_key_functions() {
    let rows = include_str!("../keys.rs").lines().filter(|line| line.starts_with("//! |"));
    let links = rows.flat_map(|row| row.split("[`").skip(1));
    let named: BTreeSet<String> = links.map(|link| link.split_once("`]").unwrap().0.to_owned()).collect();
    let mut declared = BTreeSet::new();
    let keys = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/keys")).unwrap();
    for folder in keys.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let module = file.file_stem().unwrap().to_str().unwrap();
            for line in fs::read_to_string(&file).unwrap().lines() {
                if let Some((name, _)) = line.strip_prefix("pub fn ").and_then(|rest| rest.split_once('(')) {
                    declared.insert(format!("{module}::{name}"));
                }
            }
        }
    }
    assert!(!declared.is_empty());
    let undocumented: Vec<_> = declared.difference(&named).collect();
    let unknown: Vec<_> = named.difference(&declared).collect();
    assert!(undocumented.is_empty() && unknown.is_empty(), "without a row: {undocumented:?}; unknown: {unknown:?}");
}

#[test]
fn an_upload_id_is_parsed_only_from_keys_under_incoming() {
    let upload: UploadId = "01JD3Q8Z6B0000000000000002".parse().unwrap();
    assert_eq!(object::upload_of(object::incoming_file(upload).as_str()), Some(upload));
    for key in ["notes/CS246/1/01JD3Q8Z6B0000000000000002.pdf", "incoming/x", "incoming/", ""] {
        assert_eq!(object::upload_of(key), None, "{key}");
    }
}

#[test]
fn a_catalogue_key_is_parsed_only_from_keys_of_published_catalogue_files() {
    let key = object::catalogue(&Sha256Hash::of(b"x"));
    assert_eq!(object::catalogue_of(key.as_str()), Some(key));
    let counts = object::counts(&Sha256Hash::of(b"x"));
    assert_eq!(object::catalogue_of(counts.as_str()), Some(counts));
    assert_eq!(object::catalogue_of(object::catalogue_manifest().as_str()), None);
    assert_eq!(object::catalogue_of("catalogue/../index.html"), None);
    let index =
        object::FullTextKey { place: full_text::NoteCollection::Album(AlbumId::Cram), sha256: Sha256Hash::of(b"x") };
    assert_eq!(object::parse_full_text_key(object::full_text_index(index.place, &index.sha256).as_str()), Some(index));
    let course = CourseCode::parse("CS246").unwrap();
    for place in [
        full_text::NoteCollection::Course(course),
        full_text::NoteCollection::CourseAudio(course),
        full_text::NoteCollection::ShelfAudio(ShelfId::DeepDive),
    ] {
        assert_eq!(place.to_string().parse(), Ok(place));
    }
    for other in ["inside/CS246/x.bin", "inside/x.bin", "inside/?/x.bin"] {
        assert_eq!(object::parse_full_text_key(other), None, "{other}");
    }
    let notes = object::notes_list(&Sha256Hash::of(b"x"));
    assert_eq!(object::notes_list_of(notes.as_str()), Some(notes.clone()));
    for other in [object::catalogue(&Sha256Hash::of(b"x")).as_str(), "library/notes-x.bin", "notes/CS246/1/x.pdf"] {
        assert_eq!(object::notes_list_of(other), None, "{other}");
    }
    assert_eq!(object::parse_managed_key(notes.as_str()), None, "no record names it, so nobody may miss one that does");
}

#[test]
fn courses_are_distributed_over_all_shards() {
    let mut filled = [0_u32; COURSE_SHARDS as usize];
    for number in 100..900 {
        let shard = course::index_key(&CourseCode::parse(&format!("CS{number}")).unwrap()).pk;
        filled[shard.trim_start_matches("COURSES#").parse::<usize>().unwrap()] += 1;
    }
    assert!(filled.iter().all(|count| (20..=90).contains(count)), "{filled:?}");
}

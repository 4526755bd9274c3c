//! The file format of the catalogue: records round trip, and invalid files are rejected.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up should stop there")]

use proptest::prelude::*;
use wasm_core::catalogue::{
    CatalogueError, CatalogueManifest, CourseRecord, FORMAT_VERSION, Moves, activity_rank, decode, encode,
};
use wasm_core::course::CourseCode;
use wasm_core::limits::{BUILT_IN_COURSES, CATALOGUE_DESCRIPTION_MAX_CHARS};

fn course_code() -> impl Strategy<Value = CourseCode> {
    "[A-Z]{2,3}[0-9][0-9A-Z]{0,3}|[A-Z]{2,8}[0-9][0-9A-Z]{0,7}".prop_map(|code| CourseCode::parse(&code).unwrap())
}

fn course_record() -> impl Strategy<Value = CourseRecord> {
    let counts = prop_oneof![Just(0), 0..200_u32, any::<u32>()];
    let activity = prop_oneof![Just(0), any::<u32>()];
    (course_code(), "\\PC{0,40}", "|\\PC{0,60}|[a-z ]{200}", counts.clone(), counts, activity).prop_map(
        |(code, title, description, likes, notes, activity)| CourseRecord {
            code,
            title,
            description,
            likes,
            notes,
            activity,
        },
    )
}

/// Records sorted by code, one for each code.
fn course_records(most: usize) -> impl Strategy<Value = Vec<CourseRecord>> {
    prop::collection::btree_map(course_code(), course_record(), 0..most)
        .prop_map(|records| records.into_iter().map(|(code, record)| CourseRecord { code, ..record }).collect())
}

fn built_ins() -> Vec<CourseRecord> {
    let mut records: Vec<_> = BUILT_IN_COURSES
        .iter()
        .map(|course| CourseRecord {
            description: course.description.to_owned(),
            likes: 300,
            activity: 15,
            ..CourseRecord::new(CourseCode::parse(course.code).unwrap(), course.title)
        })
        .collect();
    records.sort_by_key(|record| record.code);
    records
}

#[test]
fn an_empty_catalogue_round_trips() {
    assert_eq!(decode(&encode(&[])), Ok(vec![]));
}

#[test]
fn catalogues_of_other_versions_and_other_files_are_rejected_with_different_errors() {
    let mut file = encode(&built_ins());
    file[4] = FORMAT_VERSION + 1;
    assert_eq!(decode(&file), Err(CatalogueError::Version { found: FORMAT_VERSION + 1 }));
    assert!(CatalogueError::Version { found: 1 }.to_string().contains("version 1"));
    assert_eq!(decode(b"<!doctype html>"), Err(CatalogueError::NotACatalogue));
    assert_eq!(decode(b""), Err(CatalogueError::NotACatalogue));
}

#[test]
fn every_truncation_and_every_flipped_bit_is_rejected() {
    let file = encode(&built_ins());
    for length in 0..file.len() {
        assert!(decode(&file[..length]).is_err(), "cut to {length} bytes");
    }
    for bit in 0..file.len() * 8 {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(decode(&changed).is_err(), "bit {bit}");
    }
    let longer = [file.as_slice(), b"\0"].concat();
    assert_eq!(decode(&longer), Err(CatalogueError::Damaged));
}

#[test]
fn encoding_the_same_courses_twice_gives_identical_bytes() {
    let records = built_ins();
    let mut shuffled = records.clone();
    shuffled.reverse();
    shuffled.push(shuffled[0].clone());
    assert_eq!(encode(&records), encode(&shuffled));
}

#[test]
fn long_descriptions_are_truncated() {
    let code = CourseCode::parse("CS246").unwrap();
    let record =
        CourseRecord { description: "é".repeat(CATALOGUE_DESCRIPTION_MAX_CHARS + 1), ..CourseRecord::new(code, "t") };
    let read = decode(&encode(&[record])).unwrap();
    assert_eq!(read[0].description, "é".repeat(CATALOGUE_DESCRIPTION_MAX_CHARS));
}

#[test]
fn activity_ranks_are_ordered_like_the_activity_sums() {
    let rising = [0.0, f64::MIN_POSITIVE, 1e-9, 0.5, 1.0, 1.000_002, 7.0, 1e30, 1e300, f64::MAX, f64::INFINITY];
    assert!(rising.map(activity_rank).is_sorted_by(|a, b| a < b));
    assert_eq!([-0.0, -1.0, f64::NEG_INFINITY, f64::NAN].map(activity_rank), [0; 4]);
}

#[test]
fn catalogue_manifest_serialises_as_camel_case_json() {
    let manifest = CatalogueManifest {
        version: FORMAT_VERSION,
        file: "catalogue/ab.bin".into(),
        sha256: "ab".into(),
        size_bytes: 12,
        courses: 8,
        published_at: "2026-11-21T00:00:00Z".into(),
        counts: None,
        library: None,
        notes: Some("cd".into()),
        moves: Some(Moves { edition: 7, since: 2, lists: [("CS246".into(), 5)].into() }),
    };
    let mut json = serde_json::to_value(&manifest).unwrap();
    assert_eq!((&json["sizeBytes"], &json["publishedAt"]), (&12.into(), &"2026-11-21T00:00:00Z".into()));
    assert_eq!(serde_json::from_value::<CatalogueManifest>(json.clone()).unwrap(), manifest);
    assert_eq!(json["moves"]["lists"]["CS246"], 5);
    // Manifests from before the fields `notes` and `moves` existed are readable.
    for later in ["notes", "moves"] {
        json.as_object_mut().unwrap().remove(later);
    }
    let before = CatalogueManifest { notes: None, moves: None, ..manifest };
    assert_eq!(serde_json::from_value::<CatalogueManifest>(json).unwrap(), before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn catalogue_records_round_trip(records in course_records(40)) {
        prop_assert_eq!(decode(&encode(&records)), Ok(records));
    }

    #[test]
    fn a_catalogue_damaged_at_any_position_is_rejected(
        records in course_records(12),
        flips in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        cut in any::<prop::sample::Index>(),
    ) {
        let file = encode(&records);
        prop_assert!(decode(&file[..cut.index(file.len())]).is_err());
        let mut changed = file.clone();
        for flip in flips {
            let bit = flip.index(file.len() * 8);
            changed[bit / 8] ^= 1 << (bit % 8);
        }
        prop_assume!(changed != file);
        prop_assert!(decode(&changed).is_err());
    }

    #[test]
    fn reading_arbitrary_bytes_as_a_catalogue_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200), version in 0..4_u8) {
        let _ = decode(&bytes);
        let _ = decode(&[b"NNCT".as_slice(), &[version], &bytes].concat());
    }
}

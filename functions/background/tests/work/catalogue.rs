//! Publishing after an older program or an interrupted connection has published.

use background::changes::catalogue::{CatalogueDelta, decompress, publish, rebuild_if_unreadable};
use bytes::Bytes;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::{Sha256Hash, Store};
use wasm_core::catalogue::{CatalogueManifest, FORMAT_VERSION, decode};

use crate::support::{at, course, manifest};
use crate::test_backends;

async fn put(store: &Store, key: &store::keys::object::ObjectKey, bytes: impl Into<Bytes>) {
    let always = PutCondition::Always;
    objects::put(store, Bucket::Site, key, bytes.into(), "application/json", "no-cache", always).await.unwrap();
}

/// Returns the version and the course codes of the published catalogue.
async fn published(store: &Store) -> (u8, String) {
    let manifest = manifest(store).await;
    let hash: Sha256Hash = manifest.sha256.parse().unwrap();
    let stored = objects::get(store, Bucket::Site, &object::catalogue(&hash), 1_000_000).await.unwrap();
    let records = decode(&decompress(&stored).unwrap()).unwrap();
    (manifest.version, records.iter().map(|record| record.code.as_str()).collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn an_unreadable_catalogue_is_rebuilt_from_the_table_and_then_edited() {
    let engines = test_backends::start().await;
    let store = &engines.store;
    let cs = course(store, "CS246").await;
    course(store, "STAT230").await;
    let mut edits = CatalogueDelta::default();
    edits.set(&cs);
    let mut removal = CatalogueDelta::default();
    removal.remove(cs.code);
    // A file of the previous format version, uncompressed, and a truncated file.
    let older: &[u8] = b"NNCT\x01\x8d\xef\x02\xd2\x00";
    for (version, file) in [(1, older), (FORMAT_VERSION, older), (FORMAT_VERSION, b"")] {
        let hash = Sha256Hash::of(file);
        let manifest = CatalogueManifest {
            version,
            file: object::catalogue_name(&hash),
            sha256: hash.to_string(),
            size_bytes: u64::try_from(file.len()).unwrap(),
            courses: 0,
            published_at: at(0).to_string(),
            counts: None,
            library: None,
            notes: None,
            moves: None,
        };
        put(store, &object::catalogue(&hash), file).await;
        let manifest = serde_json::to_vec(&manifest).unwrap();
        put(store, &object::catalogue_manifest(), manifest.clone()).await;
        assert!(rebuild_if_unreadable(store, at(1)).await.unwrap());
        assert_eq!(published(store).await, (FORMAT_VERSION, "CS246 STAT230".to_owned()));
        assert!(!rebuild_if_unreadable(store, at(1)).await.unwrap(), "what can be read stays");

        put(store, &object::catalogue_manifest(), manifest).await;
        publish(store, edits.clone(), at(1)).await.unwrap();
        assert_eq!(published(store).await, (FORMAT_VERSION, "CS246 STAT230".to_owned()));
        publish(store, removal.clone(), at(2)).await.unwrap();
        assert_eq!(published(store).await, (FORMAT_VERSION, "STAT230".to_owned()));
    }
}

#[test]
fn reading_a_catalogue_that_is_not_brotli_fails() {
    assert!(decompress(b"").is_err());
    assert!(decompress(b"NNCT\x02 this is a catalogue as it is").is_err());
}

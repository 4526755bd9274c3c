//! Converts a file of study cards into a deck: the cards as JSON, with re-encoded images. Its uploader reviews the deck
//! before any card is created. The deck is deleted after one day.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use bytes::Bytes;
use inspect::deck::{Deck, PICTURE_BATCH_SIZE, Picture, SkippedContent, SkippedKind};
use serde::Serialize;
use store::keys::object;
use store::objects::{self, Bucket, PutCondition};
use store::{Error, Result, uploads};
use tokio::task::JoinSet;
use wasm_core::forms::{DeckCard, DeckPicture};
use wasm_core::limits::DECK_MAX_BYTES;

use crate::recording::put_jpeg;
use crate::{Job, Outcome, arrived, no_reader};

/// Total time limit for the images of one deck. Cards whose images are not ready by then have none.
const PICTURES_LIMIT: Duration = Duration::from_secs(300);

/// Number of images that are stored at the same time.
const AT_ONCE: usize = 8;

/// JSON of a deck, read by the web client.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Draft {
    cards: Vec<DeckCard>,
    left_out: Vec<Left>,
}

/// Content that study cards do not support, of one kind.
#[derive(Debug, Serialize)]
struct Left {
    text: &'static str,
    count: u32,
    examples: Vec<String>,
}

pub(crate) async fn ingest(job: &Job<'_>) -> Result<Outcome> {
    let file = match arrived::download(job, DECK_MAX_BYTES).await? {
        Ok(file) => file,
        Err(refusal) => return job.refuse(refusal).await,
    };
    let deck = match job.inspector.read_deck(file.path()).await.map_err(no_reader)? {
        Ok(deck) => deck,
        Err(reason) => return job.refuse(reason).await,
    };
    let pictures = pictures(job, file.path(), &deck).await?;
    let draft = serde_json::to_vec(&draft(deck, &pictures)).map_err(|error| Error::broken(error.to_string()))?;
    // Store the deck after its images: a client that reads the deck requests them.
    let key = object::deck_cards(job.upload.draft.id);
    let cache = "private, max-age=3600";
    let json = Bytes::from(draft);
    objects::put(job.store, Bucket::Files, &key, json, "application/json", cache, PutCondition::Always).await?;
    uploads::finish(job.store, job.upload.draft.id, job.now).await?;
    job.published().await
}

/// Re-encodes and stores the images of the cards. Returns those that succeeded.
async fn pictures(job: &Job<'_>, file: &Path, deck: &Deck) -> Result<BTreeMap<u32, DeckPicture>> {
    let at_once = u32::try_from(PICTURE_BATCH_SIZE).unwrap_or(u32::MAX);
    let mut wanted: BTreeMap<u32, u64> = BTreeMap::new();
    for number in deck.cards.iter().filter_map(|card| card.picture) {
        *wanted.entry(number / at_once * at_once).or_default() |= 1 << (number % at_once);
    }
    let mut made = BTreeMap::new();
    let mut left: Vec<(u32, u64)> = wanted.into_iter().rev().collect();
    let until = Instant::now() + PICTURES_LIMIT;
    while let Some((first, wanted)) = left.pop() {
        if Instant::now() > until {
            break;
        }
        match job.inspector.read_deck_pictures(file, first, wanted).await.map_err(no_reader)? {
            Ok(drawn) => store(job, drawn, &mut made).await?,
            // One of the images crashed the reader. Retry each half of the set to isolate the image.
            Err(_) if wanted.count_ones() > 1 => left.extend(halves(wanted).map(|half| (first, half))),
            Err(_) => {}
        }
    }
    Ok(made)
}

/// Splits a set of images into two halves.
fn halves(wanted: u64) -> [u64; 2] {
    let mut lower = 0;
    let mut rest = wanted;
    for _ in 0..wanted.count_ones() / 2 {
        let lowest = rest & rest.wrapping_neg();
        lower |= lowest;
        rest ^= lowest;
    }
    [lower, rest]
}

async fn store(job: &Job<'_>, drawn: Vec<Picture>, made: &mut BTreeMap<u32, DeckPicture>) -> Result<()> {
    let mut sending = JoinSet::new();
    let mut waiting = drawn.into_iter();
    loop {
        while sending.len() < AT_ONCE
            && let Some(Picture { number, image: whole }) = waiting.next()
        {
            let picture = DeckPicture { number, width: whole.width_px, height: whole.height_px };
            let key = object::deck_picture(job.upload.draft.id, number, picture.width, picture.height);
            made.insert(number, picture);
            let store = job.store.clone();
            sending.spawn(async move { put_jpeg(&store, &key, whole.jpeg).await });
        }
        match sending.join_next().await {
            None => return Ok(()),
            Some(sent) => sent.map_err(|error| Error::Unavailable(error.into()))??,
        }
    }
}

fn draft(deck: Deck, pictures: &BTreeMap<u32, DeckPicture>) -> Draft {
    let mut left_out = deck.skipped;
    let mut lost = SkippedContent { kind: SkippedKind::Picture, count: 0, examples: Vec::new() };
    let mut cards = Vec::with_capacity(deck.cards.len());
    for card in deck.cards {
        let picture = card.picture.and_then(|number| pictures.get(&number).cloned());
        if card.picture.is_some() && picture.is_none() {
            lost.count += 1;
            if lost.examples.len() < 3 {
                lost.examples.push(card.title.chars().take(60).collect());
            }
        }
        cards.push(DeckCard { title: card.title, content: card.content, picture });
    }
    match left_out.iter_mut().find(|left| left.kind == SkippedKind::Picture) {
        Some(left) => left.count += lost.count,
        None if lost.count > 0 => left_out.push(lost),
        None => {}
    }
    let left_out =
        left_out.into_iter().map(|left| Left { text: left.kind.text(), count: left.count, examples: left.examples });
    Draft { cards, left_out: left_out.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_import_4_invalid_deck_images_are_found_by_bisecting_the_batch_and_the_others_are_kept() {
        assert_eq!(halves(0b1011), [0b0001, 0b1010]);
        assert_eq!(halves(u64::MAX), [0xFFFF_FFFF, !0xFFFF_FFFF]);
        let (mut sets, mut single) = (vec![0b1101_0110_u64], Vec::new());
        while let Some(set) = sets.pop() {
            if set.count_ones() > 1 { sets.extend(halves(set)) } else { single.push(set) }
        }
        single.sort_unstable();
        assert_eq!(single, [0b10, 0b100, 0b1_0000, 0b100_0000, 0b1000_0000]);
    }
}

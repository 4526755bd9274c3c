//! Results of preparing published recordings for listening: loudness, silences and a smaller rendition. The key of the
//! rendition is derived from that of the audio file, and the metadata of the file names it. The rendition is therefore
//! replaced, deleted and restored with the file.

use aws::client::Store;
use aws::expression::{attribute, exists};
use aws::objects::{self, Bucket, PresignedGet, PutCondition};
use aws::retry::Retry;
use aws::table;
use aws::transaction::{Outcome, Transaction};
use aws::write::{Check, Update};
use bytes::Bytes;
use model::error::{Error, ResourceKind, Result};
use model::ids::AudioId;
use model::keys::{self, object};
use model::metadata::ListeningMetadata;
use model::timestamp::Timestamp;
use wasm_core::shelf::ShelfId;

use crate::library::audio::{self, AudioNote};

/// Content type of a rendition.
pub const RENDITION_CONTENT_TYPE: &str = "audio/mp4";

/// Extension of the file name of a rendition.
const EXTENSION: &str = ".m4a";

/// Requests the preparation of a recording: stores an empty object, whose event starts `prepare`. Cost: 1 request.
pub async fn request(store: &Store, shelf: ShelfId, id: AudioId) -> Result<()> {
    let key = object::listening_job(shelf, id);
    objects::put(store, Bucket::Files, &key, Bytes::new(), "text/plain", "no-store", PutCondition::Always).await
}

/// Requests the preparation of up to `max` recordings that are not prepared yet. Returns their number. Cost: the
/// queries that list all recordings, 1 request each.
pub async fn request_missing(store: &Store, max: usize) -> Result<usize> {
    let mut count = 0;
    for shelf in ShelfId::ALL {
        let audio = table::query_all_entities::<AudioNote>(store, &keys::shelf::with_recordings(shelf)).await?;
        for audio in audio.iter().filter(|audio| audio.file.media.listening.is_none()) {
            if count == max {
                return Ok(count);
            }
            request(store, shelf, audio.id).await?;
            count += 1;
        }
    }
    Ok(count)
}

/// Stores the result of preparing the file of `audio`, and its silences. Returns false if the recording was deleted or
/// has another file. The silences of a recording without a waveform are not stored. Cost: 2 to 5 reads, 4 writes.
pub async fn store_result(
    store: &Store,
    audio: &AudioNote,
    listening: &ListeningMetadata,
    silences: &[(u32, u32)],
) -> Result<bool> {
    let mut retry = Retry::new();
    loop {
        let Some(before) = audio::find_on_shelf(store, audio.shelf, audio.id).await? else { return Ok(false) };
        if before.file.key != audio.file.key {
            return Ok(false);
        }
        let mut after = before.clone();
        after.file.media.listening = Some(listening.clone());
        let waveform = match audio::get_waveform(store, audio.id).await {
            Err(Error::NotFound(ResourceKind::Audio)) => None,
            waveform => Some(waveform?),
        };
        let with_silences =
            waveform.clone().map(|waveform| audio::Waveform { silences: pack_silences(silences), ..waveform });
        if before == after && waveform == with_silences {
            return Ok(true);
        }
        let mut transaction = Transaction::default();
        let primary = keys::audio::primary(before.shelf, audio.id);
        let same = attribute("file_key").is(&before.file.key);
        if before == after {
            transaction.add("audio", Check::of(primary, same));
        } else {
            transaction.add("audio", Update::between(primary, &before, &after).when(same));
        }
        if let (Some(waveform), Some(with_silences)) = (&waveform, &with_silences)
            && waveform != with_silences
        {
            let update = Update::between(keys::audio::waveform(audio.id), waveform, with_silences);
            transaction.add("waveform", update.when(exists()));
        }
        match transaction.run(store).await? {
            Outcome::Done => return Ok(true),
            Outcome::Refused(_) => retry.wait().await?,
        }
    }
}

/// Returns a signed URL of the rendition, or `None` if there is none. Makes no request.
pub async fn presign(store: &Store, audio: &AudioNote, now: Timestamp) -> Result<Option<PresignedGet>> {
    let file = &audio.file;
    if file.media.listening.as_ref().and_then(|listening| listening.rendition.as_ref()).is_none() {
        return Ok(None);
    }
    let key = object::rendition(&file.key);
    let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
    let name = format!("{stem}{EXTENSION}");
    let duration_secs = file.media.duration_secs;
    objects::presign_recording(store, &key, &name, RENDITION_CONTENT_TYPE, duration_secs, now).await.map(Some)
}

/// Packs silences as bytes. Each silence is two variable-length integers in units of 10 ms: the time since the end of
/// the previous silence, and the duration. An hour with 600 silences takes 2 kB.
#[must_use]
pub fn pack_silences(silences: &[(u32, u32)]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut last = 0;
    for (start, end) in silences.iter().map(|(start, end)| (start / 10, end / 10)) {
        for mut number in [start.saturating_sub(last), end.saturating_sub(start)] {
            while number >= 0x80 {
                packed.push((number & 0x7f) as u8 | 0x80);
                number >>= 7;
            }
            packed.push((number & 0x7f) as u8);
        }
        last = end;
    }
    packed
}

/// Returns the silences as start and end in milliseconds.
///
/// # Errors
/// `Broken` if they were not packed by [`pack_silences`].
pub fn unpack_silences(packed: &[u8]) -> Result<Vec<(u32, u32)>> {
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0_u32, 0);
    for byte in packed {
        let part = u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        number |= part;
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    let (pairs, rest) = numbers.as_chunks::<2>();
    if shift != 0 || !rest.is_empty() {
        return Err(Error::broken("the silences of a recording end too early"));
    }
    let mut last = 0_u32;
    Ok(pairs
        .iter()
        .map(|[pause, duration]| {
            let start = last.saturating_add(*pause);
            last = start.saturating_add(*duration);
            (start.saturating_mul(10), last.saturating_mul(10))
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silences_survive_packing() {
        let silences = [(0, 1000), (1500, 2710), (3_600_000, 3_900_500), (40_000_000, 40_001_000)];
        let packed = pack_silences(&silences);
        assert_eq!(unpack_silences(&packed).unwrap(), silences);
        assert!(packed.len() < 20, "{} bytes", packed.len());
        assert_eq!(unpack_silences(&[]).unwrap(), []);
    }

    #[test]
    fn truncated_packed_silences_are_broken() {
        let packed = pack_silences(&[(1500, 270_000)]);
        for end in 1..packed.len() {
            assert!(matches!(unpack_silences(&packed[..end]), Err(Error::Broken(_))), "{end}");
        }
    }
}

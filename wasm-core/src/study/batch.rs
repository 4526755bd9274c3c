//! Serialised review events of one device, for storage and transfer.
//!
//! The format is a version, the device, the number of review events, each event as the difference from the previous
//! one, and a checksum. Twenty answers take about 500 bytes. The reader validates everything: damage is an error and
//! never gives a wrong event.

use thiserror::Error;

use super::bytes::{Reader, checksum, write_number, zigzag};
use super::day::ZONE_MAX_MINUTES;
use super::event::{Action, CardKey, DEVICE_MAX, Rating, ReviewEvent};
use crate::limits::STUDY_BATCH_MAX;

const VERSION: u8 = 1;
/// Upper bound of times: the year 10889.
const WHEN_MAX_MS: u64 = 1 << 48;
const CHECKSUM_BYTES: usize = 4;

const UNDO: u8 = 5;
const SUSPEND: u8 = 6;
const UNSUSPEND: u8 = 7;
const BURY: u8 = 8;

/// Reason why review events are not a valid batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BatchError {
    /// No review events, or more than `STUDY_BATCH_MAX`.
    #[error("A batch has 1 to {STUDY_BATCH_MAX} events.")]
    Count,
    /// Review events of several devices, or not in the order of their sequence numbers.
    #[error("The events of a batch are of one device, in the order of their numbers.")]
    Order,
    /// A number that no device can have produced.
    #[error("A time, a time zone or a device is out of range.")]
    Range,
    /// Damaged bytes, or bytes of a newer version.
    #[error("The bytes are damaged, or of a newer version.")]
    Damaged,
}

/// Encodes review events of one device, in the order of their sequence numbers.
///
/// # Errors
/// `Count`, `Order`, `Range`.
pub fn encode(events: &[ReviewEvent]) -> Result<Vec<u8>, BatchError> {
    let (Some(first), Ok(count)) = (events.first(), u8::try_from(events.len())) else {
        return Err(BatchError::Count);
    };
    if events.len() > STUDY_BATCH_MAX {
        return Err(BatchError::Count);
    }
    if events.windows(2).any(|pair| pair[0].device != pair[1].device || pair[0].sequence >= pair[1].sequence) {
        return Err(BatchError::Order);
    }
    if !events.iter().all(is_in_range) {
        return Err(BatchError::Range);
    }
    let mut bytes = vec![VERSION];
    bytes.extend(first.device.to_le_bytes());
    bytes.push(count);
    let mut before = Before::default();
    for event in events {
        write_number(&mut bytes, u64::from(event.sequence - before.sequence));
        write_number(&mut bytes, zigzag(event.when_ms.cast_signed() - before.when_ms.cast_signed()));
        write_number(&mut bytes, zigzag(i64::from(event.zone_minutes) - i64::from(before.zone_minutes)));
        bytes.extend(event.card.0.to_le_bytes());
        match event.action {
            Action::Review { rating, took_ms } => {
                bytes.push(rating.number());
                write_number(&mut bytes, u64::from(took_ms));
            }
            Action::Undo { device, sequence } => {
                bytes.push(UNDO);
                bytes.extend(device.to_le_bytes());
                write_number(&mut bytes, u64::from(sequence));
            }
            Action::Suspend => bytes.push(SUSPEND),
            Action::Unsuspend => bytes.push(UNSUSPEND),
            Action::Bury => bytes.push(BURY),
        }
        before = Before::of(event);
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Decodes a batch from [`encode`].
///
/// # Errors
/// `Damaged`.
pub fn decode(bytes: &[u8]) -> Result<Vec<ReviewEvent>, BatchError> {
    read(bytes).ok_or(BatchError::Damaged)
}

fn read(bytes: &[u8]) -> Option<Vec<ReviewEvent>> {
    let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    if checksum(body) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut reader = Reader(body);
    if reader.byte()? != VERSION {
        return None;
    }
    let device = u64::from_le_bytes(reader.array()?);
    let count = usize::from(reader.byte()?);
    if !(1..=STUDY_BATCH_MAX).contains(&count) {
        return None;
    }
    let mut events = Vec::with_capacity(count);
    let mut before = Before::default();
    for index in 0..count {
        let step = reader.number_u32()?;
        if index > 0 && step == 0 {
            return None;
        }
        let sequence = before.sequence.checked_add(step)?;
        let when_ms = before.when_ms.checked_add_signed(reader.signed()?)?;
        let zone = i64::from(before.zone_minutes).checked_add(reader.signed()?)?;
        let card = CardKey(u128::from_le_bytes(reader.array()?));
        let what = match reader.byte()? {
            UNDO => {
                let device = u64::from_le_bytes(reader.array()?);
                Action::Undo { device, sequence: reader.number_u32()? }
            }
            SUSPEND => Action::Suspend,
            UNSUSPEND => Action::Unsuspend,
            BURY => Action::Bury,
            number => {
                let rating = Rating::from_number(number)?;
                Action::Review { rating, took_ms: reader.number_u32()? }
            }
        };
        let event =
            ReviewEvent { device, sequence, card, when_ms, zone_minutes: i16::try_from(zone).ok()?, action: what };
        if !is_in_range(&event) {
            return None;
        }
        before = Before::of(&event);
        events.push(event);
    }
    reader.0.is_empty().then_some(events)
}

fn is_in_range(event: &ReviewEvent) -> bool {
    let undone = match event.action {
        Action::Undo { device, .. } => device,
        Action::Review { .. } | Action::Suspend | Action::Unsuspend | Action::Bury => 0,
    };
    event.device <= DEVICE_MAX
        && undone <= DEVICE_MAX
        && event.when_ms <= WHEN_MAX_MS
        && (-ZONE_MAX_MINUTES..=ZONE_MAX_MINUTES).contains(&event.zone_minutes)
}

/// The previous review event, from which the next one is written as a difference.
#[derive(Default)]
struct Before {
    sequence: u32,
    when_ms: u64,
    zone_minutes: i16,
}

impl Before {
    fn of(event: &ReviewEvent) -> Self {
        Self { sequence: event.sequence, when_ms: event.when_ms, zone_minutes: event.zone_minutes }
    }
}

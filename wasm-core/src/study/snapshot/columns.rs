//! The body of a snapshot: the states of all cards, column by column, because columns compress well.
//!
//! A card is its short key, 8 bytes of memory as the model left them, and some small numbers: about 17 bytes after
//! compression. Data that only mattered on a past day is left out.

use thiserror::Error;

use super::{HEADER_BYTES, OWN_VERSION, VERSION, snapshot_watermark_ms};
use crate::index_sort::sort_indices;
use crate::study::bytes::{Reader, checksum, write_number, zigzag};
use crate::study::day::{DAY_MS, study_day};
use crate::study::event::ShortKey;
use crate::study::model::Parameters;
use crate::study::pace::Pace;
use crate::study::review_log::{Card, CardCheckpoint, CourseMembership, Day, Days, ReviewLog};
use crate::study::schedule::{Phase, State};

const QUARTER_MS: u64 = 15 * 60 * 1000;
const QUARTERS_OF_DAY: i64 = 96;
/// Number of days before the end of a snapshot whose exact day is stored. Time zones are at most two days apart, and
/// older days are never requested.
const RECENT_DAYS: i32 = 3;
const CHECKSUM_BYTES: usize = 4;
const MEMORY_BYTES: usize = 4;

const PHASE_BITS: u8 = 0b111;
const SUSPENDED: u8 = 1 << 3;
const BEGUN_LATELY: u8 = 1 << 4;
const REVIEWED_LATELY: u8 = 1 << 5;
const BURIED_LATELY: u8 = 1 << 6;

/// Error for bytes that are not a snapshot of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("The bytes are damaged, or of another version.")]
pub struct Damaged;

impl ReviewLog {
    /// Returns the log as a snapshot of everything that the server received before `before_ms`, or `None` if it [needs
    /// all review events](Self::needs_full_log).
    pub fn snapshot(&mut self, before_ms: u64) -> Option<Vec<u8>> {
        if self.needs_full_log() {
            return None;
        }
        let known: Vec<usize> = (0..self.cards.len()).filter(|place| self.cards[*place].is_known()).collect();
        let key = |index: usize| self.cards[known[index]].key.hash_and_gap();
        let order = sort_indices(known.len(), &|one, other| key(one).cmp(&key(other)));
        let places: Vec<usize> = order.into_iter().map(|index| known[index as usize]).collect();
        let states: Vec<State> = places.iter().map(|place| self.state_at(*place)).collect();
        let days = self.all_days();
        let cards: Vec<&Card> = places.iter().map(|place| &self.cards[*place]).collect();
        let parameters = *self.scheduler.parameters();
        let is_own = parameters != Parameters::default();
        let mut bytes = vec![if is_own { OWN_VERSION } else { VERSION }];
        bytes.extend(before_ms.to_le_bytes());
        if is_own {
            bytes.extend(parameters.hash().to_le_bytes());
        }
        write_courses(&mut bytes, &self.courses);
        write_cards(&mut bytes, &cards, &states, study_day(before_ms, 0));
        write_undone(&mut bytes, &cards);
        write_days(&mut bytes, &days);
        bytes.extend(checksum(&bytes).to_le_bytes());
        Some(bytes)
    }

    /// Replaces the state with a snapshot and returns the time, in Unix milliseconds, before which it is complete. The
    /// desired retention and the parameters do not change.
    ///
    /// # Errors
    /// [`Damaged`]; then nothing has changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<u64, Damaged> {
        let before_ms = snapshot_watermark_ms(bytes).ok_or(Damaged)?;
        let restored = read(bytes, study_day(before_ms, 0)).ok_or(Damaged)?;
        let mut log = Self::default();
        std::mem::swap(&mut log.scheduler, &mut self.scheduler);
        log.days = restored.days;
        log.courses = restored.courses;
        log.snapshot_parameters = Some(restored.parameters);
        *self = log;
        for (key, course, base) in restored.cards {
            let place = self.index_of(key);
            self.cards[place].course = course;
            self.cards[place].checkpoint = Some(base);
        }
        Ok(before_ms)
    }
}

struct Restored {
    /// Hash of the parameters with which it was computed.
    parameters: u32,
    courses: Vec<String>,
    cards: Vec<(ShortKey, CourseMembership, CardCheckpoint)>,
    days: Days,
}

fn read(bytes: &[u8], last_day: i32) -> Option<Restored> {
    let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    if checksum(body) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut reader = Reader(body.get(HEADER_BYTES..)?);
    let is_own = body.first() == Some(&OWN_VERSION);
    let parameters = if is_own { u32::from_le_bytes(reader.array()?) } else { Parameters::default().hash() };
    let courses = read_courses(&mut reader)?;
    let mut cards = read_cards(&mut reader, last_day, courses.len())?;
    read_undone(&mut reader, &mut cards)?;
    let days = read_days(&mut reader)?;
    reader.0.is_empty().then_some(Restored { parameters, courses, cards, days })
}

fn write_courses(bytes: &mut Vec<u8>, courses: &[String]) {
    write_number(bytes, courses.len() as u64);
    for code in courses {
        write_number(bytes, code.len() as u64);
        bytes.extend(code.as_bytes());
    }
}

fn read_courses(reader: &mut Reader<'_>) -> Option<Vec<String>> {
    (0..reader.count()?)
        .map(|_| {
            let len = reader.count()?;
            Some(str::from_utf8(reader.slice(len)?).ok()?.to_owned())
        })
        .collect()
}

fn write_cards(bytes: &mut Vec<u8>, cards: &[&Card], states: &[State], last_day: i32) {
    write_number(bytes, cards.len() as u64);
    let mut before = 0;
    for card in cards {
        let (hash, _) = card.key.hash_and_gap();
        write_number(bytes, hash - before);
        before = hash;
    }
    bytes.extend(cards.iter().map(|card| card.key.hash_and_gap().1));
    for place in 0..MEMORY_BYTES {
        bytes.extend(states.iter().map(|state| state.stability.to_le_bytes()[place]));
    }
    for place in 0..MEMORY_BYTES {
        bytes.extend(states.iter().map(|state| state.difficulty.to_le_bytes()[place]));
    }
    bytes.extend(states.iter().map(|state| state.pace.0));
    bytes.extend(states.iter().map(|state| flags(state, last_day)));
    for state in states {
        write_number(bytes, zigzag(i64::from(last_day) - i64::from(state.last_day)));
    }
    for (card, state) in cards.iter().zip(states) {
        let quarter = card.watermark_ms().div_ceil(QUARTER_MS).cast_signed();
        write_number(bytes, zigzag(quarter - i64::from(state.last_day) * QUARTERS_OF_DAY));
    }
    let counts: [fn(&State) -> u32; 3] = [|state| state.reviews, |state| state.lapses, |state| state.recalls];
    for count in counts {
        for state in states {
            write_number(bytes, u64::from(count(state)));
        }
    }
    for card in cards {
        write_number(bytes, number_of(card.course));
    }
    for state in states {
        if is_in_steps(state.phase) {
            write_number(bytes, zigzag(state.due_ms.cast_signed() - begin_ms(state.last_day)));
        }
        for (day, is_lately) in lately(state, last_day) {
            if is_lately {
                write_number(bytes, zigzag(i64::from(day) - i64::from(last_day)));
            }
        }
    }
}

fn read_cards(
    reader: &mut Reader<'_>,
    last_day: i32,
    courses: usize,
) -> Option<Vec<(ShortKey, CourseMembership, CardCheckpoint)>> {
    let count = reader.count()?;
    let mut hash = 0;
    let mut hashes = Vec::with_capacity(count);
    for _ in 0..count {
        hash = reader.number()?.checked_add(hash)?;
        hashes.push(hash);
    }
    let keys = hashes.into_iter().zip(reader.slice(count)?).map(|(hash, gap)| {
        let base = CardCheckpoint { state: State::default(), watermark_ms: 0, undone: Vec::new() };
        Some((ShortKey::of_gap(hash, *gap)?, CourseMembership::Unknown, base))
    });
    let mut cards: Vec<_> = keys.collect::<Option<_>>()?;
    let memory = reader.slice(count.checked_mul(2 * MEMORY_BYTES)?)?;
    let number = |first: usize, card: usize| {
        let bytes = [0, 1, 2, 3].map(|place| memory.get((first + place) * count + card).copied().unwrap_or(0));
        Some(f32::from_le_bytes(bytes)).filter(|number| number.is_finite())
    };
    for (index, (_, _, base)) in cards.iter_mut().enumerate() {
        base.state.stability = number(0, index)?;
        base.state.difficulty = number(MEMORY_BYTES, index)?;
    }
    for ((_, _, base), pace) in cards.iter_mut().zip(reader.slice(count)?) {
        base.state.pace = Pace(*pace);
    }
    let flags = reader.slice(count)?;
    for ((_, _, base), flags) in cards.iter_mut().zip(flags) {
        base.state.phase = phase_of(flags & PHASE_BITS)?;
        base.state.is_suspended = flags & SUSPENDED != 0;
    }
    for (_, _, base) in &mut cards {
        base.state.last_day = i32::try_from(i64::from(last_day).checked_sub(reader.signed()?)?).ok()?;
    }
    for (_, _, base) in &mut cards {
        let quarter = reader.signed()?.checked_add(i64::from(base.state.last_day) * QUARTERS_OF_DAY)?;
        base.watermark_ms = u64::try_from(quarter).ok()?.checked_mul(QUARTER_MS)?;
    }
    let counts: [fn(&mut State) -> &mut u32; 3] =
        [|state| &mut state.reviews, |state| &mut state.lapses, |state| &mut state.recalls];
    for count in counts {
        for (_, _, base) in &mut cards {
            *count(&mut base.state) = reader.number_u32()?;
        }
    }
    for (_, course, _) in &mut cards {
        *course = whereabouts(reader.number()?, courses)?;
    }
    for ((_, _, CardCheckpoint { state, .. }), flags) in cards.iter_mut().zip(flags) {
        if is_in_steps(state.phase) {
            let due_ms = reader.signed()?.checked_add(begin_ms(state.last_day))?;
            state.due_ms = u64::try_from(due_ms).ok()?;
            state.due_day = state.last_day;
        }
        let mut day = |flag| {
            if flags & flag == 0 { Some(None) } else { reader.delta_from(last_day).map(Some) }
        };
        state.first_day = day(BEGUN_LATELY)?.unwrap_or(i32::MIN);
        state.review_day = day(REVIEWED_LATELY)?;
        state.buried_day = day(BURIED_LATELY)?;
    }
    Some(cards)
}

fn write_undone(bytes: &mut Vec<u8>, cards: &[&Card]) {
    let undone: Vec<(usize, (u64, u32))> = cards
        .iter()
        .enumerate()
        .flat_map(|(index, card)| card.pending_undos().into_iter().map(move |id| (index, id)))
        .collect();
    write_number(bytes, undone.len() as u64);
    for (index, (device, sequence)) in undone {
        write_number(bytes, index as u64);
        write_number(bytes, device);
        write_number(bytes, u64::from(sequence));
    }
}

fn read_undone(reader: &mut Reader<'_>, cards: &mut [(ShortKey, CourseMembership, CardCheckpoint)]) -> Option<()> {
    for _ in 0..reader.count()? {
        let (_, _, base) = cards.get_mut(usize::try_from(reader.number()?).ok()?)?;
        base.undone.push((reader.number()?, reader.number_u32()?));
    }
    Some(())
}

fn write_days(bytes: &mut Vec<u8>, Days(days): &Days) {
    write_number(bytes, days.len() as u64);
    let mut before = 0;
    for (day, Day { answers, took_ms, recalls, lapses }) in days {
        write_number(bytes, zigzag(i64::from(*day) - i64::from(before)));
        write_number(bytes, u64::from(*answers));
        write_number(bytes, *took_ms);
        write_number(bytes, u64::from(*recalls));
        write_number(bytes, u64::from(*lapses));
        before = *day;
    }
}

fn read_days(reader: &mut Reader<'_>) -> Option<Days> {
    let mut before = 0;
    let days = (0..reader.count()?).map(|_| {
        before = reader.delta_from(before)?;
        let (answers, took_ms) = (reader.number_u32()?, reader.number()?);
        Some((before, Day { answers, took_ms, recalls: reader.number_u32()?, lapses: reader.number_u32()? }))
    });
    let days: Vec<(i32, Day)> = days.collect::<Option<_>>()?;
    days.is_sorted_by(|one, other| one.0 < other.0).then_some(Days(days))
}

/// Returns the recent events, in the order of their flags: begun, reviewed, buried.
fn lately(state: &State, last_day: i32) -> [(i32, bool); 3] {
    let is_recent = |day: i32| day >= last_day.saturating_sub(RECENT_DAYS);
    let of = |day: Option<i32>| day.map_or((0, false), |day| (day, is_recent(day)));
    [of((state.reviews > 0).then_some(state.first_day)), of(state.review_day), of(state.buried_day)]
}

fn flags(state: &State, last_day: i32) -> u8 {
    let phase = match state.phase {
        Phase::New => 0,
        Phase::Review => 1,
        Phase::Learning { step } => 2 + step.min(1),
        Phase::Relearning { .. } => 4,
    };
    let lately = lately(state, last_day).into_iter().zip([BEGUN_LATELY, REVIEWED_LATELY, BURIED_LATELY]);
    let suspended = if state.is_suspended { SUSPENDED } else { 0 };
    lately.filter(|((_, is_lately), _)| *is_lately).fold(phase | suspended, |flags, (_, flag)| flags | flag)
}

fn phase_of(number: u8) -> Option<Phase> {
    match number {
        0 => Some(Phase::New),
        1 => Some(Phase::Review),
        2 | 3 => Some(Phase::Learning { step: number - 2 }),
        4 => Some(Phase::Relearning { step: 0 }),
        _ => None,
    }
}

fn is_in_steps(phase: Phase) -> bool {
    matches!(phase, Phase::Learning { .. } | Phase::Relearning { .. })
}

fn begin_ms(day: i32) -> i64 {
    i64::from(day) * DAY_MS.cast_signed()
}

fn number_of(course: CourseMembership) -> u64 {
    match course {
        CourseMembership::Unknown => 0,
        CourseMembership::Removed => 1,
        CourseMembership::Course(number) => number as u64 + 2,
    }
}

fn whereabouts(number: u64, courses: usize) -> Option<CourseMembership> {
    match usize::try_from(number).ok()? {
        0 => Some(CourseMembership::Unknown),
        1 => Some(CourseMembership::Removed),
        number => (number - 2 < courses).then_some(CourseMembership::Course(number - 2)),
    }
}

//! The player, as the page drives it.
//!
//! Commands and events are methods with plain arguments, and effects are calls of the object that the player was made
//! with, so that no code is needed that reads and writes objects. The page collects those calls and acts on them
//! afterwards, because the player cannot be entered again before a method has returned.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::player::position::{self, Heard, Position};
use crate::player::{Command, Effect, Event, FailureCause, Input, Phase, Player, PreloadDepth, Repeat, Track, Warning};

#[wasm_bindgen(typescript_custom_section)]
const EFFECTS: &str = r"
/** What the player wants to be done, in the order of the calls. None of them may call the player. Times in seconds. */
export interface PlayerEffects {
    /** Give the element a new source; what it played before stops. Events about it carry `load` from now on. */
    load(load: number, trackId: string, startSecs: number, rate: number, needsNewAddress: boolean): void;
    /** Take the source from the element. */
    unload(): void;
    play(load: number): void;
    pause(load: number): void;
    seek(load: number, positionSecs: number): void;
    setRate(rate: number): void;
    /** Have these prepared, and no others: the first with their sound, the others with their length and format. */
    preload(full: string[], metadata: string[]): void;
    /** Call `retryDue` with this load after a while. */
    retryAfter(load: number, delayMs: number): void;
    /** Keep where the person is in a track. */
    report(trackId: string, positionSecs: number, durationSecs: number | undefined, isFinished: boolean, isRestart: boolean): void;
    /** Count something that took too long. */
    warn(warning: SlowThing, trackId: string, tookMs: number): void;
    /** Say for `SKIP_NOTICE_MS` that a track cannot be played. */
    skipNotice(trackId: string, message: string): void;
    /** Write an error to the log. */
    log(message: string): void;
}";

#[wasm_bindgen]
unsafe extern "C" {
    /// See the section for TypeScript above.
    #[wasm_bindgen(typescript_type = "PlayerEffects")]
    pub type PlayerEffects;

    #[wasm_bindgen(method)]
    fn load(this: &PlayerEffects, load: u32, track_id: &str, start_secs: f64, rate: f64, needs_new_address: bool);
    #[wasm_bindgen(method)]
    fn unload(this: &PlayerEffects);
    #[wasm_bindgen(method)]
    fn play(this: &PlayerEffects, load: u32);
    #[wasm_bindgen(method)]
    fn pause(this: &PlayerEffects, load: u32);
    #[wasm_bindgen(method)]
    fn seek(this: &PlayerEffects, load: u32, position_secs: f64);
    #[wasm_bindgen(method, js_name = setRate)]
    fn set_rate(this: &PlayerEffects, rate: f64);
    #[wasm_bindgen(method)]
    fn preload(this: &PlayerEffects, full: Vec<String>, metadata: Vec<String>);
    #[wasm_bindgen(method, js_name = retryAfter)]
    fn retry_after(this: &PlayerEffects, load: u32, delay_ms: u32);
    #[wasm_bindgen(method)]
    fn report(
        this: &PlayerEffects,
        track_id: &str,
        position_secs: f64,
        duration_secs: Option<f64>,
        is_finished: bool,
        is_restart: bool,
    );
    #[wasm_bindgen(method)]
    fn warn(this: &PlayerEffects, warning: SlowThing, track_id: &str, took_ms: f64);
    #[wasm_bindgen(method, js_name = skipNotice)]
    fn skip_notice(this: &PlayerEffects, track_id: &str, message: &str);
    #[wasm_bindgen(method)]
    fn log(this: &PlayerEffects, message: &str);
}

pub use words::{PlayerPhase, RepeatMode, SlowThing};

/// Choices that are words in JavaScript.
mod words {
    #![expect(missing_docs, reason = "the macro adds a variant and functions")]

    use super::wasm_bindgen;

    /// What took too long.
    #[wasm_bindgen]
    #[derive(Debug, Clone, Copy)]
    pub enum SlowThing {
        /// From the load to being ready.
        Load = "slow_load",
        /// From asking to play to being heard.
        Start = "slow_start",
    }

    /// What follows the end of a track.
    #[wasm_bindgen]
    #[derive(Debug, Clone, Copy)]
    pub enum RepeatMode {
        /// Nothing after the last.
        Off = "off",
        /// After the last the first.
        All = "all",
        /// The same track.
        One = "one",
    }

    /// What the player is doing.
    #[wasm_bindgen]
    #[derive(Debug, Clone, Copy)]
    pub enum PlayerPhase {
        /// There is no current track.
        Idle = "idle",
        /// Not there yet, or asked to play and not heard yet.
        Loading = "loading",
        /// It could play at once.
        Paused = "paused",
        /// It is heard, or waits for data in the middle.
        Playing = "playing",
        /// Played to its end, and nothing followed.
        Ended = "ended",
        /// It cannot be played, and nothing followed.
        Failed = "failed",
    }
}

/// The player. Each method that takes `now_ms`, a clock that never goes backwards, is one step.
#[wasm_bindgen]
pub struct PlayerCore {
    player: Player,
    effects: PlayerEffects,
}

impl PlayerCore {
    fn command(&mut self, now_ms: f64, command: Command) {
        self.step(Input::Command { now_ms, command });
    }

    fn event(&mut self, now_ms: f64, load: u32, event: Event) {
        self.step(Input::Event { now_ms, load, event });
    }

    fn step(&mut self, input: Input) {
        let to = &self.effects;
        for effect in self.player.step(input) {
            match effect {
                Effect::Load { load, track_id, start_secs, rate, needs_new_address } => {
                    to.load(load, &track_id, start_secs, rate, needs_new_address);
                }
                Effect::Unload => to.unload(),
                Effect::Play { load } => to.play(load),
                Effect::Pause { load } => to.pause(load),
                Effect::Seek { load, position_secs } => to.seek(load, position_secs),
                Effect::SetRate { rate } => to.set_rate(rate),
                Effect::Preload { items } => {
                    let (full, metadata): (Vec<_>, _) =
                        items.into_iter().partition(|item| item.depth == PreloadDepth::Full);
                    let ids = |items: Vec<crate::player::PreloadItem>| items.into_iter().map(|item| item.track_id);
                    to.preload(ids(full).collect(), ids(metadata).collect());
                }
                Effect::RetryAfter { load, delay_ms } => to.retry_after(load, delay_ms),
                Effect::Report { track_id, position_secs, duration_secs, is_finished, is_restart } => {
                    to.report(&track_id, position_secs, duration_secs, is_finished, is_restart);
                }
                Effect::Warn { warning, track_id, took_ms } => {
                    let warning = match warning {
                        Warning::SlowLoad => SlowThing::Load,
                        Warning::SlowStart => SlowThing::Start,
                    };
                    to.warn(warning, &track_id, took_ms);
                }
                Effect::SkipNotice { track_id, message } => to.skip_notice(&track_id, &message),
                Effect::Log { message } => to.log(&message),
            }
        }
    }
}

/// Tracks as columns; a list that is shorter than the others ends all of them.
fn tracks(ids: Vec<String>, titles: Vec<String>, durations_secs: &[f64], starts_secs: &[f64]) -> Vec<Track> {
    let times = durations_secs.iter().zip(starts_secs);
    let track = |((id, title), (duration_secs, start_secs)): ((String, String), (&f64, &f64))| Track {
        id,
        title,
        duration_secs: Some(*duration_secs),
        start_secs: *start_secs,
    };
    ids.into_iter().zip(titles).zip(times).map(track).collect()
}

/// Commands. An index outside the list asks for nothing.
#[wasm_bindgen]
impl PlayerCore {
    /// A player with nothing in it, which tells `effects` what to do.
    #[wasm_bindgen(constructor)]
    pub fn new(effects: PlayerEffects) -> Self {
        Self { player: Player::new(), effects }
    }

    /// Replaces the list by these columns. NaN stands for a duration that is not known. The current track plays on.
    #[wasm_bindgen(js_name = setList)]
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    pub fn set_list(
        &mut self,
        now_ms: f64,
        ids: Vec<String>,
        titles: Vec<String>,
        durations_secs: Vec<f64>,
        starts_secs: Vec<f64>,
    ) {
        let tracks = tracks(ids, titles, &durations_secs, &starts_secs);
        self.command(now_ms, Command::SetList { tracks });
    }

    /// Puts tracks at the end, in columns like those of `setList`.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    pub fn append(
        &mut self,
        now_ms: f64,
        ids: Vec<String>,
        titles: Vec<String>,
        durations_secs: Vec<f64>,
        starts_secs: Vec<f64>,
    ) {
        let tracks = tracks(ids, titles, &durations_secs, &starts_secs);
        self.command(now_ms, Command::Append { tracks });
    }

    /// Plays this track; if it is not in the list, it is put behind the current one first.
    #[wasm_bindgen(js_name = playTrack)]
    pub fn play_track(&mut self, now_ms: f64, id: String, title: String, duration_secs: Option<f64>, start_secs: f64) {
        self.command(now_ms, Command::PlayTrack { track: Track { id, title, duration_secs, start_secs } });
    }

    /// Puts a track right behind the current one.
    #[wasm_bindgen(js_name = playNext)]
    pub fn play_next(&mut self, now_ms: f64, id: String, title: String, duration_secs: Option<f64>, start_secs: f64) {
        self.command(now_ms, Command::PlayNext { track: Track { id, title, duration_secs, start_secs } });
    }

    /// Plays the track at this index; if it is the current one, goes on with it.
    #[wasm_bindgen(js_name = playAt)]
    pub fn play_at(&mut self, now_ms: f64, index: usize) {
        self.command(now_ms, Command::PlayAt { index });
    }

    /// Goes on with the current track, or begins with the first.
    pub fn resume(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Resume);
    }

    /// Pauses. Also for when the system paused the element or refused to let it play.
    pub fn pause(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Pause);
    }

    /// Pauses if playing or about to, else resumes.
    pub fn toggle(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Toggle);
    }

    /// Plays the next track, and after the last the first.
    pub fn next(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Next);
    }

    /// Restarts a track that was heard for a while, else plays the one before.
    pub fn previous(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Previous);
    }

    /// Goes to a position in seconds.
    pub fn seek(&mut self, now_ms: f64, position_secs: f64) {
        self.command(now_ms, Command::Seek { position_secs });
    }

    /// Goes back by `JUMP_BACK_SECS`.
    #[wasm_bindgen(js_name = jumpBack)]
    pub fn jump_back(&mut self, now_ms: f64) {
        self.command(now_ms, Command::JumpBack);
    }

    /// Goes forward by `JUMP_FORWARD_SECS`.
    #[wasm_bindgen(js_name = jumpForward)]
    pub fn jump_forward(&mut self, now_ms: f64) {
        self.command(now_ms, Command::JumpForward);
    }

    /// Plays another track by chance. `seed` is a new random number each time.
    pub fn shuffle(&mut self, now_ms: f64, seed: u32) {
        self.command(now_ms, Command::Shuffle { seed });
    }

    /// Chooses what follows the end of a track.
    #[wasm_bindgen(js_name = setRepeat)]
    pub fn set_repeat(&mut self, now_ms: f64, repeat: RepeatMode) {
        let repeat = match repeat {
            RepeatMode::Off => Repeat::Off,
            RepeatMode::One => Repeat::One,
            _ => Repeat::All,
        };
        self.command(now_ms, Command::SetRepeat { repeat });
    }

    /// Chooses the speed; 1 is normal.
    #[wasm_bindgen(js_name = setRate)]
    pub fn set_rate(&mut self, now_ms: f64, rate: f64) {
        self.command(now_ms, Command::SetRate { rate });
    }

    /// Says whether data is to be saved; then nothing beyond metadata is prepared.
    #[wasm_bindgen(js_name = setDataSaving)]
    pub fn set_data_saving(&mut self, now_ms: f64, is_on: bool) {
        self.command(now_ms, Command::SetDataSaving { is_on });
    }

    /// Says where a track was left, in seconds, perhaps on another device. The current track goes on where it is.
    #[wasm_bindgen(js_name = setStart)]
    pub fn set_start(&mut self, now_ms: f64, track_id: String, start_secs: f64) {
        self.command(now_ms, Command::SetStart { track_id, start_secs });
    }

    /// Takes a track out of the list. In place of the current one comes the one behind it.
    pub fn remove(&mut self, now_ms: f64, index: usize) {
        self.command(now_ms, Command::Remove { index });
    }

    /// Moves a track within the list.
    #[wasm_bindgen(js_name = move)]
    pub fn move_to(&mut self, now_ms: f64, from: usize, to: usize) {
        self.command(now_ms, Command::Move { from, to });
    }

    /// Takes all but the current track out of the list.
    pub fn clear(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Clear);
    }

    /// Stops and forgets the current track. The list stays.
    pub fn reset(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Reset);
    }

    /// The page is about to be hidden.
    pub fn hide(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Hide);
    }
}

/// Events of the element. `load` is the number of the load that they are about.
#[wasm_bindgen]
impl PlayerCore {
    /// There is no element that the load could go to.
    #[wasm_bindgen(js_name = onNotMounted)]
    pub fn on_not_mounted(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::NotMounted);
    }

    /// The time that `retryAfter` asked for is over.
    #[wasm_bindgen(js_name = onRetryDue)]
    pub fn on_retry_due(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::RetryDue);
    }

    /// Enough has arrived to play, and the element is where it was told to start.
    #[wasm_bindgen(js_name = onReady)]
    pub fn on_ready(&mut self, now_ms: f64, load: u32, duration_secs: Option<f64>) {
        self.event(now_ms, load, Event::Ready { duration_secs });
    }

    /// Sound is heard: at first, or again after waiting.
    #[wasm_bindgen(js_name = onPlaying)]
    pub fn on_playing(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Playing);
    }

    /// Playing has to wait for data.
    #[wasm_bindgen(js_name = onWaiting)]
    pub fn on_waiting(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Waiting);
    }

    /// The position has changed.
    #[wasm_bindgen(js_name = onProgress)]
    pub fn on_progress(&mut self, now_ms: f64, load: u32, position_secs: f64, duration_secs: Option<f64>) {
        self.event(now_ms, load, Event::Progress { position_secs, duration_secs });
    }

    /// The track was played to its end.
    #[wasm_bindgen(js_name = onEnded)]
    pub fn on_ended(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Ended);
    }

    /// The track cannot be played any further: because it cannot be decoded, or because its source failed.
    #[wasm_bindgen(js_name = onFailed)]
    pub fn on_failed(&mut self, now_ms: f64, load: u32, is_media: bool) {
        let cause = if is_media { FailureCause::Media } else { FailureCause::Source };
        self.event(now_ms, load, Event::Failed { cause });
    }
}

/// What is shown.
#[wasm_bindgen]
impl PlayerCore {
    /// The id of the current track.
    #[wasm_bindgen(getter, js_name = currentId)]
    pub fn current_id(&self) -> Option<String> {
        self.player.current().map(|track| track.id.clone())
    }

    /// What the player is doing.
    #[wasm_bindgen(getter)]
    pub fn phase(&self) -> PlayerPhase {
        match self.player.phase() {
            Phase::Idle => PlayerPhase::Idle,
            Phase::Loading => PlayerPhase::Loading,
            Phase::Paused => PlayerPhase::Paused,
            Phase::Playing => PlayerPhase::Playing,
            Phase::Ended => PlayerPhase::Ended,
            Phase::Failed => PlayerPhase::Failed,
        }
    }

    /// Whether the person has to wait for the current track.
    #[wasm_bindgen(getter, js_name = isLoading)]
    pub fn is_loading(&self) -> bool {
        self.player.is_loading()
    }

    /// The ids of the tracks in order.
    #[wasm_bindgen(js_name = listIds)]
    pub fn list_ids(&self) -> Vec<String> {
        self.player.list().iter().map(|track| track.id.clone()).collect()
    }

    /// Another number after each change of which tracks are in the list or of their order.
    #[wasm_bindgen(getter, js_name = listVersion)]
    pub fn list_version(&self) -> u32 {
        self.player.list_version()
    }

    /// Where the current track is in the list; -1 when it is nowhere.
    #[wasm_bindgen(getter)]
    pub fn index(&self) -> i32 {
        self.player.index()
    }

    /// What follows the end of a track.
    #[wasm_bindgen(getter)]
    pub fn repeat(&self) -> RepeatMode {
        match self.player.repeat() {
            Repeat::Off => RepeatMode::Off,
            Repeat::All => RepeatMode::All,
            Repeat::One => RepeatMode::One,
        }
    }

    /// The speed.
    #[wasm_bindgen(getter)]
    pub fn rate(&self) -> f64 {
        self.player.rate()
    }

    /// The number that events about the current track carry.
    #[wasm_bindgen(getter, js_name = loadNumber)]
    pub fn load_number(&self) -> u32 {
        self.player.load_number()
    }

    /// Where the current track is, in seconds.
    #[wasm_bindgen(getter, js_name = positionSecs)]
    pub fn position_secs(&self) -> f64 {
        self.player.position_secs()
    }

    /// How long the current track is, in seconds, where it is known.
    #[wasm_bindgen(getter, js_name = durationSecs)]
    pub fn duration_secs(&self) -> Option<f64> {
        self.player.duration_secs()
    }
}

#[wasm_bindgen(typescript_custom_section)]
const POSITION: &str = r"
/** Where one person is in one recording, as one device said at one moment. The API has the same. */
export interface Position {
    counter: number;
    device: string;
    positionMs: number;
    durationMs?: number;
    isFinished: boolean;
    isRestart: boolean;
}";

#[wasm_bindgen]
unsafe extern "C" {
    /// See the section for TypeScript above.
    #[wasm_bindgen(typescript_type = "Position")]
    pub type PositionValue;

    #[wasm_bindgen(method, getter)]
    fn counter(this: &PositionValue) -> f64;
    #[wasm_bindgen(method, getter)]
    fn device(this: &PositionValue) -> String;
    #[wasm_bindgen(method, getter, js_name = positionMs)]
    fn position_ms(this: &PositionValue) -> u32;
    #[wasm_bindgen(method, getter, js_name = durationMs)]
    fn duration_ms(this: &PositionValue) -> Option<u32>;
    #[wasm_bindgen(method, getter, js_name = isFinished)]
    fn is_finished(this: &PositionValue) -> bool;
    #[wasm_bindgen(method, getter, js_name = isRestart)]
    fn is_restart(this: &PositionValue) -> bool;

    #[wasm_bindgen(method, setter)]
    fn set_counter(this: &PositionValue, counter: f64);
    #[wasm_bindgen(method, setter)]
    fn set_device(this: &PositionValue, device: &str);
    #[wasm_bindgen(method, setter, js_name = positionMs)]
    fn set_position_ms(this: &PositionValue, position_ms: u32);
    #[wasm_bindgen(method, setter, js_name = durationMs)]
    fn set_duration_ms(this: &PositionValue, duration_ms: Option<u32>);
    #[wasm_bindgen(method, setter, js_name = isFinished)]
    fn set_is_finished(this: &PositionValue, is_finished: bool);
    #[wasm_bindgen(method, setter, js_name = isRestart)]
    fn set_is_restart(this: &PositionValue, is_restart: bool);
}

impl From<&PositionValue> for Position {
    fn from(value: &PositionValue) -> Self {
        Self {
            counter: whole(value.counter()),
            device: value.device(),
            position_ms: value.position_ms(),
            duration_ms: value.duration_ms(),
            is_finished: value.is_finished(),
            is_restart: value.is_restart(),
        }
    }
}

impl From<Position> for PositionValue {
    fn from(position: Position) -> Self {
        let value = js_sys::Object::new().unchecked_into::<Self>();
        #[expect(clippy::cast_precision_loss, reason = "COUNTER_MAX is the largest whole number of a double")]
        value.set_counter(position.counter as f64);
        value.set_device(&position.device);
        value.set_position_ms(position.position_ms);
        value.set_duration_ms(position.duration_ms);
        value.set_is_finished(position.is_finished);
        value.set_is_restart(position.is_restart);
        value
    }
}

/// A number that is a count.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float stops at the ends")]
fn whole(number: f64) -> u64 {
    number as u64
}

/// What was heard on this device, made newer than `seen`, the newest position that the device knows. Times in seconds;
/// `now_ms` since 1970.
#[wasm_bindgen(js_name = recordPosition)]
pub fn record_position(
    seen: Option<PositionValue>,
    device: &str,
    position_secs: f64,
    duration_secs: Option<f64>,
    is_finished: bool,
    is_restart: bool,
    now_ms: f64,
) -> PositionValue {
    let heard = Heard { position_secs, duration_secs, is_finished, is_restart };
    let seen = seen.as_ref().map(Position::from);
    Position::record(seen.as_ref(), device, heard, whole(now_ms)).into()
}

/// The position that counts, of two.
#[wasm_bindgen(js_name = mergePositions)]
pub fn merge_positions(one: &PositionValue, other: &PositionValue) -> PositionValue {
    position::merge(one.into(), other.into()).into()
}

/// Where to start the recording, in seconds: from the beginning when it is finished or has hardly begun.
#[wasm_bindgen(js_name = startOf)]
pub fn start_of(position: &PositionValue) -> f64 {
    Position::from(position).start_secs()
}

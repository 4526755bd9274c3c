//! The player, as the page drives it.
//!
//! Commands and events are methods with plain arguments, and effects are calls of the object that the player was made
//! with, so that no code is needed that reads and writes objects. The page collects those calls and acts on them
//! afterwards, because the player cannot be entered again before a method has returned.

use wasm_bindgen::prelude::wasm_bindgen;

use super::effects::{PlayerEffects, PlayerPhase, RepeatMode};
use crate::player::{Command, Event, FailureCause, Input, Phase, Player, Repeat, Track};

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
        for effect in self.player.step(input) {
            self.effects.ask(effect);
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

    /// Puts tracks in front of the one at `index`, in columns like those of `setList`.
    #[expect(clippy::needless_pass_by_value, reason = "arrays cross the boundary by value")]
    pub fn insert(
        &mut self,
        now_ms: f64,
        index: usize,
        ids: Vec<String>,
        titles: Vec<String>,
        durations_secs: Vec<f64>,
        starts_secs: Vec<f64>,
    ) {
        let tracks = tracks(ids, titles, &durations_secs, &starts_secs);
        self.command(now_ms, Command::Insert { index, tracks });
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

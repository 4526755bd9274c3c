//! The player API of the page.
//!
//! Commands and events are methods. Their effects are collected until the page takes them, so that several commands can
//! be one step.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_core::player::{Command, Effect, Event, FailureCause, Input, Player};

use super::{Answer, from_js, to_js};

/// The player. Each method that takes `now_ms`, a monotonic clock, is one step.
#[wasm_bindgen]
#[derive(Default)]
pub struct PlayerCore {
    player: Player,
    effects: Vec<Effect>,
}

/// Result of a command with a value from JavaScript. A value of the wrong type throws.
type Done = Result<(), serde_wasm_bindgen::Error>;

impl PlayerCore {
    fn command(&mut self, now_ms: f64, command: Command) {
        self.step(Input::Command { now_ms, command });
    }

    fn event(&mut self, now_ms: f64, load: u32, event: Event) {
        self.step(Input::Event { now_ms, load, event });
    }

    fn step(&mut self, input: Input) {
        self.effects.extend(self.player.step(input));
    }
}

/// Commands. Indexes out of range are ignored.
#[wasm_bindgen]
impl PlayerCore {
    /// Creates an empty player.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the effects of all steps since the last call, in order.
    #[wasm_bindgen(js_name = takeEffects, unchecked_return_type = "Effect[]")]
    pub fn take_effects(&mut self) -> Answer {
        to_js(&std::mem::take(&mut self.effects))
    }

    /// Replaces the list. The current track continues to play.
    #[wasm_bindgen(js_name = setList)]
    pub fn set_list(&mut self, now_ms: f64, #[wasm_bindgen(unchecked_param_type = "Track[]")] tracks: JsValue) -> Done {
        let tracks = from_js(tracks)?;
        self.command(now_ms, Command::SetList { tracks });
        Ok(())
    }

    /// Restores an earlier list, paused at one of its tracks. Preloads nothing.
    #[wasm_bindgen(js_name = takeUp)]
    pub fn take_up(
        &mut self,
        now_ms: f64,
        #[wasm_bindgen(unchecked_param_type = "Track[]")] tracks: JsValue,
        index: usize,
    ) -> Done {
        let tracks = from_js(tracks)?;
        self.command(now_ms, Command::TakeUp { tracks, index });
        Ok(())
    }

    /// Appends tracks.
    pub fn append(&mut self, now_ms: f64, #[wasm_bindgen(unchecked_param_type = "Track[]")] tracks: JsValue) -> Done {
        let tracks = from_js(tracks)?;
        self.command(now_ms, Command::Append { tracks });
        Ok(())
    }

    /// Inserts tracks before the one at `index`.
    pub fn insert(
        &mut self,
        now_ms: f64,
        index: usize,
        #[wasm_bindgen(unchecked_param_type = "Track[]")] tracks: JsValue,
    ) -> Done {
        let tracks = from_js(tracks)?;
        self.command(now_ms, Command::Insert { index, tracks });
        Ok(())
    }

    /// Plays this track. If it is not in the list, it is inserted after the current one.
    #[wasm_bindgen(js_name = playTrack)]
    pub fn play_track(&mut self, now_ms: f64, #[wasm_bindgen(unchecked_param_type = "Track")] track: JsValue) -> Done {
        let track = from_js(track)?;
        self.command(now_ms, Command::PlayTrack { track });
        Ok(())
    }

    /// Inserts a track right after the current one.
    #[wasm_bindgen(js_name = playNext)]
    pub fn play_next(&mut self, now_ms: f64, #[wasm_bindgen(unchecked_param_type = "Track")] track: JsValue) -> Done {
        let track = from_js(track)?;
        self.command(now_ms, Command::PlayNext { track });
        Ok(())
    }

    /// Plays the track at this index; resumes it if it is the current one.
    #[wasm_bindgen(js_name = playAt)]
    pub fn play_at(&mut self, now_ms: f64, index: usize) {
        self.command(now_ms, Command::PlayAt { index });
    }

    /// Resumes the current track, or plays the first one.
    pub fn resume(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Resume);
    }

    /// Pauses. Also called when the system paused the element or refused to play it.
    pub fn pause(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Pause);
    }

    /// Pauses if playing or about to play, otherwise resumes.
    pub fn toggle(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Toggle);
    }

    /// Plays the next track; after the last one, plays the first.
    pub fn next(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Next);
    }

    /// Restarts a track that has played for a while, otherwise plays the previous one.
    pub fn previous(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Previous);
    }

    /// Seeks to a position in seconds.
    pub fn seek(&mut self, now_ms: f64, position_secs: f64) {
        self.command(now_ms, Command::Seek { position_secs });
    }

    /// Seeks back by `JUMP_BACK_SECS`.
    #[wasm_bindgen(js_name = jumpBack)]
    pub fn jump_back(&mut self, now_ms: f64) {
        self.command(now_ms, Command::JumpBack);
    }

    /// Seeks forward by `JUMP_FORWARD_SECS`.
    #[wasm_bindgen(js_name = jumpForward)]
    pub fn jump_forward(&mut self, now_ms: f64) {
        self.command(now_ms, Command::JumpForward);
    }

    /// Sets the starts of the current track's chapters in seconds. Ignored if `track_id` is another track.
    #[wasm_bindgen(js_name = setChapters)]
    pub fn set_chapters(&mut self, now_ms: f64, track_id: String, starts_secs: Vec<f64>) {
        self.command(now_ms, Command::SetChapters { track_id, starts_secs });
    }

    /// Seeks to the next chapter. Ignored in the last one.
    #[wasm_bindgen(js_name = nextChapter)]
    pub fn next_chapter(&mut self, now_ms: f64) {
        self.command(now_ms, Command::NextChapter);
    }

    /// Restarts a chapter that has played for a while, otherwise seeks to the previous one.
    #[wasm_bindgen(js_name = previousChapter)]
    pub fn previous_chapter(&mut self, now_ms: f64) {
        self.command(now_ms, Command::PreviousChapter);
    }

    /// Plays a random other track. `seed` must be a new random number each time.
    pub fn shuffle(&mut self, now_ms: f64, seed: u32) {
        self.command(now_ms, Command::Shuffle { seed });
    }

    /// Sets the repeat mode.
    #[wasm_bindgen(js_name = setRepeat)]
    pub fn set_repeat(
        &mut self,
        now_ms: f64,
        #[wasm_bindgen(unchecked_param_type = "Repeat")] repeat: JsValue,
    ) -> Done {
        let repeat = from_js(repeat)?;
        self.command(now_ms, Command::SetRepeat { repeat });
        Ok(())
    }

    /// Sets the playback rate.
    #[wasm_bindgen(js_name = setRate)]
    pub fn set_rate(&mut self, now_ms: f64, rate: f64) {
        self.command(now_ms, Command::SetRate { rate });
    }

    /// Turns data saving on or off. While it is on, only metadata is preloaded.
    #[wasm_bindgen(js_name = setDataSaving)]
    pub fn set_data_saving(&mut self, now_ms: f64, is_on: bool) {
        self.command(now_ms, Command::SetDataSaving { is_on });
    }

    /// Sets the resume position of a track in seconds, possibly from another device. Does not affect the current track.
    #[wasm_bindgen(js_name = setStart)]
    pub fn set_start(&mut self, now_ms: f64, track_id: String, start_secs: f64) {
        self.command(now_ms, Command::SetStart { track_id, start_secs });
    }

    /// Removes a track from the list. If it is the current one, the next track replaces it.
    pub fn remove(&mut self, now_ms: f64, index: usize) {
        self.command(now_ms, Command::Remove { index });
    }

    /// Moves a track within the list.
    #[wasm_bindgen(js_name = move)]
    pub fn move_to(&mut self, now_ms: f64, from: usize, to: usize) {
        self.command(now_ms, Command::Move { from, to });
    }

    /// Removes all tracks but the current one.
    pub fn clear(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Clear);
    }

    /// Unloads the current track. The list stays.
    pub fn reset(&mut self, now_ms: f64) {
        self.command(now_ms, Command::Reset);
    }

    /// Reports the position before the page is hidden.
    pub fn hide(&mut self, now_ms: f64) {
        self.command(now_ms, Command::PageHidden);
    }
}

/// Events of the audio element. `load` is the number of their load.
#[wasm_bindgen]
impl PlayerCore {
    /// Reports that the audio element for the load is missing.
    #[wasm_bindgen(js_name = onNotMounted)]
    pub fn on_not_mounted(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::NotMounted);
    }

    /// Reports that the delay of `retryAfter` is over.
    #[wasm_bindgen(js_name = onRetryDue)]
    pub fn on_retry_due(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::RetryDue);
    }

    /// Reports that enough is loaded to play from the start position.
    #[wasm_bindgen(js_name = onReady)]
    pub fn on_ready(&mut self, now_ms: f64, load: u32, duration_secs: Option<f64>) {
        self.event(now_ms, load, Event::Ready { duration_secs });
    }

    /// Reports that playback started, or resumed after buffering.
    #[wasm_bindgen(js_name = onPlaying)]
    pub fn on_playing(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Playing);
    }

    /// Reports that playback is buffering.
    #[wasm_bindgen(js_name = onWaiting)]
    pub fn on_waiting(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Waiting);
    }

    /// Reports a new position.
    #[wasm_bindgen(js_name = onProgress)]
    pub fn on_progress(&mut self, now_ms: f64, load: u32, position_secs: f64, duration_secs: Option<f64>) {
        self.event(now_ms, load, Event::Progress { position_secs, duration_secs });
    }

    /// Reports that the track ended.
    #[wasm_bindgen(js_name = onEnded)]
    pub fn on_ended(&mut self, now_ms: f64, load: u32) {
        self.event(now_ms, load, Event::Ended);
    }

    /// Reports that the track failed: it cannot be decoded (`is_media`), or its source failed.
    #[wasm_bindgen(js_name = onFailed)]
    pub fn on_failed(&mut self, now_ms: f64, load: u32, is_media: bool) {
        let cause = if is_media { FailureCause::Media } else { FailureCause::Source };
        self.event(now_ms, load, Event::Failed { cause });
    }
}

/// State of the player.
#[wasm_bindgen]
impl PlayerCore {
    /// Id of the current track.
    #[wasm_bindgen(getter, js_name = currentId, unchecked_return_type = "string | undefined")]
    pub fn current_id(&self) -> Answer {
        to_js(&self.player.current().map(|track| &track.id))
    }

    /// Phase of the player.
    #[wasm_bindgen(getter, unchecked_return_type = "Phase")]
    pub fn phase(&self) -> Answer {
        to_js(&self.player.phase())
    }

    /// Whether the current track is loading or buffering.
    #[wasm_bindgen(getter, js_name = isLoading)]
    pub fn is_loading(&self) -> bool {
        self.player.is_loading()
    }

    /// Returns the ids of the tracks in order.
    #[wasm_bindgen(js_name = listIds, unchecked_return_type = "string[]")]
    pub fn list_ids(&self) -> Answer {
        to_js(&self.player.list().iter().map(|track| &track.id).collect::<Vec<_>>())
    }

    /// Version of the list. It changes when the tracks or their order change.
    #[wasm_bindgen(getter, js_name = listVersion)]
    pub fn list_version(&self) -> u32 {
        self.player.list_version()
    }

    /// Index of the current track; -1 if no track is selected or it was removed from the list.
    #[wasm_bindgen(getter)]
    pub fn index(&self) -> i32 {
        self.player.index()
    }

    /// Index of the current chapter; -1 before the first one or without chapters.
    #[wasm_bindgen(getter, js_name = chapterIndex)]
    pub fn chapter_index(&self) -> i32 {
        self.player.chapter_index().and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
    }

    /// Repeat mode.
    #[wasm_bindgen(getter, unchecked_return_type = "Repeat")]
    pub fn repeat(&self) -> Answer {
        to_js(&self.player.repeat())
    }

    /// Playback rate.
    #[wasm_bindgen(getter)]
    pub fn rate(&self) -> f64 {
        self.player.rate()
    }

    /// Number of the newest load, which its events carry.
    #[wasm_bindgen(getter, js_name = loadNumber)]
    pub fn load_number(&self) -> u32 {
        self.player.load_number()
    }

    /// Position in the current track, in seconds.
    #[wasm_bindgen(getter, js_name = positionSecs)]
    pub fn position_secs(&self) -> f64 {
        self.player.position_secs()
    }

    /// Duration of the current track in seconds, if known.
    #[wasm_bindgen(getter, js_name = durationSecs)]
    pub fn duration_secs(&self) -> Option<f64> {
        self.player.duration_secs()
    }
}

//! What the player wants, as calls of an object of the page.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::player::{Effect, PreloadDepth, PreloadItem, Warning};

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

    use wasm_bindgen::prelude::wasm_bindgen;

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

impl PlayerEffects {
    /// Tells the page one thing to do.
    pub(super) fn ask(&self, effect: Effect) {
        match effect {
            Effect::Load { load, track_id, start_secs, rate, needs_new_address } => {
                self.load(load, &track_id, start_secs, rate, needs_new_address);
            }
            Effect::Unload => self.unload(),
            Effect::Play { load } => self.play(load),
            Effect::Pause { load } => self.pause(load),
            Effect::Seek { load, position_secs } => self.seek(load, position_secs),
            Effect::SetRate { rate } => self.set_rate(rate),
            Effect::Preload { items } => {
                let (full, metadata): (Vec<_>, _) =
                    items.into_iter().partition(|item| item.depth == PreloadDepth::Full);
                let ids = |items: Vec<PreloadItem>| items.into_iter().map(|item| item.track_id);
                self.preload(ids(full).collect(), ids(metadata).collect());
            }
            Effect::RetryAfter { load, delay_ms } => self.retry_after(load, delay_ms),
            Effect::Report { track_id, position_secs, duration_secs, is_finished, is_restart } => {
                self.report(&track_id, position_secs, duration_secs, is_finished, is_restart);
            }
            Effect::Warn { warning, track_id, took_ms } => {
                let warning = match warning {
                    Warning::SlowLoad => SlowThing::Load,
                    Warning::SlowStart => SlowThing::Start,
                };
                self.warn(warning, &track_id, took_ms);
            }
            Effect::SkipNotice { track_id, message } => self.skip_notice(&track_id, &message),
            Effect::Log { message } => self.log(&message),
        }
    }
}

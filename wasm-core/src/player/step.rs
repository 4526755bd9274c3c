//! One step, and the transitions that commands and events share.

use super::effect::Effect;
use super::input::Input;
use super::position;
use super::preload::{self, Preload};
use super::queue::Track;
use super::state::{Phase, PlaybackState, Player, StepEffects, TrackSession};

impl Player {
    /// Processes one input and returns the effects to run, in this order.
    pub fn step(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Command { now_ms, command } => {
                let mut turn = StepEffects { now_ms, effects: Vec::new() };
                self.command(command, &mut turn);
                turn.effects
            }
            // Events of an earlier load are ignored.
            Input::Event { load, .. } if load != self.load => Vec::new(),
            Input::Event { now_ms, event, .. } => {
                let mut turn = StepEffects { now_ms, effects: Vec::new() };
                self.event(&event, &mut turn);
                turn.effects
            }
        }
    }

    /// Leaves the current track and starts the one at `index`.
    pub(super) fn start(&mut self, index: usize, autoplay: bool, turn: &mut StepEffects) {
        self.leave(turn);
        let Some(track) = self.queue.select(index).cloned() else { return };
        self.bag.mark_played(&track.id);
        self.session = Some(TrackSession::new(track));
        self.reload(autoplay, turn);
    }

    /// Loads the current track at its position, under a new load number.
    pub(super) fn reload(&mut self, autoplay: bool, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        self.load = self.load.wrapping_add(1);
        listen.load_requested_ms = Some(turn.now_ms);
        listen.play_requested_ms = autoplay.then_some(turn.now_ms);
        listen.mount_attempts = 0;
        self.send_load(autoplay, turn);
    }

    /// Sends the newest load to the element.
    pub(super) fn send_load(&mut self, autoplay: bool, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.stage = PlaybackState::after_load_request(autoplay);
        listen.played_from_secs = listen.position_secs;
        turn.push(Effect::Load {
            load: self.load,
            track_id: listen.track.id.clone(),
            start_secs: listen.position_secs,
            rate: self.rate,
            needs_new_address: listen.reloads > 0,
        });
        if autoplay {
            turn.push(Effect::Play { load: self.load });
        }
    }

    /// Plays the current track from its start.
    pub(super) fn play_from_start(&mut self, by_person: bool, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.is_restart = by_person;
        listen.is_unreported |= by_person;
        if listen.stage == PlaybackState::Failed {
            listen.position_secs = 0.0;
            listen.reloads = 0;
            self.reload(true, turn);
            return;
        }
        listen.set_position(0.0);
        turn.push(Effect::Seek { load: self.load, position_secs: 0.0 });
        if let PlaybackState::Playing { .. } = listen.stage {
            return;
        }
        self.resume(turn);
    }

    /// Resumes the current track, from its start if it has ended.
    pub(super) fn resume(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        let play = Effect::Play { load: self.load };
        match listen.stage {
            PlaybackState::Playing { .. } | PlaybackState::Loading { autoplay: true, .. } => {}
            PlaybackState::Loading { autoplay: false, is_ready, is_pending } => {
                listen.stage = PlaybackState::Loading { autoplay: true, is_ready, is_pending };
                listen.play_requested_ms = Some(turn.now_ms);
                // A pending load adds its own `Play` when it is sent.
                if !is_pending {
                    turn.push(play);
                }
            }
            PlaybackState::Paused => {
                listen.stage = PlaybackState::STARTING;
                listen.play_requested_ms = Some(turn.now_ms);
                turn.push(play);
            }
            PlaybackState::Ended => {
                listen.stage = PlaybackState::Paused;
                self.play_from_start(true, turn);
            }
            PlaybackState::Failed => {
                listen.reloads = 0;
                self.reload(true, turn);
            }
        }
    }

    /// Reports and stores the position at which the current track is left.
    fn leave(&mut self, turn: &mut StepEffects) {
        self.report(turn);
        if let Some(listen) = self.session.take() {
            self.queue.set_start(&listen.track.id, listen.start_next_time());
        }
    }

    /// Unloads the current track.
    pub(super) fn stop(&mut self, turn: &mut StepEffects) {
        if self.session.is_some() {
            self.leave(turn);
            turn.push(Effect::Unload);
            // Ignore late events of the load.
            self.load = self.load.wrapping_add(1);
        }
        self.queue.unselect();
    }

    /// Reports the position if it has changed since the last report.
    pub(super) fn report(&mut self, turn: &mut StepEffects) {
        self.report_as(false, turn);
    }

    /// Reports the position while playback continues; another report follows.
    pub(super) fn report_progress(&mut self, turn: &mut StepEffects) {
        self.report_as(true, turn);
    }

    fn report_as(&mut self, is_passing: bool, turn: &mut StepEffects) {
        if let Some(listen) = self.session.as_mut().filter(|listen| listen.is_unreported) {
            listen.is_unreported = is_passing;
            listen.reported_ms = turn.now_ms;
            turn.push(listen.report(false, is_passing));
        }
    }

    /// Preloads the tracks after the current one and the first ones of a new list.
    pub(super) fn preload_list(&mut self, turn: &mut StepEffects) {
        let mut tracks =
            if self.is_playing() { preload::after_play(&self.queue, self.saves_data) } else { Preload::default() };
        for id in preload::on_list(&self.queue) {
            if !tracks.full.contains(&id) && !tracks.metadata.contains(&id) {
                tracks.metadata.push(id);
            }
        }
        self.preload(tracks, turn);
    }

    /// Preloads the tracks after the current one, unless the last preload request was the same.
    pub(super) fn preload_next(&mut self, turn: &mut StepEffects) {
        if self.is_playing() {
            self.preload(preload::after_play(&self.queue, self.saves_data), turn);
        }
    }

    fn is_playing(&self) -> bool {
        self.phase() == Phase::Playing
    }

    fn preload(&mut self, tracks: Preload, turn: &mut StepEffects) {
        if tracks != self.preloaded {
            self.preloaded.clone_from(&tracks);
            turn.push(Effect::Preload(tracks));
        }
    }
}

impl TrackSession {
    fn new(track: Track) -> Self {
        let start_secs = if track.start_secs.is_finite() { track.start_secs.max(0.0) } else { 0.0 };
        Self {
            duration_secs: known(track.duration_secs),
            track,
            stage: PlaybackState::after_load_request(false),
            position_secs: start_secs,
            chapter_starts: Vec::new(),
            played_from_secs: start_secs,
            is_restart: false,
            is_unreported: false,
            reported_ms: 0.0,
            load_requested_ms: None,
            play_requested_ms: None,
            mount_attempts: 0,
            reloads: 0,
        }
    }

    pub(super) fn set_position(&mut self, position_secs: f64) {
        self.position_secs = position_secs;
        self.played_from_secs = position_secs;
    }

    /// Takes over the duration from the element, if it knows it.
    pub(super) fn set_duration(&mut self, duration_secs: Option<f64>) {
        self.duration_secs = known(duration_secs).or(self.duration_secs);
    }

    pub(super) fn report(&self, is_finished: bool, is_passing: bool) -> Effect {
        Effect::Report {
            track_id: self.track.id.clone(),
            position_secs: self.position_secs,
            duration_secs: self.duration_secs,
            is_finished,
            is_restart: self.is_restart,
            is_passing,
        }
    }

    /// Returns the start position for the next playback: 0 if the track is finished or barely begun.
    fn start_next_time(&self) -> f64 {
        if self.stage == PlaybackState::Ended {
            return 0.0;
        }
        position::start_secs(self.position_secs, self.duration_secs)
    }
}

/// Returns a valid duration. A live stream has none.
fn known(duration_secs: Option<f64>) -> Option<f64> {
    duration_secs.filter(|secs| secs.is_finite() && *secs > 0.0)
}

//! Transitions caused by commands.

use super::effect::Effect;
use super::input::Command;
use super::queue::Track;
use super::state::{PlaybackState, Player, StepEffects};
use crate::limits::{JUMP_BACK_SECS, JUMP_FORWARD_SECS, PREVIOUS_RESTART_SECS, RATE_MAX, RATE_MIN, RESUME_MIN_MS};

impl Player {
    pub(super) fn command(&mut self, command: Command, turn: &mut StepEffects) {
        match command {
            Command::PlayTrack { track } => {
                let index = match self.queue.find(&track.id) {
                    Some(index) => index,
                    None => self.queue.insert_next(track),
                };
                self.play_at(index, turn);
            }
            Command::PlayAt { index } => self.play_at(index, turn),
            Command::Resume => self.resume_or_begin(turn),
            Command::Pause => self.pause(turn),
            Command::Toggle => {
                if self.session.as_ref().is_some_and(|listen| listen.stage.is_playing_or_starting()) {
                    self.pause(turn);
                } else {
                    self.resume_or_begin(turn);
                }
            }
            Command::Next => self.go(self.queue.after(1), turn),
            Command::Previous if self.position_secs() > PREVIOUS_RESTART_SECS => {
                self.failed.clear();
                self.play_from_start(true, turn);
            }
            Command::Previous => self.go(self.queue.before(), turn),
            Command::Seek { position_secs } => self.seek(position_secs, turn),
            Command::JumpBack => self.seek(self.position_secs() - JUMP_BACK_SECS, turn),
            Command::JumpForward => self.seek(self.position_secs() + JUMP_FORWARD_SECS, turn),
            Command::SetChapters { track_id, starts_secs } => self.set_chapters(&track_id, starts_secs),
            Command::NextChapter => self.next_chapter(turn),
            Command::PreviousChapter => self.previous_chapter(turn),
            Command::Shuffle { seed } => {
                let index = self.bag.draw(self.queue.tracks(), self.queue.current(), seed);
                self.go(index, turn);
            }
            Command::SetRepeat { repeat } => self.repeat = repeat,
            Command::SetRate { rate } => self.set_rate(rate, turn),
            Command::SetDataSaving { is_on } => {
                self.saves_data = is_on;
                self.preload_next(turn);
            }
            Command::SetStart { track_id, start_secs } => self.queue.set_start(&track_id, start_secs),
            Command::PageHidden => self.report(turn),
            Command::Reset => self.stop(turn),
            Command::SetList { tracks } => {
                self.set_list(tracks);
                self.preload_list(turn);
            }
            Command::TakeUp { tracks, index } => {
                if self.session.is_none() {
                    self.set_list(tracks);
                    self.start(index, false, turn);
                }
            }
            Command::PlayNext { track } => {
                self.queue.insert_next(track);
                self.list_edited(turn);
            }
            Command::Append { tracks } => {
                self.queue.insert(self.queue.len(), tracks);
                self.list_edited(turn);
            }
            Command::Insert { index, tracks } => {
                self.queue.insert(index, tracks);
                self.list_edited(turn);
            }
            Command::Remove { index } => {
                self.remove(index, turn);
                self.list_edited(turn);
            }
            Command::Move { from, to } => {
                self.queue.move_track(from, to);
                self.list_edited(turn);
            }
            Command::Clear => {
                self.queue.clear();
                self.list_edited(turn);
            }
        }
    }

    fn set_list(&mut self, tracks: Vec<Track>) {
        let current = self.session.as_ref().map(|listen| listen.track.id.as_str());
        self.queue.set(tracks, current);
        self.bag.empty();
        self.failed.clear();
        self.attach();
    }

    fn list_edited(&mut self, turn: &mut StepEffects) {
        self.attach();
        self.preload_next(turn);
    }

    /// Selects the current track again if it had left the list and has returned.
    fn attach(&mut self) {
        let Some(listen) = &self.session else { return };
        self.bag.mark_played(&listen.track.id);
        if self.queue.current().is_none()
            && let Some(index) = self.queue.find(&listen.track.id)
        {
            self.queue.select(index);
        }
    }

    fn play_at(&mut self, index: usize, turn: &mut StepEffects) {
        let Some(track) = self.queue.tracks().get(index) else { return };
        self.failed.clear();
        if self.session.as_ref().is_some_and(|listen| listen.track.id == track.id) {
            self.queue.select(index);
            self.resume(turn);
        } else {
            self.start(index, true, turn);
        }
    }

    /// Plays the track at an index. If it is the current one, plays it from its start.
    fn go(&mut self, index: Option<usize>, turn: &mut StepEffects) {
        self.failed.clear();
        match index {
            Some(index) if Some(index) == self.queue.current() => self.play_from_start(true, turn),
            Some(index) => self.start(index, true, turn),
            None => {}
        }
    }

    fn resume_or_begin(&mut self, turn: &mut StepEffects) {
        self.failed.clear();
        if self.session.is_some() {
            self.resume(turn);
        } else {
            self.start(0, true, turn);
        }
    }

    fn pause(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.stage = match listen.stage {
            PlaybackState::Loading { autoplay: true, is_ready: false, is_pending } => {
                PlaybackState::Loading { autoplay: false, is_ready: false, is_pending }
            }
            PlaybackState::Loading { is_ready: true, .. } | PlaybackState::Playing { .. } => PlaybackState::Paused,
            PlaybackState::Loading { .. } | PlaybackState::Paused | PlaybackState::Ended | PlaybackState::Failed => {
                return;
            }
        };
        turn.push(Effect::Pause { load: self.load });
        self.report(turn);
    }

    pub(super) fn seek(&mut self, position_secs: f64, turn: &mut StepEffects) {
        let Some(listen) = self.session.as_mut().filter(|listen| listen.stage != PlaybackState::Failed) else { return };
        if !position_secs.is_finite() {
            return;
        }
        let position_secs = position_secs.max(0.0).min(listen.duration_secs.unwrap_or(f64::MAX));
        listen.set_position(position_secs);
        listen.is_restart = position_secs * 1000.0 < f64::from(RESUME_MIN_MS);
        listen.is_unreported = true;
        turn.push(Effect::Seek { load: self.load, position_secs });
        if listen.stage == PlaybackState::Ended {
            listen.stage = PlaybackState::Paused;
        }
        // While paused, no progress event would report the change.
        if listen.stage == PlaybackState::Paused {
            self.report(turn);
        }
    }

    fn set_rate(&mut self, rate: f64, turn: &mut StepEffects) {
        if rate.is_nan() {
            return;
        }
        // `f64::clamp` has a panic message with formatted numbers, which would add 2 kB to the player.
        #[expect(clippy::manual_clamp, reason = "see above")]
        let rate = rate.max(RATE_MIN).min(RATE_MAX);
        self.rate = rate;
        turn.push(Effect::SetRate { rate });
    }

    fn remove(&mut self, index: usize, turn: &mut StepEffects) {
        let was_current = self.queue.current() == Some(index);
        self.queue.remove(index);
        if !was_current {
            return;
        }
        let autoplay = self.session.as_ref().is_some_and(|listen| listen.stage.is_playing_or_starting());
        match index.checked_rem(self.queue.len()) {
            Some(index) => self.start(index, autoplay, turn),
            None => self.stop(turn),
        }
    }
}

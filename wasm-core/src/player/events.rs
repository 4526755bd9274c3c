//! Transitions caused by events of the newest load.

use super::effect::{Effect, Warning};
use super::input::{Event, FailureCause};
use super::state::{PlaybackState, Player, Repeat, StepEffects};
use crate::limits::{
    PLAYER_RETRIES, PLAYER_RETRY_MS, RECOVERED_AFTER_SECS, RELOAD_DELAY_MS, RELOADS_MAX, REPORT_EVERY_MS, SLOW_LOAD_MS,
    SLOW_PLAY_MS,
};

impl Player {
    pub(super) fn event(&mut self, event: &Event, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        match (listen.stage, event) {
            (PlaybackState::Loading { autoplay, is_pending: true, .. }, Event::RetryDue) => {
                self.send_load(autoplay, turn);
            }
            // Before a load is sent to an element, it can have no other events.
            (PlaybackState::Loading { is_pending: true, .. }, _) => {}
            (PlaybackState::Loading { autoplay, .. }, Event::NotMounted) => self.not_mounted(autoplay, turn),
            (PlaybackState::Loading { autoplay, is_ready: false, .. }, Event::Ready { duration_secs }) => {
                listen.set_duration(*duration_secs);
                listen.stage = if autoplay { PlaybackState::STARTING } else { PlaybackState::Paused };
                self.warn_if_slow_load(turn);
            }
            (PlaybackState::Loading { autoplay: true, .. }, Event::Playing) => {
                listen.stage = PlaybackState::Playing { is_waiting: false };
                listen.reported_ms = turn.now_ms;
                self.warn_if_slow_load(turn);
                self.warn_if_slow_start(turn);
                self.preload_next(turn);
            }
            (PlaybackState::Playing { .. }, Event::Playing) => {
                listen.stage = PlaybackState::Playing { is_waiting: false }
            }
            (PlaybackState::Playing { .. }, Event::Waiting) => {
                listen.stage = PlaybackState::Playing { is_waiting: true }
            }
            (
                PlaybackState::Playing { .. } | PlaybackState::Paused,
                Event::Progress { position_secs, duration_secs },
            ) => {
                listen.set_duration(*duration_secs);
                self.progress(*position_secs, turn);
            }
            (PlaybackState::Playing { .. }, Event::Ended) => {
                self.finish(turn);
                self.advance(turn);
            }
            // A user who paused just before the end does not want to hear the next track.
            (PlaybackState::Paused, Event::Ended) => self.finish(turn),
            (
                PlaybackState::Loading { .. } | PlaybackState::Playing { .. } | PlaybackState::Paused,
                Event::Failed { cause },
            ) => {
                self.source_failed(*cause, turn);
            }
            (
                PlaybackState::Loading { .. }
                | PlaybackState::Paused
                | PlaybackState::Playing { .. }
                | PlaybackState::Ended
                | PlaybackState::Failed,
                Event::NotMounted
                | Event::RetryDue
                | Event::Ready { .. }
                | Event::Playing
                | Event::Waiting
                | Event::Progress { .. }
                | Event::Ended
                | Event::Failed { .. },
            ) => {}
        }
    }

    fn not_mounted(&mut self, autoplay: bool, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        if listen.mount_attempts < PLAYER_RETRIES {
            listen.mount_attempts += 1;
            listen.stage = PlaybackState::Loading { autoplay, is_ready: false, is_pending: true };
            turn.push(Effect::RetryAfter { load: self.load, delay_ms: PLAYER_RETRY_MS });
        } else {
            listen.stage = PlaybackState::Failed;
            let message =
                format!("There is no audio element to play \"{}\" with. Reload the page.", listen.track.title);
            turn.push(Effect::Log { message });
        }
    }

    fn progress(&mut self, position_secs: f64, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        if !position_secs.is_finite() || position_secs < 0.0 || position_secs == listen.position_secs {
            return;
        }
        let before_secs = std::mem::replace(&mut listen.position_secs, position_secs);
        listen.is_unreported = true;
        if listen.stage == PlaybackState::Paused {
            return;
        }
        listen.end_chapter(before_secs, turn);
        if position_secs - listen.played_from_secs >= RECOVERED_AFTER_SECS {
            listen.reloads = 0;
            self.failed.clear();
        }
        if turn.now_ms - listen.reported_ms >= f64::from(REPORT_EVERY_MS) {
            self.report_progress(turn);
        }
    }

    /// Ends the current track.
    fn finish(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.stage = PlaybackState::Ended;
        listen.position_secs = listen.duration_secs.unwrap_or(listen.position_secs);
        listen.is_restart = false;
        listen.is_unreported = false;
        turn.push(listen.report(true, false));
        self.failed.clear();
    }

    /// Continues after the end of a track. This happens in the same step, because a locked phone lets the next track
    /// start only while it handles the end of the previous one.
    fn advance(&mut self, turn: &mut StepEffects) {
        let next = match self.repeat {
            Repeat::One => self.queue.current(),
            Repeat::All => self.queue.after(1),
            Repeat::Off => self.queue.after_without_wrapping(1),
        };
        match next {
            Some(index) if Some(index) != self.queue.current() => self.start(index, true, turn),
            Some(_) => self.play_again(turn),
            // A track that is no longer in the list can still be repeated.
            None if self.repeat == Repeat::One => self.play_again(turn),
            None => {}
        }
    }

    fn play_again(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.stage = PlaybackState::Paused;
        self.play_from_start(false, turn);
    }

    fn source_failed(&mut self, cause: FailureCause, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        let autoplay = listen.stage.is_playing_or_starting();
        if cause == FailureCause::Media || listen.reloads >= RELOADS_MAX {
            self.give_up(autoplay, turn);
            return;
        }
        listen.reloads += 1;
        if listen.reloads == 1 {
            self.reload(autoplay, turn);
            return;
        }
        self.load = self.load.wrapping_add(1);
        listen.stage = PlaybackState::Loading { autoplay, is_ready: false, is_pending: true };
        turn.push(Effect::RetryAfter { load: self.load, delay_ms: RELOAD_DELAY_MS });
    }

    /// Reports that the current track cannot be played, and plays the next one that has not failed.
    fn give_up(&mut self, autoplay: bool, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        listen.stage = PlaybackState::Failed;
        let track_id = listen.track.id.clone();
        let message = format!("\u{201C}{}\u{201D} cannot be played.", listen.track.title);
        self.failed.insert(track_id.clone());
        turn.push(Effect::SkipNotice { track_id, message });
        self.report(turn);
        if !autoplay {
            return;
        }
        let next = (1..=self.queue.len()).find_map(|steps| {
            let index = match self.repeat {
                Repeat::Off => self.queue.after_without_wrapping(steps),
                Repeat::All | Repeat::One => self.queue.after(steps),
            }?;
            (!self.failed.contains(&self.queue.tracks()[index].id)).then_some(index)
        });
        match next {
            Some(index) => self.start(index, true, turn),
            None => {
                // Pause, so that the element does not open the source again.
                turn.push(Effect::Pause { load: self.load });
                turn.push(Effect::Log { message: "Nothing that is left in the list can be played.".to_owned() });
            }
        }
    }

    fn warn_if_slow_load(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        let took_ms = listen.load_requested_ms.take().map(|asked_ms| turn.now_ms - asked_ms);
        let track_id = listen.track.id.clone();
        if let Some(took_ms) = took_ms.filter(|took_ms| *took_ms > f64::from(SLOW_LOAD_MS)) {
            turn.push(Effect::Warn { warning: Warning::SlowLoad, track_id, took_ms });
        }
    }

    fn warn_if_slow_start(&mut self, turn: &mut StepEffects) {
        let Some(listen) = &mut self.session else { return };
        let took_ms = listen.play_requested_ms.take().map(|asked_ms| turn.now_ms - asked_ms);
        let track_id = listen.track.id.clone();
        if let Some(took_ms) = took_ms.filter(|took_ms| *took_ms > f64::from(SLOW_PLAY_MS)) {
            turn.push(Effect::Warn { warning: Warning::SlowStart, track_id, took_ms });
        }
    }
}

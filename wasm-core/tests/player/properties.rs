//! Invariants after any order of commands and events.

use std::collections::BTreeSet;

use proptest::prelude::*;
use wasm_core::limits::{RATE_MAX, RATE_MIN, RELOADS_MAX};
use wasm_core::player::{Command, Effect, Event, FailureCause, Phase, Repeat, Track};

use crate::script::{Script, track};

fn any_track() -> impl Strategy<Value = Track> + Clone {
    ("[a-f]", prop_oneof![Just(0.0), Just(33.0), any::<f64>()])
        .prop_map(|(id, start_secs)| Track { start_secs, ..track(&id) })
}

fn command() -> impl Strategy<Value = Command> {
    let tracks = prop::collection::vec(any_track(), 0..6);
    prop_oneof![
        any_track().prop_map(|track| Command::PlayTrack { track }),
        (0..7_usize).prop_map(|index| Command::PlayAt { index }),
        Just(Command::Resume),
        Just(Command::Pause),
        Just(Command::Toggle),
        Just(Command::Next),
        Just(Command::Previous),
        prop_oneof![any::<f64>(), 0.0..90.0].prop_map(|position_secs| Command::Seek { position_secs }),
        Just(Command::JumpBack),
        Just(Command::JumpForward),
        ("[a-f]", prop::collection::vec(any::<f64>(), 0..4))
            .prop_map(|(track_id, starts_secs)| Command::SetChapters { track_id, starts_secs }),
        Just(Command::NextChapter),
        Just(Command::PreviousChapter),
        any::<u32>().prop_map(|seed| Command::Shuffle { seed }),
        prop_oneof![Just(Repeat::Off), Just(Repeat::All), Just(Repeat::One)]
            .prop_map(|repeat| Command::SetRepeat { repeat }),
        any::<f64>().prop_map(|rate| Command::SetRate { rate }),
        any::<bool>().prop_map(|is_on| Command::SetDataSaving { is_on }),
        ("[a-f]", 0.0..90.0).prop_map(|(track_id, start_secs)| Command::SetStart { track_id, start_secs }),
        tracks.clone().prop_map(|tracks| Command::SetList { tracks }),
        (0..7_usize, tracks.clone()).prop_map(|(index, tracks)| Command::TakeUp { tracks, index }),
        any_track().prop_map(|track| Command::PlayNext { track }),
        tracks.clone().prop_map(|tracks| Command::Append { tracks }),
        (0..7_usize, tracks).prop_map(|(index, tracks)| Command::Insert { index, tracks }),
        (0..7_usize).prop_map(|index| Command::Remove { index }),
        (0..7_usize, 0..7_usize).prop_map(|(from, to)| Command::Move { from, to }),
        Just(Command::Clear),
        Just(Command::Reset),
        Just(Command::PageHidden),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let secs = prop_oneof![0.0..90.0, any::<f64>()];
    let duration = prop_oneof![Just(None), Just(Some(90.0)), any::<f64>().prop_map(Some)];
    prop_oneof![
        1 => Just(Event::NotMounted),
        1 => Just(Event::RetryDue),
        4 => duration.clone().prop_map(|duration_secs| Event::Ready { duration_secs }),
        6 => Just(Event::Playing),
        1 => Just(Event::Waiting),
        4 => (secs, duration).prop_map(|(position_secs, duration_secs)| Event::Progress { position_secs, duration_secs }),
        2 => Just(Event::Ended),
        1 => Just(Event::Failed { cause: FailureCause::Media }),
        2 => Just(Event::Failed { cause: FailureCause::Source }),
    ]
}

#[derive(Debug, Clone)]
enum Act {
    Command(Command),
    /// An event of the newest load, or of the load this many numbers earlier.
    Event(u32, Event),
    Wait(f64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => command().prop_map(Act::Command),
        5 => event().prop_map(|event| Act::Event(0, event)),
        1 => (1..4_u32, event()).prop_map(|(behind, event)| Act::Event(behind, event)),
        1 => (0.0..20_000.0).prop_map(Act::Wait),
    ];
    prop::collection::vec(act, 0..60)
}

/// A model of the audio element, as the effects left it.
#[derive(Debug, Default)]
struct Element {
    loaded: Option<u32>,
    plays: bool,
}

impl Element {
    /// Runs effects and rejects impossible ones.
    fn run(&mut self, effects: &[Effect]) -> Result<(), TestCaseError> {
        for effect in effects {
            match effect {
                Effect::Load { load, start_secs, rate, .. } => {
                    prop_assert!(self.loaded.is_none_or(|loaded| loaded <= *load), "an old load comes back");
                    prop_assert!(start_secs.is_finite() && *start_secs >= 0.0);
                    prop_assert!((RATE_MIN..=RATE_MAX).contains(rate));
                    *self = Self { loaded: Some(*load), plays: false };
                }
                Effect::Unload => *self = Self::default(),
                Effect::Play { load } => {
                    prop_assert_eq!(self.loaded, Some(*load), "something else would play");
                    self.plays = true;
                }
                Effect::Pause { .. } => self.plays = false,
                Effect::Seek { position_secs, .. } => prop_assert!(position_secs.is_finite() && *position_secs >= 0.0),
                Effect::Report { position_secs, .. } => {
                    prop_assert!(position_secs.is_finite() && *position_secs >= 0.0);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn holds(script: &Script, element: &Element) -> Result<(), TestCaseError> {
    let player = &script.player;
    let list = player.list();
    let ids: BTreeSet<&str> = list.iter().map(|track| track.id.as_str()).collect();
    prop_assert_eq!(ids.len(), list.len(), "a track is there twice");
    prop_assert_eq!(player.phase() == Phase::Idle, player.current().is_none());
    let id = player.current().map(|track| &track.id);
    match usize::try_from(player.index()) {
        Ok(index) => prop_assert_eq!(list.get(index).map(|track| &track.id), id),
        Err(_) => {
            prop_assert_eq!(player.index(), -1);
            prop_assert!(id.is_none_or(|id| !ids.contains(id.as_str())), "the current track is in the list");
        }
    }
    match player.phase() {
        Phase::Playing => {
            prop_assert!(element.plays && element.loaded == Some(player.load_number()), "what is shown does not play");
        }
        Phase::Paused => prop_assert!(!element.plays, "it plays although it is paused"),
        Phase::Idle => prop_assert_eq!(element.loaded, None),
        Phase::Loading | Phase::Ended | Phase::Failed => {}
    }
    let position_secs = player.position_secs();
    prop_assert!(position_secs.is_finite() && position_secs >= 0.0);
    prop_assert!((RATE_MIN..=RATE_MAX).contains(&player.rate()));
    Ok(())
}

/// Runs the acts on a new player and its element, and checks the invariants after each.
fn play(acts: Vec<Act>) -> Result<(Script, Element), TestCaseError> {
    let (mut script, mut element) = (Script::default(), Element::default());
    for act in acts {
        match act {
            Act::Wait(ms) => script.now_ms += ms,
            Act::Command(command) => script.command(command),
            Act::Event(behind, event) => {
                let before = (behind > 0).then(|| format!("{:?}", script.player));
                let newest = script.player.load_number();
                // An element that reaches the end pauses by itself.
                if behind == 0 && event == Event::Ended && script.player.phase() == Phase::Playing {
                    element.plays = false;
                }
                script.event(newest.wrapping_sub(behind), event);
                if let Some(before) = before {
                    prop_assert_eq!(before, format!("{:?}", script.player), "a late event moved the state");
                    prop_assert_eq!(&script.effects, &[]);
                }
            }
        }
        let loads = script.effects.iter().filter(|effect| matches!(effect, Effect::Load { .. })).count();
        let plays = script.effects.iter().filter(|effect| matches!(effect, Effect::Play { .. })).count();
        prop_assert!(loads <= 1 && plays <= 1, "two tracks at once");
        element.run(&script.effects)?;
        holds(&script, &element)?;
    }
    Ok((script, element))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn with_any_input_one_track_plays_at_a_time_the_index_stays_in_the_queue_and_late_events_are_ignored(acts in acts()) {
        play(acts)?;
    }

    #[test]
    fn when_all_tracks_fail_playback_stops_after_each_has_used_its_attempts(acts in acts(), is_lost in any::<bool>()) {
        let (mut script, _) = play(acts)?;
        let cause = if is_lost { FailureCause::Source } else { FailureCause::Media };
        let tries = (script.player.list().len() + 1) * (2 * RELOADS_MAX as usize + 1) + 1;
        for _ in 0..tries {
            let load = script.player.load_number();
            // A damaged recording may start to play each time.
            for event in [Event::RetryDue, Event::Ready { duration_secs: None }, Event::Playing, Event::Failed { cause }] {
                script.event(load, event);
            }
        }
        let phase = script.player.phase();
        prop_assert!(matches!(phase, Phase::Idle | Phase::Failed | Phase::Ended), "still {phase:?}");
    }

    #[test]
    fn any_track_of_the_queue_can_be_played_from_any_state(acts in acts(), choice in any::<prop::sample::Index>()) {
        let (mut script, mut element) = play(acts)?;
        script.command(Command::Append { tracks: vec![track("x")] });
        element.run(&script.effects)?;
        let list = script.player.list().to_vec();
        let index = choice.index(list.len());
        script.command(Command::PlayAt { index });
        element.run(&script.effects)?;
        for event in [Event::RetryDue, Event::Ready { duration_secs: None }, Event::Playing] {
            script.event(script.player.load_number(), event);
            element.run(&script.effects)?;
        }
        prop_assert!(script.player.phase() == Phase::Playing && element.plays);
        prop_assert_eq!(script.player.current().map(|track| &track.id), Some(&list[index].id));
    }
}

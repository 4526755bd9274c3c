//! The script language of the player tests, and the format of states and effects.
//!
//! A script consists of words between semicolons. `set a b c` sets a list; `play 1` plays by index and `play x` by id;
//! `at 12` is progress to 12 s, `broken` a failure of the recording and `lost` a failure of its source; `+600` lets 600
//! ms pass. Events belong to the newest load unless `#1` precedes them.

use wasm_core::player::{Command, Effect, Event, FailureCause, Input, Phase, Player, Preload, Repeat, Track, Warning};

/// A player, the current time, and the effects of the last step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Script {
    pub(crate) player: Player,
    pub(crate) now_ms: f64,
    pub(crate) effects: Vec<Effect>,
}

pub(crate) fn track(id: &str) -> Track {
    Track { id: id.to_owned(), title: id.to_uppercase(), duration_secs: None, start_secs: 0.0 }
}

fn tracks(ids: &[&str]) -> Vec<Track> {
    ids.iter().map(|id| track(id)).collect()
}

impl Script {
    pub(crate) fn run(script: &str) -> Self {
        let mut this = Self::default();
        this.run_more(script);
        this
    }

    pub(crate) fn run_more(&mut self, script: &str) -> &mut Self {
        script.split(';').map(str::trim).filter(|line| !line.is_empty()).for_each(|line| self.line(line));
        self
    }

    pub(crate) fn command(&mut self, command: Command) {
        self.effects = self.player.step(Input::Command { now_ms: self.now_ms, command });
    }

    pub(crate) fn event(&mut self, load: u32, event: Event) {
        self.effects = self.player.step(Input::Event { now_ms: self.now_ms, load, event });
    }

    fn line(&mut self, line: &str) {
        if let Some(ms) = line.strip_prefix('+') {
            self.now_ms += ms.parse::<f64>().unwrap();
            return;
        }
        let (load, line) = match line.strip_prefix('#').map(|rest| rest.split_once(' ').unwrap()) {
            Some((load, rest)) => (load.parse().unwrap(), rest),
            None => (self.player.load_number(), line),
        };
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words.get(index).map(|word| word.parse::<f64>().unwrap());
        let index = |at: usize| words[at].parse::<usize>().unwrap();
        let command = match words[0] {
            "set" => Command::SetList { tracks: tracks(&words[1..]) },
            "take-up" => Command::TakeUp { index: index(1), tracks: tracks(&words[2..]) },
            "play" => match words[1].parse() {
                Ok(index) => Command::PlayAt { index },
                Err(_) => Command::PlayTrack { track: track(words[1]) },
            },
            "resume" => Command::Resume,
            "pause" => Command::Pause,
            "toggle" => Command::Toggle,
            "next" => Command::Next,
            "previous" => Command::Previous,
            "seek" => Command::Seek { position_secs: number(1).unwrap() },
            "back" => Command::JumpBack,
            "forward" => Command::JumpForward,
            "chapters" => Command::SetChapters {
                track_id: words[1].to_owned(),
                starts_secs: (2..words.len()).filter_map(number).collect(),
            },
            "next-chapter" => Command::NextChapter,
            "previous-chapter" => Command::PreviousChapter,
            "shuffle" => Command::Shuffle { seed: words[1].parse().unwrap() },
            "repeat" => Command::SetRepeat {
                repeat: match words[1] {
                    "off" => Repeat::Off,
                    "all" => Repeat::All,
                    _ => Repeat::One,
                },
            },
            "rate" => Command::SetRate { rate: number(1).unwrap() },
            "save" => Command::SetDataSaving { is_on: words[1] == "on" },
            "start" => Command::SetStart { track_id: words[1].to_owned(), start_secs: number(2).unwrap() },
            "next-up" => Command::PlayNext { track: track(words[1]) },
            "append" => Command::Append { tracks: tracks(&words[1..]) },
            "insert" => Command::Insert { index: index(1), tracks: tracks(&words[2..]) },
            "remove" => Command::Remove { index: index(1) },
            "move" => Command::Move { from: index(1), to: index(2) },
            "clear" => Command::Clear,
            "reset" => Command::Reset,
            "hide" => Command::PageHidden,
            event => return self.event(load, event_of(event, number(1))),
        };
        self.command(command);
    }

    /// Returns the state, such as `playing b | a [b] c | 12s #2`: phase, current track, list with the index marked,
    /// position, load.
    pub(crate) fn state_text(&self) -> String {
        let player = &self.player;
        let mut phase = format!("{:?}", player.phase()).to_lowercase();
        if player.phase() == Phase::Playing && player.is_loading() {
            phase.push_str(" (waiting)");
        }
        let list = player.list().iter().enumerate().map(|(at, track)| {
            if usize::try_from(player.index()) == Ok(at) { format!("[{}]", track.id) } else { track.id.clone() }
        });
        let list = list.collect::<Vec<_>>().join(" ");
        let current = player.current().map_or("-", |track| &track.id);
        format!("{phase} {current} | {list} | {}s #{}", player.position_secs(), player.load_number())
    }

    /// Returns the effects of the last step.
    pub(crate) fn effects_text(&self) -> String {
        self.effects.iter().map(printed).collect::<Vec<_>>().join("; ")
    }
}

fn event_of(word: &str, number: Option<f64>) -> Event {
    match word {
        "not-mounted" => Event::NotMounted,
        "retry" => Event::RetryDue,
        "ready" => Event::Ready { duration_secs: number },
        "playing" => Event::Playing,
        "waiting" => Event::Waiting,
        "at" => Event::Progress { position_secs: number.unwrap(), duration_secs: None },
        "ended" => Event::Ended,
        "broken" => Event::Failed { cause: FailureCause::Media },
        "lost" => Event::Failed { cause: FailureCause::Source },
        other => panic!("the scripts have no word '{other}'"),
    }
}

fn printed(effect: &Effect) -> String {
    match effect {
        Effect::Load { load, track_id, start_secs, rate, needs_new_address } => {
            let rate = if *rate == 1.0 { String::new() } else { format!(" x{rate}") };
            let address = if *needs_new_address { " anew" } else { "" };
            format!("load #{load} {track_id} at {start_secs}{rate}{address}")
        }
        Effect::Unload => "unload".to_owned(),
        Effect::Play { load } => format!("play #{load}"),
        Effect::Pause { load } => format!("pause #{load}"),
        Effect::Seek { load, position_secs } => format!("seek #{load} {position_secs}"),
        Effect::SetRate { rate } => format!("rate {rate}"),
        Effect::ChapterEnded => "chapter-ended".to_owned(),
        Effect::Preload(Preload { full, metadata }) => {
            let full = full.iter().map(|id| format!(" {id}!"));
            let items = full.chain(metadata.iter().map(|id| format!(" {id}")));
            format!("preload{}", items.collect::<String>())
        }
        Effect::RetryAfter { load, delay_ms } => format!("retry #{load} after {delay_ms}"),
        Effect::Report { track_id, position_secs, duration_secs, is_finished, is_restart, is_passing } => {
            let duration = duration_secs.map_or(String::new(), |secs| format!(" of {secs}"));
            let finished = if *is_finished { " finished" } else { "" };
            let restart = if *is_restart { " restarted" } else { "" };
            let passing = if *is_passing { " in passing" } else { "" };
            format!("report {track_id} {position_secs}{duration}{finished}{restart}{passing}")
        }
        Effect::Warn { warning, track_id, took_ms } => {
            let what = if *warning == Warning::SlowLoad { "load" } else { "start" };
            format!("slow {what} {track_id} {took_ms}")
        }
        Effect::SkipNotice { message, .. } => format!("notice {message}"),
        Effect::Log { message } => format!("log {message}"),
    }
}

/// Runs the script and compares the final state.
#[track_caller]
pub(crate) fn leads_to(script: &str, state: &str) {
    assert_eq!(Script::run(script).state_text(), state, "after: {script}");
}

/// Runs the script and compares the effects of its last step.
#[track_caller]
pub(crate) fn asks_for(script: &str, effects: &str) {
    assert_eq!(Script::run(script).effects_text(), effects, "after: {script}");
}

//! Chapters of the current track.

use wasm_core::player::Command;

use crate::script::{Script, asks_for, leads_to};

/// Track a is playing, with chapters from 0, 20 and 60 s.
const HEARD: &str = "set a b; play 0; ready 100; playing; chapters a 0 20 60";

#[test]
fn s2_chapters_2_the_next_chapter_begins_at_its_start_and_the_last_one_has_none() {
    leads_to(&format!("{HEARD}; at 7; next-chapter"), "playing a | [a] b | 20s #1");
    asks_for(&format!("{HEARD}; at 59; next-chapter"), "seek #1 60");
    leads_to(&format!("{HEARD}; at 61; next-chapter"), "playing a | [a] b | 61s #1");
    // Sound before the first chapter belongs to none.
    leads_to("set a; play 0; ready 100; playing; chapters a 30 60; at 3; next-chapter", "playing a | [a] | 30s #1");
}

#[test]
fn s2_chapters_2_a_chapter_that_has_played_for_a_while_restarts_before_the_previous_one_is_chosen() {
    leads_to(&format!("{HEARD}; at 30; previous-chapter"), "playing a | [a] b | 20s #1");
    leads_to(&format!("{HEARD}; at 22; previous-chapter"), "playing a | [a] b | 0s #1");
    leads_to(&format!("{HEARD}; at 2; previous-chapter"), "playing a | [a] b | 0s #1");
    leads_to("set a; play 0; ready 100; playing; chapters a 30; at 3; previous-chapter", "playing a | [a] | 3s #1");
}

#[test]
fn s2_chapters_2_the_end_of_a_chapter_is_reported_only_if_playback_reaches_it() {
    asks_for(&format!("{HEARD}; at 19.9; at 20.1"), "chapter-ended");
    asks_for(&format!("{HEARD}; at 19.9; at 19.94"), "");
    asks_for(&format!("{HEARD}; at 12; at 24"), "chapter-ended");
    // After a seek, the browser reports a position just before the requested one.
    asks_for(&format!("{HEARD}; at 7; seek 20; at 19.9999; at 20.2"), "");
    asks_for(&format!("{HEARD}; at 19.9; seek 21; at 21.2"), "");
    asks_for(&format!("{HEARD}; at 19.9; at 40"), "");
    asks_for(&format!("{HEARD}; at 20.1; seek 19; at 19.2"), "");
    asks_for(&format!("{HEARD}; at 19.9; pause; at 20.1"), "");
    asks_for("set a; play 0; ready 100; playing; chapters a 30; at 29; at 31", "");
}

#[test]
fn s2_chapters_2_chapters_belong_to_one_track() {
    let index = |script: &str| Script::run(script).player.chapter_index();
    assert_eq!(index(&format!("{HEARD}; at 61")), Some(2));
    assert_eq!(index(&format!("{HEARD}; next")), None);
    assert_eq!(index("set a b; play 0; ready 100; playing; chapters b 0 20; at 21"), None);
    leads_to("chapters a 0 20; next-chapter; previous-chapter", "idle - |  | 0s #0");
    let mut script = Script::run("set a; play 0; ready 100; playing; at 9");
    script
        .command(Command::SetChapters { track_id: "a".into(), starts_secs: vec![f64::NAN, -1.0, f64::INFINITY, 5.0] });
    assert_eq!(script.player.chapter_index(), Some(0));
}

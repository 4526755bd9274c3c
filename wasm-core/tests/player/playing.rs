//! One track: loading, playing, pausing, seeking, ending.

use wasm_core::limits;
use wasm_core::player::{Phase, Player, Repeat};

use crate::script::{Script, asks_for, leads_to, track};

/// Track a of three is playing.
const HEARD: &str = "set a b c; play 0; ready 100; playing";

#[test]
fn s4_play_1_a_new_player_has_no_track_no_list_and_index_minus_one() {
    let player = Player::new();
    assert_eq!((player.current(), player.list(), player.index()), (None, [].as_slice(), -1));
    assert_eq!((player.is_loading(), player.phase()), (false, Phase::Idle));
    assert_eq!((player.repeat(), player.rate(), player.load_number()), (Repeat::All, 1.0, 0));
}

#[test]
fn s4_play_1_state_contains_the_current_track_the_list_and_the_index() {
    let player = Script::run("set a b; play 1").player;
    let tracks = [track("a"), track("b")];
    assert_eq!((player.current(), player.list(), player.index()), (Some(&tracks[1]), tracks.as_slice(), 1));
    assert_eq!((player.is_loading(), player.phase()), (true, Phase::Loading));
    assert_eq!((player.rate(), player.list_version(), player.load_number()), (1.0, 1, 1));
}

#[test]
fn s4_play_2_play_sets_loading_track_and_index_and_immediately_requests_playback() {
    leads_to("set a b c; play 1", "loading b | a [b] c | 0s #1");
    asks_for("set a b c; play 1", "load #1 b at 0; play #1");
    leads_to("set a b c; play b", "loading b | a [b] c | 0s #1");
    leads_to("set a b c; play 3", "idle - | a b c | 0s #0");
}

#[test]
fn s4_play_2_the_event_playing_clears_loading_and_sets_playing() {
    leads_to("set a b c; play 0; ready", "loading a | [a] b c | 0s #1");
    leads_to("set a b c; play 0; ready; playing", "playing a | [a] b c | 0s #1");
    leads_to("set a b c; play 0; playing", "playing a | [a] b c | 0s #1");
}

#[test]
fn s4_play_2_waiting_for_data_during_playback_sets_the_state_loading() {
    leads_to("set a b c; play 0; ready; playing; waiting", "playing (waiting) a | [a] b c | 0s #1");
    leads_to("set a b c; play 0; ready; playing; waiting; playing", "playing a | [a] b c | 0s #1");
}

#[test]
fn playing_a_track_that_is_not_in_the_list_inserts_it_after_the_current_one() {
    leads_to("play x", "loading x | [x] | 0s #1");
    leads_to("set a b c; play 0; playing; play x", "loading x | a [x] b c | 0s #2");
}

#[test]
fn playing_the_current_track_again_resumes_it() {
    leads_to("set a b c; play 0; ready; playing; at 7; play 0", "playing a | [a] b c | 7s #1");
    leads_to("set a b c; play 0; ready; playing; at 7; pause; play a", "loading a | [a] b c | 7s #1");
    asks_for("set a b c; play 0; ready; playing; at 7; pause; play a", "play #1");
}

#[test]
fn s4_play_4_pause_stops_playback_and_reports_the_position() {
    leads_to(&format!("{HEARD}; at 7; pause"), "paused a | [a] b c | 7s #1");
    asks_for(&format!("{HEARD}; at 7; pause"), "pause #1; report a 7 of 100");
    asks_for(&format!("{HEARD}; at 7; pause; pause"), "");
    asks_for("pause", "");
}

#[test]
fn s4_play_4_toggle_pauses_during_playback_and_otherwise_resumes() {
    leads_to(&format!("{HEARD}; toggle"), "paused a | [a] b c | 0s #1");
    leads_to(&format!("{HEARD}; toggle; toggle"), "loading a | [a] b c | 0s #1");
    leads_to(&format!("{HEARD}; toggle; toggle; playing"), "playing a | [a] b c | 0s #1");
    leads_to(&format!("{HEARD}; toggle; toggle; toggle"), "paused a | [a] b c | 0s #1");
    leads_to("set a b; toggle", "loading a | [a] b | 0s #1");
    leads_to("toggle", "idle - |  | 0s #0");
}

#[test]
fn s4_play_4_a_pause_while_loading_is_remembered() {
    leads_to("set a b; play 0; pause", "loading a | [a] b | 0s #1");
    leads_to("set a b; play 0; pause; ready", "paused a | [a] b | 0s #1");
    // A late report of playback from before the pause is ignored.
    leads_to("set a b; play 0; pause; playing", "loading a | [a] b | 0s #1");
    leads_to("set a b; play 0; ready; pause; playing", "paused a | [a] b | 0s #1");
    asks_for("set a b; play 0; pause; toggle", "play #1");
    leads_to("set a b; play 0; pause; toggle; ready; playing", "playing a | [a] b | 0s #1");
}

#[test]
fn a_seek_is_limited_to_the_duration_of_the_track() {
    asks_for(&format!("{HEARD}; seek 40"), "seek #1 40");
    leads_to(&format!("{HEARD}; seek 40"), "playing a | [a] b c | 40s #1");
    asks_for(&format!("{HEARD}; seek 400"), "seek #1 100");
    asks_for(&format!("{HEARD}; seek -4"), "seek #1 0");
    asks_for(&format!("{HEARD}; seek NaN"), "");
    asks_for("set a; seek 4", "");
    asks_for("set a; play 0; playing; seek 4000", "seek #1 4000");
}

#[test]
fn a_seek_while_paused_is_reported_immediately_and_a_seek_to_the_start_as_a_restart() {
    asks_for(&format!("{HEARD}; pause; seek 40"), "seek #1 40; report a 40 of 100");
    asks_for(&format!("{HEARD}; pause; seek 4"), "seek #1 4; report a 4 of 100 restarted");
    asks_for(&format!("{HEARD}; seek 4; pause"), "pause #1; report a 4 of 100 restarted");
    asks_for(&format!("{HEARD}; seek 4; pause; ended"), "report a 100 of 100 finished");
    asks_for(&format!("{HEARD}; seek 4; seek 5; pause"), "pause #1; report a 5 of 100");
}

#[test]
fn skip_buttons_seek_fifteen_seconds_back_and_thirty_forward() {
    asks_for(&format!("{HEARD}; at 50; back"), "seek #1 35");
    asks_for(&format!("{HEARD}; at 50; forward"), "seek #1 80");
    asks_for(&format!("{HEARD}; at 80; forward"), "seek #1 100");
    asks_for(&format!("{HEARD}; at 8; back"), "seek #1 0");
}

#[test]
fn a_seek_before_a_track_is_ready_sets_its_start_position() {
    leads_to("set a; play 0; seek 30; ready 100; playing", "playing a | [a] | 30s #1");
    asks_for("set a; play 0; seek 30; not-mounted; retry", "load #1 a at 30; play #1");
}

#[test]
fn playback_rate_is_limited_to_between_half_and_three_and_kept_for_the_next_track() {
    asks_for("rate 1.5", "rate 1.5");
    asks_for("rate 0.1", "rate 0.5");
    asks_for("rate 9", "rate 3");
    asks_for("rate NaN", "");
    asks_for("rate 2; set a b; play 1", "load #1 b at 0 x2; play #1");
}

#[test]
fn s4_play_7_reset_clears_the_track_and_the_source_but_keeps_the_queue() {
    leads_to(&format!("{HEARD}; reset"), "idle - | a b c | 0s #2");
    asks_for(&format!("{HEARD}; reset"), "unload");
    asks_for(&format!("{HEARD}; at 8; reset"), "report a 8 of 100; unload");
    leads_to(&format!("{HEARD}; reset; #1 playing; #2 playing"), "idle - | a b c | 0s #2");
    asks_for("reset", "");
}

#[test]
fn s4_play_9_at_the_end_of_a_track_the_next_one_starts_immediately_and_after_the_last_one_the_first() {
    leads_to(&format!("{HEARD}; ended"), "loading b | a [b] c | 0s #2");
    asks_for(&format!("{HEARD}; at 99; ended"), "report a 100 of 100 finished; load #2 b at 0; play #2");
    leads_to("set a b c; play 2; ready; playing; ended", "loading a | [a] b c | 0s #2");
    asks_for("set a; play 0; ready 9; playing; ended", "report a 9 of 9 finished; seek #1 0; play #1");
    leads_to("set a; play 0; ready 9; playing; ended", "loading a | [a] | 0s #1");
}

#[test]
fn s4_play_9_without_repeat_playback_stops_after_the_last_track_and_repeat_one_repeats_the_current_track() {
    leads_to("repeat off; set a b; play 0; ready; playing; ended", "loading b | a [b] | 0s #2");
    leads_to("repeat off; set a b; play 1; ready 9; playing; ended", "ended b | a [b] | 9s #1");
    asks_for("repeat off; set a b; play 1; ready 9; playing; ended; toggle", "seek #1 0; play #1");
    leads_to("repeat off; set a b; play 1; ready 9; playing; ended; toggle; playing", "playing b | a [b] | 0s #1");
    leads_to("repeat off; set a b; play 1; ready 9; playing; ended; seek 4", "paused b | a [b] | 4s #1");
    leads_to("repeat one; set a b; play 0; ready 9; playing; ended", "loading a | [a] b | 0s #1");
    leads_to(
        "repeat one; set a b; play 0; ready 9; playing; ended; repeat all; playing; ended",
        "loading b | a [b] | 0s #2",
    );
}

#[test]
fn s4_play_9_a_track_that_ends_while_paused_starts_nothing() {
    leads_to(&format!("{HEARD}; pause; ended"), "ended a | [a] b c | 100s #1");
    asks_for(&format!("{HEARD}; pause; ended"), "report a 100 of 100 finished");
}

#[test]
fn events_of_an_earlier_load_are_ignored() {
    let before = format!("{HEARD}; at 7; next");
    for late in ["ready 5", "playing", "waiting", "at 9", "ended", "broken", "lost", "not-mounted", "retry"] {
        leads_to(&format!("{before}; #1 {late}"), "loading b | a [b] c | 0s #2");
        asks_for(&format!("{before}; #1 {late}"), "");
    }
}

#[test]
fn position_is_reported_every_five_seconds_during_playback_and_again_on_stop() {
    asks_for(&format!("{HEARD}; +4999; at 14"), "");
    asks_for(&format!("{HEARD}; +5000; at 15; hide"), "report a 15 of 100");
    asks_for(&format!("{HEARD}; +5000; at 15"), "report a 15 of 100 in passing");
    asks_for(&format!("{HEARD}; +5000; at 15; +4999; at 29"), "");
    asks_for(&format!("{HEARD}; +5000; at 15; +5000; at 30"), "report a 30 of 100 in passing");
    asks_for(&format!("{HEARD}; +5000; at 15; +5000; at 15"), "");
    asks_for(&format!("{HEARD}; pause; +5000; at 9"), "");
    asks_for(&format!("{HEARD}; at 3; hide"), "report a 3 of 100");
    asks_for(&format!("{HEARD}; at 3; hide; hide"), "");
    asks_for(&format!("{HEARD}; at 20; next"), "report a 20 of 100; load #2 b at 0; play #2");
}

#[test]
fn a_track_resumes_at_its_saved_position() {
    asks_for(&format!("{HEARD}; at 20; next; play 0"), "load #3 a at 20; play #3");
    asks_for(&format!("{HEARD}; at 4; next; play 0"), "load #3 a at 0; play #3");
    asks_for(&format!("{HEARD}; at 97; next; play 0"), "load #3 a at 0; play #3");
    asks_for(&format!("{HEARD}; ended; play 0"), "load #3 a at 0; play #3");
    asks_for("set a b; play 0; playing; at 30; ended; play 0", "load #3 a at 0; play #3");
    asks_for("set a b; start b 33; play 1", "load #1 b at 33; play #1");
    leads_to(&format!("{HEARD}; at 20; start a 50"), "playing a | [a] b c | 20s #1");
    asks_for(&format!("{HEARD}; at 20; start a 50; next; play 0"), "load #3 a at 20; play #3");
}

#[test]
fn progress_events_are_ignored_until_a_track_is_playing() {
    // An element that starts at 33 s reports the position 0 for a moment.
    leads_to("set a; start a 33; play 0; at 0.2", "loading a | [a] | 33s #1");
    leads_to("set a; start a 33; play 0; ready; playing; at 33.2", "playing a | [a] | 33.2s #1");
    leads_to(&format!("{HEARD}; at NaN; at -1"), "playing a | [a] b c | 0s #1");
}

#[test]
fn the_duration_reported_by_the_audio_element_overrides_the_stored_one() {
    assert_eq!(Script::run("set a; play 0").player.duration_secs(), None);
    assert_eq!(Script::run("set a; play 0; ready 9").player.duration_secs(), Some(9.0));
    assert_eq!(Script::run("set a; play 0; ready 9; reset").player.duration_secs(), None);
}

#[test]
fn position_may_return_to_the_start() {
    leads_to("set a; play 0; playing; at 9; at 0", "playing a | [a] | 0s #1");
    leads_to("set a; play 0; playing; at 9; at -1", "playing a | [a] | 9s #1");
}

#[test]
fn a_duration_of_zero_counts_as_unknown() {
    leads_to("set a; play 0; ready 0; playing; seek 5", "playing a | [a] | 5s #1");
    leads_to("set a; play 0; ready 4; playing; seek 5", "playing a | [a] | 4s #1");
}

#[test]
fn the_player_state_contains_repeat_mode_and_playback_rate() {
    let chosen = |script: &str| {
        let player = Script::run(script).player;
        (player.repeat(), player.rate())
    };
    assert_eq!(chosen("set a"), (Repeat::All, 1.0));
    assert_eq!(chosen("repeat off; rate 1.5"), (Repeat::Off, 1.5));
}

#[test]
fn s9_c_4_load_times_over_two_seconds_are_logged_as_slow() {
    asks_for("set a; play 0; +2000; ready", "");
    asks_for("set a; play 0; +2001; ready", "slow load a 2001");
    asks_for("set a; play 0; pause; +2001; ready; +600; toggle; playing", "preload");
    asks_for("set a; play 0; pause; +2001; ready", "slow load a 2001");
    asks_for("+5000; set a; play 0; +2001; ready", "slow load a 2001");
}

#[test]
fn s9_c_4_start_times_over_half_a_second_are_logged_as_slow() {
    asks_for("set a; play 0; +400; ready; +100; playing", "preload");
    asks_for("set a; play 0; +400; ready; +101; playing", "slow start a 501; preload");
    asks_for("set a; play 0; +2001; playing", "slow load a 2001; slow start a 2001; preload");
    asks_for("set a; play 0; playing; pause; +9000; toggle; +501; playing", "slow start a 501");
    asks_for("set a; play 0; playing; waiting; +9000; playing", "");
    asks_for("set a; play 0; pause; +9000; toggle; ready; +501; playing", "slow start a 501; preload");
}

#[test]
fn s9_c_5_player_limits_have_the_specified_values() {
    assert_eq!((limits::PLAYER_RETRY_MS, limits::PLAYER_RETRIES), (50, 5));
    assert_eq!((limits::PRELOAD_AFTER_PLAY, limits::PRELOAD_ON_LIST, limits::PRELOAD_FULL), (3, 5, 1));
    assert_eq!(limits::VOLUME_DEFAULT, 1.0);
}

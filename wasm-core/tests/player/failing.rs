//! Failures: a missing element, dead sources, unplayable tracks.

use crate::script::{Script, asks_for, leads_to};

#[test]
fn s4_play_3_a_missing_audio_element_is_retried_five_times_50_ms_apart_and_then_logged() {
    let mut script = Script::run("set a b; play 0");
    for _ in 0..5 {
        script.run_more("not-mounted");
        assert_eq!(script.effects_text(), "retry #1 after 50");
        assert_eq!(script.state_text(), "loading a | [a] b | 0s #1");
        script.run_more("+50; retry");
        assert_eq!(script.effects_text(), "load #1 a at 0; play #1");
    }
    script.run_more("not-mounted");
    assert_eq!(script.effects_text(), "log There is no audio element to play \"A\" with. Reload the page.");
    assert_eq!(script.state_text(), "failed a | [a] b | 0s #1");
    script.run_more("retry");
    assert_eq!((script.effects_text(), script.state_text()), (String::new(), "failed a | [a] b | 0s #1".to_owned()));
    script.run_more("toggle");
    assert_eq!(script.effects_text(), "load #2 a at 0; play #2");
    script.run_more("not-mounted");
    assert_eq!(script.effects_text(), "retry #2 after 50");
}

#[test]
fn s4_play_3_an_audio_element_that_appears_late_receives_the_load_once() {
    asks_for("set a; play 0; not-mounted; retry", "load #1 a at 0; play #1");
    asks_for("set a; play 0; not-mounted; retry; retry", "");
    asks_for("set a; play 0; retry", "");
    asks_for("set a; play 0; not-mounted; not-mounted", "");
    asks_for("set a b; play 0; not-mounted; next; #1 retry", "");
}

#[test]
fn s4_play_3_a_pause_without_an_audio_element_is_remembered() {
    asks_for("set a; play 0; not-mounted; pause; retry", "load #1 a at 0");
    asks_for("set a; play 0; not-mounted; pause; toggle", "");
    asks_for("set a; play 0; not-mounted; pause; toggle; retry", "load #1 a at 0; play #1");
    // A track that was not sent to an element cannot become ready.
    leads_to("set a; play 0; not-mounted; ready; playing", "loading a | [a] | 0s #1");
}

#[test]
fn an_unplayable_track_shows_a_notice_and_is_skipped() {
    asks_for("set a b; play 0; broken", "notice “A” cannot be played.; load #2 b at 0; play #2");
    leads_to("set a b; play 0; broken", "loading b | a [b] | 0s #2");
    leads_to("set a b c; play 2; ready; playing; broken", "loading a | [a] b c | 0s #2");
    leads_to("repeat one; set a b; play 0; broken", "loading b | a [b] | 0s #2");
    leads_to("set a; play 0; playing; set x; broken", "loading x | [x] | 0s #2");
    asks_for(
        "set a b; play 0; playing; at 9; broken",
        "notice “A” cannot be played.; report a 9; load #2 b at 0; play #2",
    );
}

#[test]
fn an_unplayable_track_is_not_skipped_while_paused() {
    leads_to("set a b; play 0; pause; broken", "failed a | [a] b | 0s #1");
    asks_for("set a b; play 0; pause; broken", "notice “A” cannot be played.");
    asks_for("set a b; play 0; pause; broken; toggle", "load #2 a at 0; play #2");
    leads_to("set a b; play 0; pause; broken; next", "loading b | a [b] | 0s #2");
    asks_for("set a b; play 0; pause; broken; seek 9", "");
    asks_for("set a b; play 0; playing; at 9; pause; broken; toggle", "load #2 a at 9; play #2");
    asks_for("set a b; play 0; playing; at 9; pause; broken; previous", "load #2 a at 0; play #2");
    asks_for("set a; play 0; pause; broken; next", "load #2 a at 0; play #2");
}

#[test]
fn playback_stops_when_every_track_has_failed() {
    let log = "log Nothing that is left in the list can be played.";
    asks_for("set a b c; play 1; broken; broken; broken", &format!("notice “A” cannot be played.; pause #3; {log}"));
    leads_to("set a b c; play 1; broken; broken; broken", "failed a | [a] b c | 0s #3");
    asks_for("set a b c; play 1; broken; broken; broken; broken; lost; ended; playing; ready; at 3; not-mounted", "");
    asks_for("repeat off; set a b; play 1; broken", &format!("notice “B” cannot be played.; pause #1; {log}"));
    // A failed track is skipped even after it has moved.
    leads_to("repeat off; set a b c d; play 1; broken; move 1 2; broken", "loading d | a c b [d] | 0s #3");
    // A new choice of the user retries all tracks.
    leads_to("set a b; play 0; broken; broken; play 0; broken", "loading b | a [b] | 0s #4");
    leads_to("set a b; play 0; broken; broken; next; broken", "loading b | a [b] | 0s #4");
    leads_to("set a b; play 0; broken; playing; seek 9; previous; broken", "loading a | [a] b | 0s #3");
}

#[test]
fn failed_tracks_are_retried_only_after_another_track_has_actually_played() {
    // Starting playback is not enough: a damaged file may start again and again.
    leads_to("set a b; play 0; broken; ready; playing; at 4.9; broken", "failed b | a [b] | 4.9s #2");
    leads_to("set a b; play 0; broken; ready; playing; at 5; broken", "loading a | [a] b | 0s #3");
    leads_to("set a b; play 0; broken; ready; playing; ended; broken", "loading b | a [b] | 0s #4");
    leads_to("set a b c; play 0; broken; ready; playing; ended; broken", "loading a | [a] b c | 0s #4");
    // A seek does not count as listening.
    leads_to("set a b; play 0; broken; ready; playing; seek 60; at 61; broken", "failed b | a [b] | 61s #2");
}

#[test]
fn a_failed_source_is_reloaded_at_the_same_position() {
    let heard = "set a b; play 0; ready 100; playing; at 42";
    asks_for(&format!("{heard}; lost"), "load #2 a at 42 anew; play #2");
    leads_to(&format!("{heard}; lost; ready; playing"), "playing a | [a] b | 42s #2");
    asks_for(&format!("{heard}; pause; lost"), "load #2 a at 42 anew");
    leads_to(&format!("{heard}; pause; lost; ready"), "paused a | [a] b | 42s #2");
    leads_to(&format!("{heard}; lost; #1 lost; #1 ended"), "loading a | [a] b | 42s #2");
}

#[test]
fn a_failed_source_is_retried_three_times_and_then_skipped() {
    let mut script = Script::run("set a b; play 0; ready 100; playing; at 42; lost; lost");
    assert_eq!(script.effects_text(), "retry #3 after 1000");
    script.run_more("#2 retry");
    assert_eq!(script.effects_text(), "");
    script.run_more("retry");
    assert_eq!(script.effects_text(), "load #3 a at 42 anew; play #3");
    script.run_more("lost");
    assert_eq!(script.effects_text(), "retry #4 after 1000");
    script.run_more("pause; toggle; retry; lost");
    assert_eq!(
        script.effects_text(),
        "notice “A” cannot be played.; report a 42 of 100; load #5 b at 0; play #5".replace("report a 42 of 100; ", "")
    );
    assert_eq!(script.state_text(), "loading b | a [b] | 0s #5");
}

#[test]
fn a_manual_retry_resets_the_number_of_attempts() {
    let failed = "set a; play 0; lost; lost; retry; lost; retry; lost";
    leads_to(failed, "failed a | [a] | 0s #4");
    asks_for(&format!("{failed}; toggle; lost"), "load #6 a at 0 anew; play #6");
    asks_for(&format!("{failed}; next; lost"), "load #6 a at 0 anew; play #6");
}

#[test]
fn retries_of_a_failed_source_are_not_counted_as_a_slow_start() {
    asks_for("set a; play 0; playing; lost; playing; +9000; lost; +1000; retry; playing", "");
}

#[test]
fn a_recovered_source_resets_the_number_of_attempts() {
    let script = "set a; play 0; playing; lost; lost; retry; lost; retry; playing";
    asks_for(
        &format!("{script}; at 4; lost"),
        "notice “A” cannot be played.; report a 4; pause #4; log Nothing that is left in the list can be played.",
    );
    asks_for(&format!("{script}; at 5; lost"), "load #5 a at 5 anew; play #5");
    // Playback before the failure does not count.
    asks_for("set a; play 0; playing; at 42; lost; playing; at 46; lost", "retry #3 after 1000");
    asks_for("set a; play 0; playing; at 42; lost; playing; at 47; lost", "load #3 a at 47 anew; play #3");
}

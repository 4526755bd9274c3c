//! Several tracks: next, previous, shuffle, preloading, editing the list.

use std::collections::BTreeSet;

use wasm_core::limits::{PRELOAD_AFTER_PLAY, PRELOAD_ON_LIST};

use crate::script::{Script, asks_for, leads_to};

const LONGEST: usize = 12;

/// Returns `a b c …` with this number of names.
fn names(count: usize) -> Vec<String> {
    ('a'..='z').take(count).map(String::from).collect()
}

fn list_of(count: usize) -> String {
    format!("set {}", names(count).join(" ")).trim_end().to_owned()
}

fn current(script: &Script) -> String {
    script.player.current().cloned().unwrap().id
}

#[test]
fn s4_play_5_next_wraps_from_the_last_track_to_the_first() {
    leads_to("set a b c; play 0; next", "loading b | a [b] c | 0s #2");
    leads_to("set a b c; play 2; next", "loading a | [a] b c | 0s #2");
    leads_to("set a b c; next", "loading a | [a] b c | 0s #1");
    leads_to("repeat off; set a b c; play 2; next", "loading a | [a] b c | 0s #2");
    leads_to("repeat one; set a b c; play 0; next", "loading b | a [b] c | 0s #2");
    leads_to("set a b c; play 0; ready; playing; pause; next", "loading b | a [b] c | 0s #2");
    asks_for("next", "");
}

#[test]
fn s4_play_5_previous_wraps_from_the_first_track_to_the_last() {
    leads_to("set a b c; play 1; previous", "loading a | [a] b c | 0s #2");
    leads_to("set a b c; play 0; previous", "loading c | a b [c] | 0s #2");
    leads_to("set a b c; previous", "loading c | a b [c] | 0s #1");
    asks_for("previous", "");
}

#[test]
fn s4_play_5_previous_restarts_a_track_after_five_seconds() {
    leads_to("set a b; play 1; ready; playing; at 5; previous", "loading a | [a] b | 0s #2");
    leads_to("set a b; play 1; ready; playing; at 5.1; previous", "playing b | a [b] | 0s #1");
    asks_for("set a b; play 1; ready; playing; at 5.1; previous", "seek #1 0");
    asks_for("set a b; play 1; ready; playing; at 9; previous; pause", "pause #1; report b 0 restarted");
    asks_for("set a b; play 1; ready; playing; at 9; pause; previous", "seek #1 0; play #1");
    asks_for("set a b; play 1; broken; start b 9; play 1; broken; previous; hide", "");
}

#[test]
fn s4_play_5_next_in_a_queue_of_one_plays_the_track_again() {
    asks_for("set a; play 0; ready; playing; at 30; next", "seek #1 0");
    asks_for("set a; play 0; ready; playing; next; pause", "pause #1; report a 0 restarted");
    asks_for("set a; play 0; ready; playing; at 3; previous", "seek #1 0");
}

#[test]
fn s4_play_5_next_and_previous_cycle_through_lists_of_any_length() {
    for count in 1..=LONGEST {
        let mut script = Script::run(&format!("{}; play 0; playing", list_of(count)));
        for round in 1..=2 * count {
            script.run_more("next; playing");
            assert_eq!(script.player.index(), i32::try_from(round % count).unwrap(), "{count} tracks");
        }
        for round in 1..=2 * count {
            script.run_more("previous; playing");
            assert_eq!(script.player.index(), i32::try_from((2 * count - round) % count).unwrap());
        }
    }
}

#[test]
fn s4_play_6_shuffle_plays_every_other_track_once_before_it_repeats_one() {
    for count in 2..=LONGEST {
        for seed in 0..20_u32 {
            let mut script = Script::run(&format!("{}; play 0; playing", list_of(count)));
            for round in 0..3 {
                let mut heard = BTreeSet::from([current(&script)]);
                for draw in 1..count {
                    script.run_more(&format!(
                        "shuffle {}; playing",
                        seed.wrapping_mul(7919) + round * 100 + u32::try_from(draw).unwrap()
                    ));
                    assert!(heard.insert(current(&script)), "{count} tracks, round {round}: {heard:?} again");
                }
                assert_eq!(heard.len(), count);
            }
        }
    }
}

#[test]
fn s4_play_6_shuffle_does_not_repeat_tracks_that_were_played_before_it_was_turned_on() {
    for seed in 0..50 {
        let mut script = Script::run("set a b c d; play 0; next; next");
        script.run_more(&format!("shuffle {seed}"));
        assert_eq!(current(&script), "d");
    }
}

#[test]
fn s4_play_6_shuffle_order_depends_only_on_the_seed() {
    let drawn = |seed: u32| current(&Script::run(&format!("{}; play 0; shuffle {seed}", list_of(5))));
    let all: BTreeSet<String> = (0..60).map(drawn).collect();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), ["b", "c", "d", "e"]);
    assert_eq!(drawn(9), drawn(9));
}

#[test]
fn s4_play_6_shuffle_does_nothing_in_an_empty_queue_and_plays_a_single_track_again() {
    asks_for("shuffle 1", "");
    asks_for("set a; shuffle 1", "load #1 a at 0; play #1");
    asks_for("set a; play 0; ready; playing; at 9; shuffle 1", "seek #1 0");
    leads_to("set a; play 0; ready; playing; at 9; shuffle 1", "playing a | [a] | 0s #1");
}

#[test]
fn s4_play_6_a_new_list_resets_the_shuffled_tracks() {
    let drawn = |seed: u32| current(&Script::run(&format!("set a b c d; play 1; play 0; set a b c d; shuffle {seed}")));
    assert_eq!((0..40).map(drawn).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn s4_play_8_a_new_list_preloads_the_metadata_of_its_first_five_tracks() {
    for count in 0..=LONGEST {
        let wanted = names(count.min(PRELOAD_ON_LIST)).join(" ");
        asks_for(&list_of(count), if count == 0 { String::new() } else { format!("preload {wanted}") }.as_str());
    }
    asks_for("set a b c d e f g", "preload a b c d e");
    asks_for("set a b; set", "preload");
}

#[test]
fn s4_play_8_during_playback_the_metadata_of_the_next_three_tracks_and_the_audio_of_the_first_of_them_are_preloaded() {
    for count in 1..=LONGEST {
        let names = names(count);
        for index in 0..count {
            let next = (1..count.min(PRELOAD_AFTER_PLAY + 1)).map(|steps| &names[(index + steps) % count]);
            let depths = ["!", "", ""];
            let wanted: String = next.zip(depths).map(|(name, depth)| format!(" {name}{depth}")).collect();
            asks_for(&format!("{}; play {index}; ready; playing", list_of(count)), &format!("preload{wanted}"));
            let saving = wanted.replace('!', "");
            let script = format!("save on; {}; play {index}; ready; playing", list_of(count));
            let same_as_list = format!(" {}", names[..count.min(PRELOAD_ON_LIST)].join(" ")) == saving;
            asks_for(&script, if same_as_list { String::new() } else { format!("preload{saving}") }.as_str());
        }
    }
    asks_for("set a b c d e f; play 4; playing", "preload f! a b");
}

#[test]
fn s4_resume_2_a_restored_queue_is_paused_at_its_track_and_preloads_nothing_until_it_is_played() {
    asks_for("take-up 1 a b c", "load #1 b at 0");
    leads_to("take-up 1 a b c; ready", "paused b | a [b] c | 0s #1");
    asks_for("take-up 1 a b c; ready; resume; playing", "preload c! a");
    asks_for("take-up 9 a b", "");
    leads_to("set x; play 0; ready; playing; take-up 1 a b c", "playing x | [x] | 0s #1");
    leads_to("take-up 9 a b", "idle - | a b | 0s #0");
}

#[test]
fn s4_play_8_preloading_follows_list_changes_during_playback() {
    let heard = "set a b c d e f; play 0; playing";
    asks_for(&format!("{heard}; save on"), "preload b c d");
    asks_for(&format!("{heard}; next-up x"), "preload x! b c");
    asks_for(&format!("{heard}; append x"), "");
    asks_for(&format!("{heard}; remove 1"), "preload c! d e");
    asks_for(&format!("{heard}; move 5 1"), "preload f! b c");
    asks_for(&format!("{heard}; pause; move 5 1"), "");
    asks_for(&format!("{heard}; set a x y z p q"), "preload x! y z a p");
    asks_for(&format!("{heard}; waiting; playing"), "");
}

#[test]
fn replacing_the_queue_keeps_the_current_track_playing() {
    leads_to("set a b c; play 1; ready; playing; at 9; set x b", "playing b | x [b] | 9s #1");
    leads_to("set a b c; play 1; ready; playing; at 9; set x y", "playing b | x y | 9s #1");
    leads_to("set a b c; play 1; ready; playing; set x y; next", "loading x | [x] y | 0s #2");
    leads_to("set a b c; play 1; ready; playing; set x y; previous", "loading y | x [y] | 0s #2");
    leads_to("set a b c; play 1; ready; playing; set x y; ended", "loading x | [x] y | 0s #2");
    leads_to("set a b c; play 1; ready; playing; set x y; set a b", "playing b | a [b] | 0s #1");
    leads_to("set a b c; play 1; ready; playing; set x y; append b", "playing b | x y [b] | 0s #1");
    leads_to("repeat one; set a; play 0; ready; playing; set x y; ended", "loading a | x y | 0s #1");
    leads_to("set a; play 0; ready; playing; set x; remove 0; ended", "ended a |  | 0s #1");
    leads_to("set a a b a", "idle - | a b | 0s #0");
}

#[test]
fn tracks_are_queued_next_or_last_and_never_twice() {
    leads_to("set a b c; play 1; next-up x", "loading b | a [b] x c | 0s #1");
    leads_to("set a b c; play 1; next-up a", "loading b | [b] a c | 0s #1");
    leads_to("set a b c; play 1; next-up b", "loading b | a [b] c | 0s #1");
    leads_to("set a b c; next-up c", "idle - | c a b | 0s #0");
    leads_to("set a b c; play 1; append x a b y", "loading b | [b] c x a y | 0s #1");
}

#[test]
fn moving_a_track_keeps_the_current_track() {
    leads_to("set a b c d; play 1; move 1 3", "loading b | a c d [b] | 0s #1");
    leads_to("set a b c d; play 1; move 0 2", "loading b | [b] c a d | 0s #1");
    leads_to("set a b c d; play 1; move 0 1", "loading b | [b] a c d | 0s #1");
    leads_to("set a b c d; play 1; move 3 0", "loading b | d a [b] c | 0s #1");
    leads_to("set a b c d; play 1; move 3 1", "loading b | a d [b] c | 0s #1");
    leads_to("set a b c d; play 1; move 2 3", "loading b | a [b] d c | 0s #1");
    leads_to("set a b c d; play 1; move 4 0; move 0 4", "loading b | a [b] c d | 0s #1");
}

#[test]
fn removing_the_current_track_makes_an_adjacent_one_current() {
    leads_to("set a b c; play 1; remove 0", "loading b | [b] c | 0s #1");
    leads_to("set a b c; play 1; remove 2", "loading b | a [b] | 0s #1");
    leads_to("set a b c; play 1; remove 3", "loading b | a [b] c | 0s #1");
    leads_to("set a b c; play 1; ready; playing; remove 1", "loading c | a [c] | 0s #2");
    asks_for("set a b c; play 1; ready; playing; at 9; remove 1", "report b 9; load #2 c at 0; play #2");
    asks_for("set a b c; play 1; ready; playing; pause; remove 1", "load #2 c at 0");
    leads_to("set a b c; play 1; ready; playing; pause; remove 1; ready", "paused c | a [c] | 0s #2");
    leads_to("set a b c; play 2; remove 2", "loading a | [a] b | 0s #2");
    leads_to("set a; play 0; playing; remove 0", "idle - |  | 0s #2");
    asks_for("set a; play 0; playing; remove 0", "unload");
}

#[test]
fn removed_tracks_can_be_reinserted_at_their_old_index() {
    leads_to("set a b c; play 1; remove 0; insert 0 a", "loading b | a [b] c | 0s #1");
    leads_to("set a b c; play 1; remove 2; insert 2 c", "loading b | a [b] c | 0s #1");
    leads_to("set a b c; play 1; remove 1; insert 1 b", "loading c | a b [c] | 0s #2");
    leads_to("set a b c d; play 1; clear; insert 0 a; insert 9 c d", "loading b | a [b] c d | 0s #1");
    leads_to("set a b c; clear; insert 0 a b c", "idle - | a b c | 0s #0");
}

#[test]
fn tracks_are_inserted_before_another_and_never_twice() {
    leads_to("set a b c; play 1; insert 2 x y", "loading b | a [b] x y c | 0s #1");
    leads_to("set a b c; play 1; insert 1 x", "loading b | a x [b] c | 0s #1");
    leads_to("set a b c d; play 3; insert 2 a b", "loading d | a b c [d] | 0s #1");
    leads_to("set a b c d; play 0; insert 1 c x", "loading a | [a] c x b d | 0s #1");
    leads_to("set a b c; play 1; insert 0 b c", "loading b | c a [b] | 0s #1");
    asks_for("set a b c d e; play 0; playing; insert 1 x", "preload x! b c");
}

#[test]
fn clearing_the_queue_keeps_only_the_current_track() {
    leads_to("set a b c; play 1; playing; clear", "playing b | [b] | 0s #1");
    leads_to("set a b c; clear", "idle - |  | 0s #0");
}

#[test]
fn the_queue_version_changes_only_when_the_queue_changes() {
    let version = |script: &str| Script::run(script).player.list_version();
    let before = version("set a b c");
    assert_eq!(version("set a b c; play 1; playing; at 9; next; pause; start a 9; rate 2"), before);
    for edit in ["set a b", "next-up x", "append x", "insert 1 x", "remove 1", "move 0 1", "clear", "play x"] {
        assert_ne!(version(&format!("set a b c; {edit}")), before, "{edit}");
    }
}

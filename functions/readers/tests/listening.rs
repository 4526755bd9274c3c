//! Preparing recordings for listening: loudness, silences and the rendition.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
#![expect(clippy::cast_possible_truncation, reason = "the numbers are small")]

use std::f64::consts::PI;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use inspect::audio::{NoRendition, PreparedRecording};
use readers::audio::prepare;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use tempfile::TempDir;

/// Sample rate of a rendition, in Hz.
const OPUS_RATE: usize = 48_000;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// Sample recording of the project.
fn spoken(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../infra/sample/audio").join(name)
}

/// Writes interleaved samples as a WAV file of 16 bits.
fn wav(folder: &TempDir, name: &str, rate: u32, channels: u16, samples: &[f64]) -> PathBuf {
    let path = folder.path().join(name);
    let data: Vec<u8> = samples.iter().flat_map(|sample| ((sample * 32_767.0).round() as i16).to_le_bytes()).collect();
    let size = u32::try_from(data.len()).unwrap();
    let mut file = File::create(&path).unwrap();
    file.write_all(b"RIFF").unwrap();
    file.write_all(&(size + 36).to_le_bytes()).unwrap();
    file.write_all(b"WAVEfmt ").unwrap();
    file.write_all(&16_u32.to_le_bytes()).unwrap();
    file.write_all(&1_u16.to_le_bytes()).unwrap();
    file.write_all(&channels.to_le_bytes()).unwrap();
    file.write_all(&rate.to_le_bytes()).unwrap();
    file.write_all(&(rate * u32::from(channels) * 2).to_le_bytes()).unwrap();
    file.write_all(&(channels * 2).to_le_bytes()).unwrap();
    file.write_all(&16_u16.to_le_bytes()).unwrap();
    file.write_all(b"data").unwrap();
    file.write_all(&size.to_le_bytes()).unwrap();
    file.write_all(&data).unwrap();
    path
}

/// Returns one channel of consecutive tones, each with a duration in seconds, a frequency and an amplitude.
fn tones(rate: u32, parts: &[(f64, f64, f64)]) -> Vec<f64> {
    parts
        .iter()
        .flat_map(|(secs, hertz, amplitude)| {
            let count = (secs * f64::from(rate)).round() as usize;
            (0..count).map(move |n| amplitude * (2.0 * PI * hertz * n as f64 / f64::from(rate)).sin())
        })
        .collect()
}

/// A decoded rendition.
struct Decoded {
    channels: usize,
    /// Samples of the first channel without the pre-skip, up to the duration in the edit list.
    samples: Vec<f32>,
}

impl Decoded {
    fn secs(&self) -> f64 {
        self.samples.len() as f64 / OPUS_RATE as f64
    }

    /// Returns the time at which the sound first exceeds this amplitude, from `from` on, in seconds.
    fn onset(&self, from: f64, amplitude: f32) -> f64 {
        let start = (from * OPUS_RATE as f64) as usize;
        let at = self.samples[start..].iter().position(|sample| sample.abs() > amplitude).unwrap();
        (start + at) as f64 / OPUS_RATE as f64
    }

    /// Returns the energy of the sound between these times.
    fn energy(&self, from: f64, to: f64) -> f64 {
        let at = |secs: f64| (secs * OPUS_RATE as f64) as usize;
        self.samples[at(from)..at(to)].iter().map(|sample| f64::from(*sample).powi(2)).sum()
    }
}

/// Returns the position of the content of a box and its end.
fn find_box(file: &[u8], path: &[&[u8; 4]]) -> (usize, usize) {
    let (mut at, mut end) = (0, file.len());
    for name in path {
        loop {
            let size = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
            if &file[at + 4..at + 8] == *name {
                (at, end) = (at + 8, at + size);
                break;
            }
            at += size;
            assert!(at < end, "the file has no box {name:?}");
        }
    }
    (at, end)
}

fn number(file: &[u8], at: usize) -> usize {
    u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize
}

fn decode(prepared: &PreparedRecording) -> Decoded {
    let file = prepared.rendition.as_ref().unwrap().to_vec();
    let (edit, _) = find_box(&file, &[b"moov", b"trak", b"edts", b"elst"]);
    let (played, pre_skip) = (number(&file, edit + 8), number(&file, edit + 12));
    assert_eq!(pre_skip, 312, "the delay of the encoder");
    let stream = MediaSourceStream::new(Box::new(std::io::Cursor::new(file)), MediaSourceStreamOptions::default());
    let mut reader = symphonia::default::get_probe()
        .probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default())
        .unwrap();
    let track = reader.default_track(TrackType::Audio).unwrap().clone();
    let params = track.codec_params.as_ref().and_then(|params| params.audio()).unwrap();
    assert_eq!(params.codec, CODEC_ID_OPUS);
    let channels = params.channels.as_ref().map_or(1, symphonia::core::audio::Channels::count);
    let layout = if channels == 2 { ropus::Channels::Stereo } else { ropus::Channels::Mono };
    let mut decoder = ropus::Decoder::new(48_000, layout).unwrap();
    let mut pcm = vec![0.0; 5760 * channels];
    let mut samples = Vec::new();
    while let Some(packet) = reader.next_packet().unwrap() {
        let frames = decoder.decode_float(&packet.data, &mut pcm, ropus::DecodeMode::Normal).unwrap();
        samples.extend(pcm[..frames * channels].iter().step_by(channels));
    }
    assert!(samples.len() >= pre_skip + played, "the end is missing");
    Decoded { channels, samples: samples[pre_skip..pre_skip + played].to_vec() }
}

#[test]
fn s4_rendition_1_a_rendition_of_speech_has_at_most_half_of_the_bytes_and_the_duration_of_the_original() {
    for name in ["buffers-in-a-minute.mp3", "limits-the-game.mp3"] {
        let prepared = prepare(&spoken(name)).unwrap();
        let original = std::fs::metadata(spoken(name)).unwrap().len() as f64;
        let share = prepared.rendition.as_ref().unwrap().len() as f64 / original;
        assert!(share <= 0.5, "{name} keeps {share} of its bytes");
        let decoded = decode(&prepared);
        let secs = readers::audio::read(&spoken(name)).unwrap().duration_secs;
        assert!((decoded.secs() - secs).abs() < 0.05, "{name}: {} of {secs} s", decoded.secs());
        assert_eq!(decoded.channels, 1);
    }
}

#[test]
fn s4_rendition_1_a_rendition_has_the_times_of_the_original_at_every_sample_rate() {
    let folder = tempfile::tempdir().unwrap();
    for rate in [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000] {
        let hertz = 700.0;
        let samples = tones(rate, &[(1.0, hertz, 0.0), (1.0, hertz, 0.5), (1.5, hertz, 0.0), (0.52, hertz, 0.5)]);
        let prepared = prepare(&wav(&folder, "tones.wav", rate, 1, &samples)).unwrap();
        let decoded = decode(&prepared);
        assert!((decoded.secs() - 4.02).abs() < 0.001, "{rate} Hz: {} s", decoded.secs());
        for (from, expected) in [(0.0, 1.0), (2.5, 3.5)] {
            let onset = decoded.onset(from, 0.2);
            assert!((onset - expected).abs() < 0.005, "{rate} Hz: {onset} instead of {expected} s");
        }
        let (sound, pause) = (decoded.energy(1.1, 1.9), decoded.energy(2.1, 2.9));
        assert!(pause < sound / 10_000.0, "{rate} Hz: {pause} to {sound}");
    }
}

#[test]
fn s4_rendition_1_each_accepted_format_has_a_rendition_or_a_reason() {
    for name in ["constant.mp3", "variable.mp3", "mp4.m4a", "adts.aac", "vorbis.ogg", "pcm.wav", "lossless.flac"] {
        let prepared = prepare(&fixture(name)).unwrap();
        assert!(prepared.loudness_centilufs.is_some(), "{name}");
        match &prepared.rendition {
            Ok(_) => {
                let secs = readers::audio::read(&fixture(name)).unwrap().duration_secs;
                let decoded = decode(&prepared);
                assert!((decoded.secs() - secs).abs() < 0.05, "{name}: {} of {secs} s", decoded.secs());
            }
            Err(reason) => assert_eq!(*reason, NoRendition::NotSmaller, "{name}"),
        }
    }
}

#[test]
fn s4_rendition_1_channels_that_differ_are_kept_and_others_are_joined() {
    let folder = tempfile::tempdir().unwrap();
    let (left, right) = (tones(48_000, &[(2.0, 440.0, 0.3)]), tones(48_000, &[(2.0, 650.0, 0.3)]));
    let stereo = |one: &[f64], other: &[f64]| -> Vec<f64> {
        one.iter().zip(other).flat_map(|(one, other)| [*one, *other]).collect()
    };
    for (name, samples, channels) in [("same", stereo(&left, &left), 1), ("different", stereo(&left, &right), 2)] {
        let prepared = prepare(&wav(&folder, name, 48_000, 2, &samples)).unwrap();
        assert_eq!(decode(&prepared).channels, channels, "{name}");
    }
    let silent = vec![0.0; left.len()];
    let only_right = prepare(&wav(&folder, "right", 48_000, 2, &stereo(&silent, &right))).unwrap();
    let decoded = decode(&only_right);
    assert_eq!(decoded.channels, 1);
    let mean = (decoded.energy(0.5, 1.5) / OPUS_RATE as f64).sqrt();
    assert!((0.18..0.24).contains(&mean), "the channel with sound is not halved: {mean}");
}

#[test]
fn s4_rendition_1_a_recording_with_more_than_two_channels_has_no_rendition() {
    let folder = tempfile::tempdir().unwrap();
    let samples: Vec<f64> = tones(48_000, &[(2.0, 440.0, 0.3)]).iter().flat_map(|sample| [*sample; 4]).collect();
    let prepared = prepare(&wav(&folder, "four.wav", 48_000, 4, &samples)).unwrap();
    assert_eq!(prepared.rendition.unwrap_err(), NoRendition::TooManyChannels);
}

#[test]
fn s4_rendition_1_music_gets_more_bytes_than_speech() {
    let folder = tempfile::tempdir().unwrap();
    // Chords of decaying tones with overtones, two notes a second.
    let rate = 48_000_u32;
    let mut music = vec![0.0; rate as usize * 12];
    for (n, sample) in music.iter_mut().enumerate() {
        let secs = n as f64 / f64::from(rate);
        for (part, root) in [261.6, 329.6, 392.0, 523.3].into_iter().enumerate() {
            let began = (secs * 2.0 + part as f64 / 4.0).fract() / 2.0;
            let hertz = root * if (secs as usize / 2).is_multiple_of(2) { 1.0 } else { 0.749 };
            let tone: f64 = (1..5).map(|h| (2.0 * PI * hertz * f64::from(h) * secs).sin() / f64::from(h)).sum();
            *sample += 0.08 * (-3.0 * began).exp() * tone;
        }
    }
    let music = prepare(&wav(&folder, "music.wav", rate, 1, &music)).unwrap();
    let bits_per_sec = music.rendition.unwrap().len() as f64 * 8.0 / 12.0;
    assert!((48_000.0..80_000.0).contains(&bits_per_sec), "{bits_per_sec}");
}

#[test]
fn s4_even_1_the_loudness_of_a_tone_is_that_of_ebu_r128() {
    let folder = tempfile::tempdir().unwrap();
    for decibels in [-40.0, -30.0, -23.0, -14.0, -8.0] {
        // EBU Tech 3341: the loudness of a 1 kHz tone in both channels equals its level.
        let amplitude = 10_f64.powf(decibels / 20.0);
        let tone = tones(48_000, &[(5.0, 1000.0, amplitude)]);
        let stereo: Vec<f64> = tone.iter().flat_map(|sample| [*sample, *sample]).collect();
        let prepared = prepare(&wav(&folder, "tone.wav", 48_000, 2, &stereo)).unwrap();
        let loudness = f64::from(prepared.loudness_centilufs.unwrap()) / 100.0;
        assert!((loudness - decibels).abs() < 0.1, "{decibels}: {loudness}");
    }
    let mono = tones(48_000, &[(5.0, 1000.0, 0.1)]);
    let silent = vec![0.0; mono.len()];
    let pairs = |right: &[f64]| mono.iter().zip(right).flat_map(|(one, other)| [*one, *other]).collect::<Vec<f64>>();
    let (equal, left) = (pairs(&mono), pairs(&silent));
    for (name, channels, samples) in [("mono", 1, &mono), ("equal", 2, &equal), ("left", 2, &left)] {
        let prepared = prepare(&wav(&folder, name, 48_000, channels, samples)).unwrap();
        assert!(prepared.rendition.is_ok(), "{name}");
        let loudness = f64::from(prepared.loudness_centilufs.unwrap()) / 100.0;
        assert!((loudness + 20.0).abs() < 0.1, "both speakers play {name}: {loudness}");
    }
    let silent = prepare(&wav(&folder, "silent.wav", 48_000, 1, &vec![0.0; 96_000])).unwrap();
    assert_eq!(silent.loudness_centilufs, None);
    assert_eq!(silent.silences, [(0, 2000)]);
}

#[test]
fn s4_silence_1_silences_are_found_with_their_times_within_50_ms() {
    let folder = tempfile::tempdir().unwrap();
    let parts = [
        (1.5, 300.0, 0.3),
        (1.4, 300.0, 0.001),
        (2.0, 300.0, 0.3),
        (0.6, 300.0, 0.0),
        (0.5, 300.0, 0.3),
        (3.0, 300.0, 0.0),
    ];
    let prepared = prepare(&wav(&folder, "pauses.wav", 22_050, 1, &tones(22_050, &parts))).unwrap();
    let expected = [(1500, 2900), (6000, 9000)];
    assert_eq!(prepared.silences.len(), expected.len(), "{:?}", prepared.silences);
    for ((start, end), (expected_start, expected_end)) in prepared.silences.iter().zip(expected) {
        assert!(start.abs_diff(expected_start) <= 50 && end.abs_diff(expected_end) <= 50, "{:?}", prepared.silences);
    }
}

"""Measures renditions: size, speed, quality, times, loudness and silences, beside ffmpeg.

measure.py READER FOLDER: `READER` is the program that prepares recordings, `FOLDER` contains the sample recordings. They
are the reference. Each is encoded by LAME at 64 and 128 kbit/s, as lectures usually are, and prepared from that file.
"""

import base64
import json
import math
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
from pesq import pesq
from scipy.io import wavfile

# Duration of the passage of each recording that is compared, in seconds. PESQ was designed for short passages.
PASSAGE_SECS = 30
# Target of the player, in LUFS.
TARGET_LUFS = -20
# Loudness meter of ffmpeg. A single channel counts as played by two speakers, as in the product.
METER = "ebur128=dualmono=true"
# Loudness of the generated recordings, in LUFS.
LOUDNESS = (-30, -28, -25, -22, -20, -18, -16, -14, -11, -8)
PESQ_RATE = 16_000
# Allowed difference of the times of silences from those of ffmpeg.
TOLERANCE_SECS = 0.05


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True)


def ffmpeg(*options):
    return run("ffmpeg", "-nostdin", "-v", "error", "-y", *options)


def said(*options):
    """Returns what ffmpeg writes about a file."""
    return run("ffmpeg", "-nostdin", "-nostats", *options, "-f", "null", "-").stderr.decode()


def prepare(reader, file):
    """Returns what the reader prepares, and the seconds that it took."""
    begun = time.monotonic()
    answer = json.loads(run(reader, "--inspect", "listening", 600, file).stdout)
    took = time.monotonic() - begun
    return answer["result"]["Ok"], answer["peak_bytes"], took


def rendition_of(prepared):
    return base64.b64decode(prepared["rendition"]["Bytes"])


def samples(file, rate=PESQ_RATE):
    """Returns the sound of a file in one channel."""
    raw = run("ffmpeg", "-nostdin", "-v", "error", "-i", file, "-ac", 1, "-ar", rate, "-f", "s16le", "-").stdout
    return numpy.frombuffer(raw, dtype="<i2").astype("float64") / 32768


def duration(file):
    return float(run("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file).stdout)


def lag_ms(reference, other):
    """Returns by how many milliseconds the envelope of one sound is later than that of another."""
    def envelope(sound):
        return numpy.convolve(numpy.abs(sound), numpy.ones(64) / 64, "same")[::16]

    one, two = envelope(reference), envelope(other)
    length = min(len(one), len(two))
    one, two = one[:length] - one[:length].mean(), two[:length] - two[:length].mean()
    size = 2 ** math.ceil(math.log2(2 * length))
    product = numpy.fft.irfft(numpy.fft.rfft(two, size) * numpy.conj(numpy.fft.rfft(one, size)))
    at = int(numpy.argmax(product))
    return (at if at < size / 2 else at - size) * 16 / PESQ_RATE * 1000


def quality(reader, folder, work):
    print("| original | kbit/s of the original, of the rendition | share of the bytes | PESQ of the original, of the "
          "rendition | worst PESQ of a rendition | times later, ms | difference of duration, ms | times real time |")
    print("|---|---|---|---|---|---|---|---|")
    for kbits, rate in ((64, 44_100), (128, 44_100)):
        rows = []
        for sample in sorted(folder.glob("*.mp3")):
            source, original, small = work / "source.wav", work / "original.mp3", work / "small.m4a"
            ffmpeg("-i", sample, "-ac", 1, "-ar", rate, source)
            run("lame", "--quiet", "-m", "m", "--cbr", "-b", kbits, source, original)
            prepared, _, took = prepare(reader, original)
            small.write_bytes(rendition_of(prepared))
            # A passage from the middle, without the encoder's start.
            sound = [samples(file) for file in (source, original, small)]
            middle = len(sound[0]) // 2
            passage = slice(middle, middle + PASSAGE_SECS * PESQ_RATE)
            of_original, of_rendition = (pesq(PESQ_RATE, sound[0][passage], one[passage], "wb") for one in sound[1:])
            secs = duration(original)
            rows.append((original.stat().st_size, small.stat().st_size, secs, of_original, of_rendition,
                         lag_ms(sound[1], sound[2]), (duration(small) - secs) * 1000, secs / took))
        total = [sum(row[at] for row in rows) for at in range(3)]
        mean = [sum(row[at] for row in rows) / len(rows) for at in range(len(rows[0]))]
        print(f"| {len(rows)} recordings, MP3 at {kbits} kbit/s | {total[0] * 8 / total[2] / 1000:.1f}, "
              f"{total[1] * 8 / total[2] / 1000:.1f} | {total[1] / total[0]:.2f} | {mean[3]:.2f}, {mean[4]:.2f} | "
              f"{min(row[4] for row in rows):.2f} | {max((row[5] for row in rows), key=abs):.0f} | "
              f"{max((row[6] for row in rows), key=abs):.1f} | {mean[7]:.0f} |")


def an_hour(reader, folder, work):
    """Prints how long preparing an hour takes."""
    inputs = [part for sample in sorted(folder.glob("*.mp3")) * 3 for part in ("-i", sample)]
    count = len(inputs) // 2
    joined = "".join(f"[{number}:a]" for number in range(count)) + f"concat=n={count}:v=0:a=1"
    hour, source = work / "hour.mp3", work / "hour.wav"
    ffmpeg(*inputs, "-filter_complex", joined, "-t", 3600, "-ac", 1, "-ar", 44_100, source)
    run("lame", "--quiet", "-m", "m", "--cbr", "-b", 64, source, hour)
    prepared, peak, took = prepare(reader, hour)
    size = len(rendition_of(prepared))
    print(f"\nAn hour of speech at 64 kbit/s: {took:.0f} s of one processor, {peak / 1e6:.0f} MB of memory; "
          f"{hour.stat().st_size / 1e6:.1f} MB become {size / 1e6:.1f} MB.")


def integrated(*options):
    return float(re.findall(r"I:\s+(-?[\d.]+) LUFS", said(*options))[-1])


def loudness(reader, folder, work):
    print("\n| wanted LUFS | ffmpeg | measured | after the player, by ffmpeg |")
    print("|---|---|---|---|")
    worst = worst_after = 0.0
    for sample, wanted in zip(sorted(folder.glob("*.mp3")), LOUDNESS):
        file = work / "loud.wav"
        gain = wanted - integrated("-i", sample, "-af", METER)
        # The limiter keeps the loudest ones within full scale.
        ffmpeg("-i", sample, "-af", f"volume={gain}dB,alimiter=limit=0.98:level=false", "-ar", 48_000, file)
        by_ffmpeg = integrated("-i", file, "-af", METER)
        measured = prepare(reader, file)[0]["loudness_centilufs"] / 100
        lowered = min(0.0, TARGET_LUFS - measured)
        after = integrated("-i", file, "-af", f"volume={lowered}dB,{METER}")
        worst = max(worst, abs(measured - by_ffmpeg))
        worst_after = max(worst_after, abs(after - TARGET_LUFS) if by_ffmpeg > TARGET_LUFS else 0)
        print(f"| {wanted} | {by_ffmpeg:.1f} | {measured:.2f} | {after:.1f} |")
    print(f"\nLargest difference from ffmpeg: {worst:.2f} LU. Recordings above {TARGET_LUFS} LUFS are within "
          f"{worst_after:.1f} LU of it afterwards.")
    return worst_after <= 1


def silences(reader, folder, work):
    """Compares silences with those of ffmpeg at the same threshold, in recordings with longer pauses."""
    count, worst, missing = 0, 0.0, 0
    for number, sample in enumerate(sorted(folder.glob("*.mp3"))):
        sound, rate = samples(sample, 22_050), 22_050
        noise = numpy.random.default_rng(number)
        parts = []
        for at in range(0, min(len(sound), 60 * rate), 4 * rate):
            parts += [sound[at:at + 4 * rate], noise.normal(0, 0.0005, int(rate * noise.uniform(0.7, 4)))]
        file = work / "pauses.wav"
        wavfile.write(file, rate, (numpy.concatenate(parts) * 32767).clip(-32768, 32767).astype("int16"))
        prepared, _, _ = prepare(reader, file)
        threshold = min(-35, max(-70, prepared["loudness_centilufs"] / 100 - 24))
        text = said("-i", file, "-af", f"silencedetect=noise={threshold}dB:d=1")
        starts = [float(value) for value in re.findall(r"silence_start: (-?[\d.]+)", text)]
        ends = [float(value) for value in re.findall(r"silence_end: ([\d.]+)", text)]
        ours = [(start / 1000, end / 1000) for start, end in prepared["silences"]]
        theirs = list(zip(starts, ends))
        for one, others in ((ours, theirs), (theirs, ours)):
            for start, end in one:
                # Skip silences of about the minimum duration: whether a program accepts them depends on a few samples.
                if end - start < 1 + TOLERANCE_SECS:
                    continue
                difference = min((max(abs(start - s), abs(end - e)) for s, e in others), default=math.inf)
                count += one is ours
                missing += difference > TOLERANCE_SECS
                worst = max(worst, difference) if difference <= TOLERANCE_SECS else worst
    print(f"\n{count} silences in 10 recordings: the largest difference from silencedetect of ffmpeg is "
          f"{worst * 1000:.0f} ms; {missing} are missing, found in addition or differ by more.")
    return missing == 0


def main():
    reader, folder = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        quality(reader, folder, work)
        an_hour(reader, folder, work)
        is_even = loudness(reader, folder, work)
        is_silent = silences(reader, folder, work)
    if not (is_even and is_silent):
        sys.exit("Loudness or silences differ from those of ffmpeg.")


main()

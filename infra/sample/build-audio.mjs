// Generates the sample recordings:  node infra/sample/build-audio.mjs [name …]
//
// Sources are audio/scripts/*.txt, audio/artwork/*.svg and audio.json. The recordings are committed, so this is not
// needed to run or test the product; run it after changing a script. It needs espeak-ng, sox, ffmpeg, lame and
// rsvg-convert (Debian: espeak-ng, sox, ffmpeg, lame, librsvg2-bin). A blank line in a script is a pause.

import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const TOTAL_MAX_BYTES = 6_000_000;
const ARTIST = "Note Ninja";
const ARTWORK_PX = 640;

/**
 * Words per minute, and the pause between paragraphs in seconds. Recordings for listening on a walk are slower than
 * those for the evening before an exam.
 */
const PACE = {
  "deep-dive": { words: 158, pause: 0.7 },
  "quick-recap": { words: 168, pause: 0.5 },
  "chill-review": { words: 146, pause: 1.0 },
  radio: { words: 154, pause: 0.8 },
};

/** One voice per shelf, so that listeners recognise the shelf. */
const VOICE = {
  "deep-dive": "en-gb-x-rp",
  "quick-recap": "en-us",
  "chill-review": "en-gb-x-rp+f2",
  radio: "en-us+f3",
};

// Synthetic voices sound sharp: reduce the treble, add some bass and even out the loudness.
const SOFTEN = ["highpass", "70", "bass", "+3", "140", "equalizer", "3200", "1.2q", "-4", "lowpass", "8500", "compand", "0.02,0.25", "6:-70,-60,-24,-12", "-3", "-90", "0.1"];

/** Usual loudness for speech in LUFS, and the maximum peak. */
const LOUDNESS = "loudnorm=I=-16:TP=-1.5:LRA=9";

const here = path.dirname(fileURLToPath(import.meta.url));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function run(program, ...args) {
  try {
    return execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  } catch (cause) {
    return fail(cause.code === "ENOENT" ? `${program} is missing. The first lines of this file say which packages it needs.` : `${program} failed: ${cause.stderr ?? cause.message}`);
  }
}

async function speak(note, name, work) {
  const { words, pause } = PACE[note.shelf] ?? fail(`${note.shelf} is none of the four shelves.`);
  const text = await readFile(path.join(here, "audio", "scripts", `${name}.txt`), "utf8");
  const paragraphs = text.trim().split(/\n\s*\n/);
  const parts = [];
  for (const [number, paragraph] of paragraphs.entries()) {
    const spoken = path.join(work, `${name}-${number}.wav`);
    const said = path.join(work, `${name}-${number}.txt`);
    await writeFile(said, paragraph);
    run("espeak-ng", "-v", VOICE[note.shelf], "-s", String(words), "-p", "42", "-g", "2", "-z", "-f", said, "-w", spoken);
    const padded = path.join(work, `${name}-${number}-padded.wav`);
    const before = number === 0 ? 0.3 : 0;
    run("sox", "-D", spoken, padded, "pad", String(before), String(number === paragraphs.length - 1 ? 0.4 : pause));
    parts.push(padded);
  }
  const soft = path.join(work, `${name}-soft.wav`);
  run("sox", "-D", ...parts, soft, "gain", "-6", ...SOFTEN);
  const even = path.join(work, `${name}-even.wav`);
  run("ffmpeg", "-v", "error", "-y", "-i", soft, "-af", LOUDNESS, "-ar", "22050", "-ac", "1", even);
  return even;
}

/** Renders the drawing as PNG, because no tagging tool reads SVG. */
function draw(note, name, work) {
  if (!note.artwork) return [];
  const png = path.join(work, `${name}.png`);
  const jpeg = path.join(work, `${name}.jpg`);
  run("rsvg-convert", "-w", String(ARTWORK_PX), "-h", String(ARTWORK_PX), "-o", png, path.join(here, note.artwork));
  run("ffmpeg", "-v", "error", "-y", "-i", png, "-q:v", "4", jpeg);
  return ["--ti", jpeg];
}

async function main() {
  const notes = JSON.parse(await readFile(path.join(here, "audio.json"), "utf8"));
  const wanted = process.argv.slice(2);
  const work = await mkdtemp(path.join(tmpdir(), "note-ninja-audio-"));
  let total = 0;
  for (const note of notes) {
    const name = path.basename(note.file, ".mp3");
    const target = path.join(here, note.file);
    if (wanted.length === 0 || wanted.includes(name)) {
      const even = await speak(note, name, work);
      const tags = ["--id3v2-only", "--tt", note.title, "--ta", ARTIST, "--tl", note.subject, ...draw(note, name, work)];
      run("lame", "--quiet", "-m", "m", "-b", "32", "--cbr", "-q", "0", ...tags, even, target);
      console.log(`${note.file}  ${((await stat(target)).size / 1000).toFixed(0)} kB`);
    }
    total += (await stat(target)).size;
  }
  await rm(work, { recursive: true });
  console.log(`${notes.length} recordings, ${(total / 1000).toFixed(0)} kB`);
  if (total > TOTAL_MAX_BYTES) fail(`All recordings together are larger than ${TOTAL_MAX_BYTES} bytes.`);
}

await main();

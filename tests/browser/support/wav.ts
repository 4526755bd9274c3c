import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { uniqueName } from "./users";

/** Sample rate of generated WAV files, in Hz. */
const RATE = 8000;

/** Returns a WAV file with one channel of 16-bit samples. */
function wavOf(samples: readonly number[]): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries()) file.writeInt16LE(Math.round(sample), 44 + at * 2);
  return file;
}

const tone = (secs: number, amplitude: number) =>
  Array.from({ length: Math.round(secs * RATE) }, (_, at) => amplitude * Math.sin(at / 4));

/** A quiet tone as a WAV file. */
export const wav = (seconds = 2): Buffer => wavOf(tone(seconds, 900));

/** A WAV file with parts of this duration in seconds, alternately a tone and silence. */
export const tonesAndSilences = (...parts: number[]): Buffer =>
  wavOf(parts.flatMap((secs, part) => tone(secs, part % 2 === 0 ? 9000 : 0)));

/** An MP3 that cannot be decoded after about a second: the frame headers are valid, but their content is not. */
export function corruptedMp3(mp3: Buffer): Buffer {
  // The tag before the sound contains its length, 7 bits per byte.
  const tagLength = 10 + mp3.subarray(6, 10).reduce((length, bits) => length * 128 + bits, 0);
  const [, version = 0, rate = 0] = mp3.subarray(tagLength);
  const file = Buffer.from(mp3);
  for (let at = tagLength + 4000; at < file.length / 2; at += 1) {
    // Compare all bits except the padding bit, which makes a frame one byte longer.
    const isHeader = mp3[at] === 0xff && mp3[at + 1] === version && ((mp3[at + 2] ?? 0) & 0xfd) === (rate & 0xfd);
    if (isHeader) at += 3;
    else file[at] = 0xff;
  }
  return file;
}

/** Samples per frame of MPEG-1, and samples per second. */
const FRAME_SAMPLES = 1152;
const FRAME_RATE = 44_100;

/** Three concatenated silent MP3s of this length in seconds: the header contains the length of the first one. */
export function joinedMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(104);
  // 32 kbit/s, one channel.
  frame.set([0xff, 0xfb, 0x10, 0xc0]);
  const count = Math.round((seconds * FRAME_RATE) / FRAME_SAMPLES);
  const header = Buffer.from(frame);
  header.write("Info", 21);
  header.writeUInt32BE(1, 25);
  header.writeUInt32BE(count, 29);
  const part = Buffer.concat([header, ...Array<Buffer>(count).fill(frame)]);
  return Buffer.concat([part, part, part]);
}

/** A silent MP3 without a header: two thirds have 64 kbit/s, and the last third has 128 kbit/s. */
export function unevenMp3(seconds: number): Buffer {
  const count = Math.round((seconds * FRAME_RATE) / FRAME_SAMPLES / 3);
  const frames = (rate: number, bytes: number, frames: number) => {
    const frame = Buffer.alloc(bytes);
    frame.set([0xff, 0xfb, rate, 0]);
    return Array<Buffer>(frames).fill(frame);
  };
  return Buffer.concat([...frames(0x50, 208, 2 * count), ...frames(0x90, 417, count)]);
}

/** A silent WAV file that is long enough for a multipart upload. */
export function largeWav(folder: string, megabytes: number): string {
  const path = join(folder, `${uniqueName("silence")}.wav`);
  const bytes = megabytes * 1024 * 1024;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(bytes + 36, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(192_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(bytes, 40);
  const file = openSync(path, "w");
  writeSync(file, head);
  const piece = Buffer.alloc(1024 * 1024);
  piece.write(uniqueName("unlike any other"), 0);
  for (let written = 0; written < megabytes; written += 1) writeSync(file, piece);
  closeSync(file);
  return path;
}

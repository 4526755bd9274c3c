import { expect, test } from "vitest";
import type { ContentEntry } from "@/data/admin/admin";
import { matchTranscripts } from "./match-transcripts";

const entry = (id: string, fileName: string, title: string) => ({ id, fileName, title, kind: "audio" }) as ContentEntry;
const entries = [
  entry("a", "Limits-1.mp3", "Limits, part one"),
  entry("b", "take2.wav", "Series"),
  entry("c", "one.mp3", "Twice"),
  entry("d", "one.wav", "Other"),
];

test("S3.transcript.2 files are matched with recordings by file name or title, in any case and language", () => {
  const names = ["limits-1.VTT", "series.en.srt", "one.vtt", "unknown.txt", "Limits, part one.txt"];
  const matched = matchTranscripts(
    names.map((name) => new File([], name)),
    entries,
  );
  expect(matched.map(({ entry, problem }) => entry?.id ?? problem)).toEqual([
    "a",
    "b",
    "Several audio notes have this name. Add this transcript in their menus.",
    "No audio note has this file name or title.",
    "Another chosen file belongs to the same audio note.",
  ]);
});

test("S3.transcript.2 files are matched whether accents are part of their letters or follow them", () => {
  const accented = [entry("e", "Séries.mp3", "Take one"), entry("f", "take3.wav", "Théore\u0300me")];
  const files = ["Se\u0301ries.vtt", "Théorème.srt"].map((name) => new File([], name));
  expect(matchTranscripts(files, accented).map(({ entry }) => entry?.id)).toEqual(["e", "f"]);
});

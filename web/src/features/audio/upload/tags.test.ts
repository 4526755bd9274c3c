import { expect, test, vi } from "vitest";
import { readTags } from "./tags";

const readTag = vi.hoisted(() => vi.fn());
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ readTag }) }));

/** Builds an MP3 with text tags, declared as Latin-1. */
function tagged(tags: Record<string, readonly number[]>): File {
  const frames = Object.entries(tags).flatMap(([name, text]) => {
    return [...Buffer.from(name), 0, 0, 0, text.length + 1, 0, 0, 0, ...text];
  });
  const tag = [...Buffer.from("ID3"), 3, 0, 0, 0, 0, 0, frames.length, ...frames];
  return new File([new Uint8Array([...tag, 0xff, 0xfb, 0x90, 0, ...Array<number>(413).fill(0)])], "lecture.mp3", {
    type: "audio/mpeg",
  });
}

test.each([
  ["decoded correctly", "Лекция", "Лекция"],
  ["omitted if the core cannot decode it", undefined, undefined],
])("a title in a legacy code page is %s", async (_what, read, expected) => {
  readTag.mockReturnValue(read);
  const { title } = await readTags(tagged({ TIT2: [0xcb, 0xe5, 0xea, 0xf6, 0xe8, 0xff] }));
  expect(title).toBe(expected);
  expect(readTag).toHaveBeenLastCalledWith("Ëåêöèÿ");
});

test.each([
  [{ TRCK: "3/12" }, 3],
  [{ TRCK: "3/12", TPOS: "2/2" }, 20_003],
  [{ TPOS: "2/2" }, undefined],
  [{ TRCK: "20260921" }, undefined],
])("the track number of the tags %j is %s", async (tags, expected) => {
  const bytes = Object.entries(tags).map(([name, text]) => [name, [...Buffer.from(text)]] as const);
  expect((await readTags(tagged(Object.fromEntries(bytes)))).track).toBe(expected);
});

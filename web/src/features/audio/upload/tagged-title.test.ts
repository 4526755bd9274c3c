import { expect, test, vi } from "vitest";
import { taggedTitle } from "./tagged-title";

const readTag = vi.hoisted(() => vi.fn());
vi.mock("@/core/engine", () => ({ loadCore: async () => ({ readTag }) }));

/** Builds an MP3 with only a title tag, declared as Latin-1. */
function titled(...title: number[]): File {
  const frame = [...Buffer.from("TIT2"), 0, 0, 0, title.length + 1, 0, 0, 0, ...title];
  const tag = [...Buffer.from("ID3"), 3, 0, 0, 0, 0, 0, frame.length, ...frame];
  return new File([new Uint8Array([...tag, 0xff, 0xfb, 0x90, 0, ...Array<number>(413).fill(0)])], "lecture.mp3", {
    type: "audio/mpeg",
  });
}

test.each([
  ["read as it is meant", "Лекция", "Лекция"],
  ["left out if the core knows no text for it", undefined, undefined],
])("a title in a legacy code page is %s", async (_what, read, expected) => {
  readTag.mockReturnValue(read);
  expect(await taggedTitle(titled(0xcb, 0xe5, 0xea, 0xf6, 0xe8, 0xff))).toBe(expected);
  expect(readTag).toHaveBeenLastCalledWith("Ëåêöèÿ");
});

import { describe, expect, it } from "vitest";
import type { AudioNote, Playlist, PlaylistItem } from "@/api/models";
import {
  applyPlaylistChange,
  flattenPages,
  type PlaylistChange,
  type PlaylistPages,
  revertPlaylistChange,
  splitIntoPages,
} from "./playlist-view";

const playlist: Playlist = {
  id: "p",
  name: "Finals",
  visibility: "public",
  ownerName: "Amara",
  isMine: true,
  audioCount: 5,
  totalSecs: 500,
  coverUrl: "/api/covers/p/c",
  mosaic: [],
  version: 7,
  createdAt: "2026-11-01T00:00:00Z",
};

const item = (audioId: string): PlaylistItem => ({
  audioId,
  addedAt: "2026-11-01T00:00:00Z",
  title: audioId.toUpperCase(),
  audio: { id: audioId, durationSecs: 100 } as AudioNote,
});

const view = (letters: string) => ({ playlist, items: [...letters].map(item) });
const letters = ({ items }: { items: readonly PlaylistItem[] }) => items.map((each) => each.audioId).join("");

function pages(...parts: string[]): PlaylistPages {
  return {
    pages: parts.map((part, index) => ({
      playlist,
      items: { items: [...part].map(item), ...(index < parts.length - 1 && { nextCursor: `after ${part}` }) },
    })),
    pageParams: parts.map((_, index) => index),
  };
}

describe("a playlist with pending changes", () => {
  it.each([
    ["c", undefined, "cabde"],
    ["a", "c", "bcade"],
    ["a", "e", "bcdea"],
    ["e", "a", "aebcd"],
    ["b", "a", "abcde"],
    ["b", "b", "abcde"],
    ["x", "a", "abcde"],
  ])("moves %s to right after %s", (audioId, after, expected) => {
    expect(letters(applyPlaylistChange(view("abcde"), { kind: "move", audioId, after }))).toBe(expected);
  });

  it("updates the totals when a recording is removed", () => {
    const without = applyPlaylistChange(view("abcde"), { kind: "remove", audioId: "c" });
    expect(letters(without)).toBe("abde");
    expect(without.playlist).toMatchObject({ audioCount: 4, totalSecs: 400 });
    expect(applyPlaylistChange(without, { kind: "remove", audioId: "c" })).toBe(without);
  });

  it("restores a recording at its position, or at the end if the recording before it is gone", () => {
    const removed = view("abde");
    expect(letters(applyPlaylistChange(removed, { kind: "putBack", item: item("c"), after: "b" }))).toBe("abcde");
    expect(letters(applyPlaylistChange(removed, { kind: "putBack", item: item("c") }))).toBe("cabde");
    expect(letters(applyPlaylistChange(view("ade"), { kind: "putBack", item: item("c"), after: "b" }))).toBe("adec");
    expect(applyPlaylistChange(removed, { kind: "putBack", item: item("c"), after: "b" }).playlist.audioCount).toBe(6);
    expect(applyPlaylistChange(view("abcde"), { kind: "putBack", item: item("c") }).playlist.audioCount).toBe(5);
  });

  const changes: [PlaylistChange, string][] = [
    [{ kind: "rename", name: "Midterms" }, "name"],
    [{ kind: "show", visibility: "private" }, "visibility"],
    [{ kind: "removeCover" }, "cover"],
    [{ kind: "move", audioId: "d", after: "a" }, "order"],
    [{ kind: "move", audioId: "a", after: "e" }, "order"],
    [{ kind: "remove", audioId: "c" }, "items"],
    [{ kind: "putBack", item: item("x"), after: "b" }, "items"],
  ];
  it.each(changes)("S7.wr.8 undoes %o when the server rejects it", (change) => {
    const before = view("abcde");
    const shown = applyPlaylistChange(before, change);
    expect(shown).not.toEqual(before);
    expect(revertPlaylistChange(shown, before, change)).toEqual(before);
  });

  it("undoes only the rejected change, not later ones", () => {
    const start = view("abcde");
    const first: PlaylistChange = { kind: "remove", audioId: "b" };
    const shown = applyPlaylistChange(applyPlaylistChange(start, first), { kind: "remove", audioId: "d" });
    expect(letters(revertPlaylistChange(shown, start, first))).toBe("abce");
    const renamed = applyPlaylistChange(applyPlaylistChange(start, { kind: "rename", name: "New" }), first);
    expect(revertPlaylistChange(renamed, start, first).playlist.name).toBe("New");
  });

  it("merges all pages without duplicates", () => {
    expect(flattenPages(pages("abc", "cde"))).toMatchObject({ playlist: { id: "p" } });
    expect(letters(flattenPages(pages("abc", "cde")) ?? { items: [] })).toBe("abcde");
    expect(flattenPages({ pages: [] })).toBeUndefined();
  });

  it("splits the edited list into pages of the same length", () => {
    const parts = (data: PlaylistPages) =>
      data.pages.map((page) => page.items.items.map((each) => each.audioId).join(""));
    const data = pages("abc", "de");
    expect(parts(splitIntoPages(data, view("eabcd")))).toEqual(["eab", "cd"]);
    expect(parts(splitIntoPages(data, view("ab")))).toEqual(["ab", ""]);
    expect(parts(splitIntoPages(data, view("abcdefg")))).toEqual(["abc", "defg"]);
    expect(splitIntoPages(data, view("abcde")).pages[0]?.items.nextCursor).toBe("after abc");
  });
});

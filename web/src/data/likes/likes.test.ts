import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { displayedLikeCount, likeCountAfterToggle, onLikeConfirmed } from "./likes";

describe("like counts", () => {
  it("S4.like.1 increments and decrements by one at once", () => {
    expect(likeCountAfterToggle(5, true)).toBe(6);
    expect(likeCountAfterToggle(6, false)).toBe(5);
  });

  it("S4.like.3 never goes below 0", () => {
    expect(likeCountAfterToggle(0, false)).toBe(0);
    expect(displayedLikeCount(0, false, { count: -1, listed: 0 })).toBe(0);
  });

  it("S3.like.1 shows the server's count until the list is up to date", () => {
    expect(displayedLikeCount(5, true, { count: 8, listed: 5 })).toBe(8);
    expect(displayedLikeCount(9, true, { count: 8, listed: 5 })).toBe(9);
  });

  it("S1.j.2 counts the user's own like even if the list is outdated", () => {
    expect(displayedLikeCount(0, true, undefined)).toBe(1);
  });
});

describe("a confirmed like", () => {
  const key = ["me", "likes"];
  const arrive = (updatedAt: number) => {
    const queries = new QueryClient();
    queries.setQueryData(key, { courses: ["CS246"], notes: [], audio: [] }, { updatedAt });
    onLikeConfirmed(queries, { target: "notes", id: "n1" }, { liked: true, count: 3 });
    return { liked: queries.getQueryData(key), isAskedAnew: queries.getQueryState(key)?.isInvalidated };
  };
  const liked = { courses: ["CS246"], notes: ["n1"], audio: [] };

  it("updates the cached likes without a refetch", () => {
    expect(arrive(Date.now())).toEqual({ liked, isAskedAnew: false });
  });

  it("triggers a refetch if only data of the last visit is cached", () => {
    expect(arrive(0)).toEqual({ liked, isAskedAnew: true });
  });
});

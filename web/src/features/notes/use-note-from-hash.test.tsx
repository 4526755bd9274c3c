import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { useNoteFromHash } from "./use-note-from-hash";

const id = "01JD3Q8Z6B0000000000000006";
const at = (address: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  ),
});
const loaded = { isSuccess: true, isFetching: false, isFetchNextPageError: false, hasNextPage: true };

describe("note linked in the URL", () => {
  it("S2.find.1 loads pages until the note is found", () => {
    const fetchNextPage = vi.fn();
    const pages = { ...loaded, fetchNextPage };
    const { result, rerender } = renderHook(
      ({ notes, isFetching }) => useNoteFromHash({ ...pages, isFetching }, notes),
      {
        ...at(`/guide/CS246/notes#${id}`),
        initialProps: { notes: [{ id: "other" }], isFetching: false },
      },
    );
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
    rerender({ notes: [{ id: "other" }], isFetching: true });
    rerender({ notes: [{ id: "other" }, { id: "next" }], isFetching: false });
    expect(fetchNextPage).toHaveBeenCalledTimes(2);
    rerender({ notes: [{ id: "other" }, { id: "next" }, { id }], isFetching: false });
    expect(fetchNextPage).toHaveBeenCalledTimes(2);
    expect(result.current).toEqual({ sought: id, isMissing: false });
  });

  it("is missing if it is on no page, and loading stops after a failed request", () => {
    const fetchNextPage = vi.fn();
    const seek = (more: object) =>
      renderHook(() => useNoteFromHash({ ...loaded, fetchNextPage, ...more }, [{ id: "other" }]), at(`/notes#${id}`))
        .result.current;
    expect(seek({ hasNextPage: false })).toEqual({ sought: id, isMissing: true });
    expect(seek({ isFetchNextPageError: true }).isMissing).toBe(false);
    expect(seek({ isSuccess: false, hasNextPage: false }).isMissing).toBe(false);
    expect(fetchNextPage).not.toHaveBeenCalled();
  });

  it("loads nothing if the URL contains no note", () => {
    const fetchNextPage = vi.fn();
    const { result } = renderHook(
      () => useNoteFromHash({ ...loaded, fetchNextPage }, [{ id: "other" }]),
      at("/guide/CS246/notes#top"),
    );
    expect(result.current).toEqual({ sought: undefined, isMissing: false });
    expect(fetchNextPage).not.toHaveBeenCalled();
  });
});

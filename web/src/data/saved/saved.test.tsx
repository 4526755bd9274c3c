import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import type { SavedNote } from "@/api/models";
import { signInAs } from "@/api/testing";
import { onSavedNoteConfirmed, savedKeys, useSavedNotes } from "./saved";

vi.mock("@/session/session", () => import("@/api/testing"));
// No bootstrap response is available.
vi.mock("../me/bootstrap", () => ({ takeBootstrapPart: async () => undefined }));

const note = (id: string, addedAt: string) => ({ id, originalNoteId: id, title: id, addedAt });
const pages: Record<string, object> = {
  "": { items: [note("newer", "2026-11-15T12:00:00Z")], nextCursor: "more" },
  more: { items: [note("older", "2026-11-14T12:00:00Z")] },
};

test("S7.rd.13 all pages of My Notes are read into one list", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/api/me/notes") return new Response(null, { status: 404 });
    const cursor = searchParams.get("cursor") ?? "";
    asked.push(cursor);
    return Response.json(pages[cursor]);
  });
  signInAs({ uid: "u1", name: "Amara" });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSavedNotes(), { wrapper });
  await waitFor(() => expect(result.current.notes.map(({ id }) => id)).toEqual(["newer", "older"]));
  expect(asked).toEqual(["", "more"]);
});

test("a saved note is added to My Notes without a refetch", () => {
  const queries = new QueryClient();
  const key = savedKeys.mine("u1");
  queries.setQueryData(key, [note("older", "2026-11-14T12:00:00Z")]);
  onSavedNoteConfirmed(queries, "u1", "newer", note("newer", "2026-11-15T12:00:00Z") as SavedNote);
  onSavedNoteConfirmed(queries, "u1", "older", undefined);
  expect(queries.getQueryData<SavedNote[]>(key)?.map(({ id }) => id)).toEqual(["newer"]);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(false);
});

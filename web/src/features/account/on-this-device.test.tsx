import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { OnThisDevice } from "./on-this-device";

const things = [
  ["note", "n1", "/note/n1"],
  ["course", "CS246", "/guide/CS246/notes"],
  ["album", "examReview", "/exam-review"],
  ["shelf", "radio", "/audio-notes"],
  ["playlist", "p1", "/playlist/p1"],
  ["audio", "a1", undefined],
] as const;

vi.mock("@/api/kept-files/keeper", () => ({ removeAll: async () => undefined }));
vi.mock("@/parts/keeping/kept-state", () => ({ KeptActions: () => null, KeptState: () => null }));
vi.mock("@/api/kept-files/list", () => ({
  progressOf: () => ({ files: 1 }),
  useKeptFiles: () => ({
    things: things.map(([kind, id]) => ({ key: `${kind} ${id}`, kind, id, title: `The ${kind}`, files: [] })),
    files: new Map(),
    isRead: true,
  }),
}));

test("S4.offline.9 what is kept on this device leads to where it is shown; a recording has no page", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OnThisDevice />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const [kind, , href] of things) {
    const title = screen.getByText(`The ${kind}`);
    expect(title.getAttribute("href") ?? undefined, kind).toBe(href);
  }
});

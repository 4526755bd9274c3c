import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { OfflineItemsSection } from "./offline-items-section";

const things = [
  ["note", "n1", "/note/n1"],
  ["course", "CS246", "/guide/CS246/notes"],
  ["album", "examReview", "/exam-review"],
  ["shelf", "radio", "/audio-notes"],
  ["playlist", "p1", "/playlist/p1"],
  ["audio", "a1", undefined],
] as const;

const playList = vi.hoisted(() => vi.fn());
vi.mock("@/player/player", () => ({
  player: { playList },
  usePlayerSelector: (select: (state: object) => unknown) => select({}),
}));
vi.mock("@/data/offline-files/service", () => ({ removeAllOfflineItems: async () => undefined }));
vi.mock("@/parts/full-text/meaning-setting", () => ({ MeaningSetting: () => null }));
vi.mock("@/parts/offline/download-state", () => ({ DownloadActions: () => null, DownloadState: () => null }));
vi.mock("@/offline/files/offline-files", () => ({
  progressOf: ({ kind }: { kind: string }) => ({ files: kind === "course" ? 12 : 1 }),
  useOfflineFiles: () => ({
    items: things.map(([kind, id]) => ({
      key: `${kind} ${id}`,
      kind,
      id,
      title: `The ${kind}`,
      files: [`audio of ${id}`],
    })),
    files: new Map([
      ["audio of a1", { kind: "audio", isComplete: true, track: { id: "a1" } }],
      ["audio of p1", { kind: "audio", isComplete: true, track: { id: "a2" } }],
      ["audio of radio", { kind: "audio", isComplete: false, track: { id: "a3" } }],
    ]),
    isRead: true,
  }),
}));

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OfflineItemsSection />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

test("S4.offline.9 complete recordings on this device play from it", () => {
  show();
  const names = screen.getAllByRole("button", { name: /^Play/ }).map((each) => each.getAttribute("aria-label"));
  expect(names).toEqual(["Play The playlist", "Play The audio"]);
  screen.getByRole("button", { name: "Play The playlist" }).click();
  screen.getByRole("button", { name: "Play The audio" }).click();
  expect(playList.mock.calls).toEqual([
    [[{ id: "a2" }], 0, { kind: "playlist", id: "p1", title: "The playlist", href: "/playlist/p1" }],
    [[{ id: "a1" }], 0, expect.objectContaining({ kind: "queue", title: "On this device" })],
  ]);
});

test("S4.offline.9 an offline copy links to its page, except a single recording", () => {
  show();
  for (const [kind, , href] of things) {
    const title = screen.getByText(`The ${kind}`);
    expect(title.getAttribute("href") ?? undefined, kind).toBe(href);
  }
});

test("S4.offline.4 each offline copy shows its kind, and the number of its files if there are several", () => {
  show();
  const rows = screen.getAllByRole("listitem").map((row) => row.querySelector(".hint")?.textContent);
  expect(rows.slice(0, 2)).toEqual(["Note", "Course · 12 files"]);
});

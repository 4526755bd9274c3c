// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import type { OfflineFile } from "@/offline/files/items";
import { player } from "@/player/player";
import { RecordingPage } from "./recording-page";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => false }));

const files = new Map<string, Partial<OfflineFile>>();
vi.mock("@/offline/files/offline-files", () => ({ useOfflineFiles: () => ({ items: [], files }) }));

const track = {
  id: "a",
  title: "Heaps",
  subject: "CS 246",
  courseCode: "CS246",
  shelf: "deep-dive",
  durationSecs: 60,
  uploaderName: "Ben",
} as const;

beforeEach(() => {
  files.clear();
  signInAs({ uid: "u1", name: "Amara" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
});
afterEach(cleanup);

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <RecordingPage id="a" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each([
  ["no copy", undefined],
  ["a copy that is not complete", { isComplete: false, track }],
])("S4.offline.9 offline, a recording with %s is shown as unavailable, without a retry button", async (_name, file) => {
  if (file) files.set("audio a", file);
  open();
  expect(await screen.findByText("You're offline and this audio note isn't saved on this device")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("S4.offline.9 an offline copy plays without cached details, and the page says what loads when online", async () => {
  files.set("audio a", { isComplete: true, track });
  const playList = vi.spyOn(player, "playList").mockReturnValue();
  open();
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Heaps");
  expect(screen.getByText(/The description, the chapters and the transcript load when/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Play Heaps" }));
  expect(playList.mock.calls[0]?.slice(0, 2)).toEqual([[track], 0]);
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conflict, notFound, server } from "@/api/client-testing";
import { unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import type { PlaylistChange } from "@/offline/outbox/kinds/playlist-view";
import { PlaylistPage } from "./playlist-page";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const fakes = vi.hoisted(() => ({
  change: vi.fn(),
  rejected: undefined as unknown as (error: unknown, change: object) => void,
  toast: vi.fn(),
  play: vi.fn(),
  appendPages: vi.fn(),
  isOnline: true,
  aliases: new Map<string, string>(),
}));
vi.mock("@/data/playlists/playlist-edit", () => ({
  useChangePlaylist: (_id: string, onRejected: typeof fakes.rejected) => {
    fakes.rejected = onRejected;
    return fakes.change;
  },
}));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (all: object) => unknown) => select({ entries: [], aliases: fakes.aliases }),
  selectPendingChanges: () => [],
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => fakes.isOnline }));
vi.mock("@/player/player", () => ({ player: { playList: fakes.play, appendPages: fakes.appendPages } }));
vi.mock("@/parts/add-to-playlist/add-to-playlist", () => ({
  AddToPlaylist: ({ audio }: { audio: { id: string } }) => <button type="button">Add {audio.id}</button>,
}));
vi.mock("./playlist-header", () => ({
  PlaylistHeader: (props: { draft?: object; onOrdering: (on: boolean) => void; onDraft: (draft?: object) => void }) => (
    <header>
      <p>Draft: {JSON.stringify(props.draft)}</p>
      <button type="button" onClick={() => props.onOrdering(true)}>
        Change order
      </button>
    </header>
  ),
}));
vi.mock("./order-list", () => ({
  PlaylistOrderList: ({ onMove }: { onMove: (id: string, after: string) => void }) => (
    <button type="button" onClick={() => onMove("a2", "a1")}>
      Move
    </button>
  ),
}));
type Row = { audioId: string; title: string; audio?: object };
vi.mock("@/parts/audio-table/audio-table", () => ({
  AudioTable: (props: {
    label: string;
    rows: Row[];
    rowCount: number;
    onPlay: (index: number) => void;
    action: { label: string; render: (row: Row, how: { tabIndex: 0 }) => ReactNode };
  }) => (
    <section aria-label={props.label}>
      <p>
        {props.rowCount} rows, {props.action.label}
      </p>
      {props.rows.map((row, index) => (
        <div key={row.audioId}>
          <button type="button" onClick={() => props.onPlay(index)}>
            Play {row.title}
          </button>
          {props.action.render(row, { tabIndex: 0 })}
        </div>
      ))}
    </section>
  ),
}));

const item = (id: string) => ({ audioId: id, title: `Title ${id}`, addedAt: "", audio: { id, title: `Title ${id}` } });
const playlist = { id: "p1", name: "Finals", isMine: true, ownerName: "Ben", audioCount: 3 };
const page = (ids: string[], nextCursor?: string, more: object = {}) => ({
  playlist: { ...playlist, ...more },
  items: { items: ids.map(item), nextCursor },
});
const path = "GET /api/playlists/p1";

beforeEach(() => {
  server.reset();
  for (const each of [fakes.change, fakes.toast, fakes.play, fakes.appendPages]) each.mockReset();
  fakes.isOnline = true;
  fakes.aliases = new Map();
  signInAs({ uid: "u1", name: "Amara" });
});
afterEach(cleanup);

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={["/playlist/p1"]}>
        <PlaylistPage id="p1" />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queries;
}

const button = (name: string) => screen.getByRole("button", { name });
const table = () => screen.findByRole("region", { name: "Audio notes in Finals" });
const reject = (error: unknown, change: PlaylistChange) => {
  vi.spyOn(console, "warn").mockReturnValue();
  act(() => fakes.rejected(error, change));
};

test("S2.route.17 a playlist loads all its pages, and plays from any of them", async () => {
  server.answer = (request) => (request === path ? page(["a1", "a2"], "c1") : page(["a3"]));
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  await table();
  expect(await screen.findByText("Play Title a3")).toBeDefined();
  expect(server.requests).toEqual([[path], [`${path}?cursor=c1`]]);
  expect(document.title).toContain("Finals");
  fireEvent.click(button("Play Title a2"));
  const source = { kind: "playlist", id: "p1", title: "Finals", href: "/playlist/p1" };
  expect(fakes.play.mock.calls).toEqual([[["a1", "a2", "a3"].map((id) => item(id).audio), 1, source]]);
  expect(fakes.appendPages).not.toHaveBeenCalled();
});

test("a playlist whose remaining pages could not be loaded shows an error, and plays the loaded ones", async () => {
  server.answer = (request) => {
    if (request !== path) throw unreachableProblem();
    return page(["a1"], "c1");
  };
  vi.spyOn(console, "warn").mockReturnValue();
  show();
  expect(await screen.findByText("Could not load the rest of this playlist.")).toBeDefined();
  expect(screen.getByText("3 rows, Remove")).toBeDefined();
  expect(server.requests).toHaveLength(2);
  fireEvent.click(button("Play Title a1"));
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
  expect(fakes.play).toHaveBeenCalledOnce();
});

test("a list that could not be refreshed stays visible", async () => {
  server.answer = () => page(["a1"]);
  const queries = show();
  await table();
  server.reject();
  await act(() => queries.invalidateQueries());
  expect(await screen.findByText("Could not load the latest version of this playlist.")).toBeDefined();
  expect(button("Play Title a1")).toBeDefined();
  server.answer = () => page(["a1", "a2"]);
  fireEvent.click(button("Retry"));
  expect(await screen.findByText("Play Title a2")).toBeDefined();
});

test("an unknown playlist shows a message and a link to the audio notes", async () => {
  server.reject(notFound());
  show();
  expect(await screen.findByText("Playlist not found.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Audio Notes" }).getAttribute("href")).toBe("/audio-notes");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("a playlist that could not be loaded can be retried, and offline it shows that it is not on this device", async () => {
  server.reject();
  show();
  expect(await screen.findByText("Could not load this playlist")).toBeDefined();
  server.answer = () => page(["a1"]);
  fireEvent.click(button("Retry"));
  await table();
  cleanup();
  fakes.isOnline = false;
  server.reject();
  show();
  expect(await screen.findByText("You're offline and this playlist isn't saved on this device")).toBeDefined();
});

test("the page of a playlist that got another id from the server redirects to that id", () => {
  fakes.aliases = new Map([["p1", "p9"]]);
  show();
  expect(screen.getByText("/playlist/p9")).toBeDefined();
});

test.each([
  [true, "Use the button beside any audio note to add it to a playlist.", "Find audio notes"],
  [false, "Ben has not added anything yet.", "Audio Notes"],
])("an empty playlist (own: %s) suggests what to do", async (isMine, body, link) => {
  server.answer = () => page([], undefined, { isMine });
  show();
  expect(await screen.findByText("This playlist is empty")).toBeDefined();
  expect(screen.getByText(body)).toBeDefined();
  expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/audio-notes");
});

test("another student's recordings can be added to a playlist, and deleted ones are marked", async () => {
  server.answer = () => ({
    playlist: { ...playlist, isMine: false, audioCount: 1 },
    items: { items: [item("a1"), { audioId: "a2", title: "Gone", addedAt: "" }] },
  });
  show();
  const rows = within(await table());
  expect(rows.getByText("2 rows, Add to playlist")).toBeDefined();
  expect(rows.getByRole("button", { name: "Add a1" })).toBeDefined();
  expect(rows.getByRole("button", { name: "Play Removed by its uploader: Gone" })).toBeDefined();
  expect(rows.queryByRole("button", { name: /^Add a2|^Remove/ })).toBeNull();
  fireEvent.click(rows.getByRole("button", { name: "Play Removed by its uploader: Gone" }));
  expect(fakes.play).not.toHaveBeenCalled();
});

test("Undo restores a removed recording after its predecessor, but not a deleted recording", async () => {
  server.answer = () => ({
    playlist,
    items: { items: [item("a1"), item("a2"), { audioId: "a3", title: "Gone", addedAt: "" }] },
  });
  show();
  await table();
  fireEvent.click(button("Remove from playlist: Title a2"));
  expect(fakes.change.mock.calls).toEqual([[{ kind: "remove", audioId: "a2" }]]);
  const [text, options] = fakes.toast.mock.calls[0] ?? [];
  expect([text, options.id, options.action.label]).toEqual(["Removed from playlist", "playlist p1", "Undo"]);
  options.action.onClick();
  expect(fakes.change).toHaveBeenLastCalledWith({ kind: "putBack", item: item("a2"), after: "a1" });
  fireEvent.click(button("Remove from playlist: Removed by its uploader: Gone"));
  expect(fakes.toast.mock.lastCall).toEqual(["Removed from playlist", { id: "playlist p1" }]);
});

test("the order is changed in a separate list", async () => {
  server.answer = () => page(["a1", "a2"]);
  show();
  await table();
  fireEvent.click(button("Change order"));
  fireEvent.click(button("Move"));
  expect(fakes.change.mock.calls).toEqual([[{ kind: "move", audioId: "a2", after: "a1" }]]);
});

test("a rejected name stays in the field with the reason", async () => {
  server.answer = () => page(["a1"]);
  show();
  await table();
  reject(conflict(), { kind: "rename", name: "Midterms" });
  expect(screen.getByText(/"name":"Midterms".*changed somewhere else\. Press Save to rename it anyway/)).toBeDefined();
  reject(notFound("No such playlist."), { kind: "rename", name: "Midterms" });
  expect(screen.getByText(/"problem":"No such playlist\."/)).toBeDefined();
  expect(fakes.toast).not.toHaveBeenCalled();
});

test.each([
  [{ kind: "show", visibility: "private" }, "change who sees the playlist"],
  [{ kind: "move", audioId: "a1", after: undefined }, "change the order"],
  [{ kind: "remove", audioId: "a1" }, "remove the audio note"],
  [{ kind: "putBack", item: item("a1"), after: undefined }, "restore the audio note"],
  [{ kind: "removeCover" }, "remove the cover"],
])("the error of a rejected change %o says what failed, and the change can be retried", async (change, what) => {
  server.answer = () => page(["a1"]);
  show();
  await table();
  reject(notFound("It is gone."), change as PlaylistChange);
  const [text, options] = fakes.toast.mock.calls[0] ?? [];
  expect([text, options.kind, options.id]).toEqual([`Could not ${what}. It is gone.`, "error", "playlist p1"]);
  options.action.onClick();
  expect(fakes.change.mock.calls).toEqual([[change]]);
});

test("after a conflict, the message asks the student to repeat the change", async () => {
  server.answer = () => page(["a1"]);
  show();
  await table();
  reject(conflict(), { kind: "remove", audioId: "a1" });
  expect(fakes.toast.mock.calls).toEqual([
    [
      "This playlist was changed somewhere else. Here is the latest version; please make your change again.",
      { kind: "error", id: "playlist p1" },
    ],
  ]);
});

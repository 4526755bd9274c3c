import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { ShelfPage } from "./shelf-page";

const calls = vi.hoisted(() => ({ playList: vi.fn(), append: vi.fn(), toast: vi.fn(), shelf: vi.fn() }));
const list = { refetch: vi.fn(), fetchNextPage: vi.fn(), more: vi.fn() };
let known: object = {};
let isNotHere = false;
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/player/player", () => ({ player: { playList: calls.playList, append: calls.append } }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("./use-shelf-list", () => ({
  useShelfList: (...asked: unknown[]) => {
    calls.shelf(...asked);
    return { notes: [], rows: [], ...list, ...known };
  },
}));
vi.mock("@/parts/offline/unavailable-offline", () => ({
  useIsUnavailableOffline: () => isNotHere,
  UnavailableOffline: ({ what }: { what: string }) => <p>No {what} on this device</p>,
}));
vi.mock("@/parts/offline/offline-button", () => ({
  OfflineButton: ({ disabled }: { disabled: boolean }) => (
    <button type="button" disabled={disabled}>
      Keep
    </button>
  ),
}));
vi.mock("./shelf-header", () => ({
  ShelfHeader: ({ isFailed, actions }: { isFailed: boolean; actions: object }) => (
    <header>
      {isFailed && "No facts"}
      {actions as never}
    </header>
  ),
}));
vi.mock("./play-shelf", () => ({
  PlayShelf: ({ disabled, onPlay }: { disabled: boolean; onPlay: () => void }) => (
    <button type="button" disabled={disabled} onClick={onPlay}>
      Play
    </button>
  ),
}));
vi.mock("./upload/upload-form", () => ({ UploadForm: () => <p>Upload form</p> }));
vi.mock("./delete-audio", () => ({
  DeleteAudio: ({ audio }: { audio: { title: string } }) => <p>Deleting {audio.title}</p>,
}));
vi.mock("@/parts/add-to-playlist/add-to-playlist", () => ({
  AddToPlaylist: ({ onVisitor }: { onVisitor?: () => void }) => (
    <button type="button" onClick={onVisitor}>
      Add
    </button>
  ),
}));
vi.mock("@/parts/report/report-menu", () => ({ MoreMenu: () => <button type="button">More</button> }));
vi.mock("@/parts/audio-table/audio-table-skeleton", () => ({ AudioTableSkeleton: () => <p>Skeleton</p> }));
interface Column {
  render: (row: object, how: object) => object;
}
interface Table {
  rows: { audioId: string; title: string }[];
  rowCount: number;
  action: Column;
  end?: Column;
  goTo?: string;
  onPlay: (index: number) => void;
}
vi.mock("@/parts/audio-table/audio-table", () => ({
  AudioTable: ({ rows, rowCount, action, end, goTo, onPlay }: Table) => (
    <ul aria-label={`${rowCount} rows at ${goTo}`}>
      {rows.map((row, index) => (
        <li key={row.audioId}>
          <button type="button" onClick={() => onPlay(index)}>
            {row.title}
          </button>
          {action.render(row, {}) as never}
          {end?.render(row, {}) as never}
        </li>
      ))}
    </ul>
  ),
}));

const audio = (id: string) => ({ id, title: `Title ${id}` });
const withNotes = (...ids: string[]) => ({
  shelf: { episodes: 7 },
  notes: ids.map(audio),
  rows: ids.map((id) => ({ audioId: id, title: `Title ${id}`, audio: audio(id) })),
});
beforeEach(() => {
  vi.clearAllMocks();
  known = {};
  isNotHere = false;
  signOutForTest();
});
afterEach(cleanup);

const ULID = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
const show = (hash = "") =>
  render(
    <MemoryRouter initialEntries={[`/audio-notes${hash}`]}>
      <ShelfPage id="deep-dive" />
    </MemoryRouter>,
  );
const student = () => signInAs({ uid: "u1", name: "Ada" });
const admin = () => signInAs({ uid: "u1", name: "Ada" }, true);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const disabled = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;

test("S2.audio.9 while a shelf loads a skeleton is shown, and nothing can be played", () => {
  known = { isPending: true };
  show();
  expect(screen.getByText("Skeleton")).toBeDefined();
  expect(screen.getByRole("region", { name: "Episodes" }).getAttribute("aria-busy")).toBe("true");
  expect([disabled("Play"), disabled("Add to queue"), disabled("Keep")]).toEqual([true, true, false]);
  for (const absent of [/No shelf/, "No facts", "No Audio Notes Yet", /^Could not/])
    expect(screen.queryByText(absent)).toBeNull();
});

test("S2.audio.9 an unavailable shelf shows so when offline, without a skeleton or an error", () => {
  known = { isPending: true, isError: true, error: unreachableProblem() };
  isNotHere = true;
  show();
  expect(screen.getByText("No shelf on this device")).toBeDefined();
  expect(screen.getByText("No facts")).toBeDefined();
  expect(disabled("Keep")).toBe(true);
  for (const absent of ["Skeleton", /^Could not/]) expect(screen.queryByText(absent)).toBeNull();
});

test.each([
  ["Could not load", {}, list.refetch],
  ["Could not load the newest", { data: {} }, list.refetch],
  ["Could not load more", { data: {}, isFetchNextPageError: true }, list.fetchNextPage],
])("S2.audio.9 after a failure the page says '%s', and Retry repeats the failed request", (text, more, retried) => {
  known = { isError: true, error: unreachableProblem(), ...more };
  show();
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText("No facts")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /retry|try again/i }));
  expect(retried).toHaveBeenCalledTimes(1);
});

test.each([
  ["students", student, "There is nothing to listen to yet. Try the written notes in the meantime.", 1],
  ["administrators", admin, "Add the first ones above.", 0],
])("S2.audio.9 an empty shelf tells %s what to do", (_, signIn, text, links) => {
  signIn();
  known = { shelf: { episodes: 0 } };
  show();
  expect(screen.getByText("No Audio Notes Yet")).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryAllByRole("link", { name: "Browse & Discover" })).toHaveLength(links);
});

test("a shelf whose next page has not loaded does not show the empty state", () => {
  known = { shelf: { episodes: 7 }, hasNextPage: true, isFetchingNextPage: true };
  show();
  expect(screen.queryByText("No Audio Notes Yet")).toBeNull();
  expect(screen.getByText("Loading more...")).toBeDefined();
});

test("S2.audio.2 a student plays the shelf from the first or a chosen recording", () => {
  student();
  known = withNotes("a", "b");
  show();
  press("Play");
  press("Title b");
  const context = { kind: "shelf", id: "deep-dive", title: expect.any(String), href: expect.any(String) };
  expect(calls.playList.mock.calls.map(([, index, source]) => [index, source])).toEqual([
    [0, context],
    [1, context],
  ]);
  expect(calls.playList.mock.calls[0]?.[0]).toEqual([audio("a"), audio("b")]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["Added to the queue.", ["a"]],
  ["Added 2 audio notes to the queue.", ["a", "b"]],
])("the queue button says '%s'", (text, ids) => {
  student();
  known = withNotes(...ids);
  show();
  press("Add to queue");
  expect(calls.append.mock.calls).toEqual([[ids.map(audio)]]);
  expect(calls.toast.mock.calls).toEqual([[text]]);
});

test.each(["Play", "Add to queue", "Title b"])("S2.route.7 a visitor who presses '%s' is asked to sign in", (name) => {
  known = withNotes("a", "b");
  show();
  press(name);
  expect(screen.getByRole("dialog", { name: "Sign in to listen" })).toBeDefined();
  expect([calls.playList.mock.calls, calls.append.mock.calls]).toEqual([[], []]);
  press("Not now");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S2.route.7 a visitor who adds a recording to a playlist is asked to sign in, and a student is not", () => {
  known = withNotes("a");
  show();
  press("Add");
  expect(screen.getByRole("dialog", { name: "Sign in to listen" })).toBeDefined();
  cleanup();
  student();
  show();
  press("Add");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S2.audio.10 the last column of a row has a report button for students and a delete button for administrators, and is empty for visitors", async () => {
  known = withNotes("a");
  show();
  for (const name of ["More", "Delete Title a"]) expect(screen.queryByRole("button", { name })).toBeNull();
  cleanup();
  student();
  show();
  expect(screen.getByRole("button", { name: "More" })).toBeDefined();
  expect(screen.queryByText("Upload form")).toBeNull();
  cleanup();
  admin();
  show();
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  expect(await screen.findByText("Upload form")).toBeDefined();
  expect(screen.queryByText(/^Deleting/)).toBeNull();
  press("Delete Title a");
  expect(screen.getByText("Deleting Title a")).toBeDefined();
});

test("S2.audio.4 the table has a row for each episode, and scrolls to the recording in the URL", () => {
  known = withNotes("a");
  show(`#${ULID}`);
  expect(screen.getByRole("list", { name: `7 rows at ${ULID}` })).toBeDefined();
  expect(calls.shelf).toHaveBeenLastCalledWith("deep-dive", ULID);
  cleanup();
  known = { ...withNotes("a", "b"), shelf: { episodes: 1 } };
  show("#top");
  expect(screen.getByRole("list", { name: "2 rows at undefined" })).toBeDefined();
  expect(calls.shelf).toHaveBeenLastCalledWith("deep-dive", undefined);
});

test("Escape closes the dialog that asks to sign in", () => {
  known = withNotes("a");
  show();
  press("Play");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

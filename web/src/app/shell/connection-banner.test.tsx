import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { formatTimeOrDate } from "@/lib/time/format-time";
import type { Change, Entry } from "@/offline/outbox/kinds/kinds";
import { ConnectionBanner } from "./connection-banner";

let entries: readonly Entry[] = [];
const tryAgain = vi.fn(async (_entry: Entry) => undefined);
const discard = vi.fn(async (_entry: Entry) => undefined);

vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (kept: { entries: readonly Entry[] }) => unknown) => select({ entries }),
  outbox: { retry: (entry: Entry) => tryAgain(entry), discard: (entry: Entry) => discard(entry) },
}));
let oldest: number | undefined;
vi.mock("@/offline/cache/query-persister", () => ({
  oldestCachedAt: () => oldest,
  subscribeStale: () => () => undefined,
}));
let session: object = { status: "signed-in" };
vi.mock("@/session/session", () => ({ useSession: () => session }));
const toast = vi.fn((_message: string) => undefined);
vi.mock("@/ui/feedback/toast", () => ({ toast: (message: string) => toast(message) }));

const like = (id: string, target: "notes" | "audio" = "notes"): Change => ({ kind: "like", on: true, target, id });

function waiting(change: Change, seq: number, more: Partial<Entry> = {}): Entry {
  return { seq, id: `${seq}`, change, state: "waiting", attempts: 0, isDeferred: true, ...more };
}

function show(all: readonly Entry[], at = "/"): void {
  entries = all;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <ConnectionBanner />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const said = () => screen.queryAllByRole("status").map((each) => each.textContent);

function network(isThere: boolean): void {
  vi.stubGlobal("navigator", Object.create(navigator, { onLine: { value: isThere } }));
  act(() => void window.dispatchEvent(new Event(isThere ? "online" : "offline")));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  toast.mockClear();
  session = { status: "signed-in" };
  oldest = undefined;
});

test("S4.out.8 shows the number of changes being sent, but not changes that are sent at once", () => {
  show([1, 2, 3].map((seq) => waiting(like(`n${seq}`), seq, { state: seq === 1 ? "sending" : "waiting" })));
  expect(said()).toEqual(["Sending 3 changes..."]);
  cleanup();
  show([waiting(like("n"), 1, { isDeferred: false })]);
  expect(said()).toEqual([]);
});

test("S4.out.8 says that the server does not respond and that changes are saved on this device", () => {
  show([waiting(like("a"), 1, { attempts: 2 }), waiting(like("b"), 2)]);
  expect(said()).toEqual([
    "Note Ninja isn't responding. 2 changes are kept on this device and will be sent as soon as it responds.",
  ]);
});

test("S4.out.8 offline, says so and shows the number of pending changes", () => {
  network(false);
  show([waiting(like("a"), 1)]);
  expect(said()).toEqual(["You're offline. Your changes will be sent when you're back online. 1 change waiting."]);
});

test("announces a reconnection once, and only after being offline", () => {
  show([]);
  expect(said()).toEqual([]);
  network(false);
  expect(said()).toEqual(["You're offline. Your changes will be sent when you're back online."]);
  expect(toast).not.toHaveBeenCalled();
  network(true);
  expect(said()).toEqual([]);
  expect(toast.mock.calls).toEqual([["You're back online."]]);
  network(true);
  expect(toast).toHaveBeenCalledOnce();
});

test("S4.offline.5 shows the time of cached data, online and offline", () => {
  oldest = Date.now() - 5 * 60_000;
  const asOf = `This page was last updated at ${formatTimeOrDate(oldest, Date.now())}.`;
  show([]);
  expect(said()).toEqual([`Note Ninja isn't responding. ${asOf}`]);
  cleanup();
  show([waiting(like("a"), 1)]);
  expect(said()).toEqual([
    `Note Ninja isn't responding. 1 change is kept on this device and will be sent as soon as it responds. ${asOf}`,
  ]);
  network(false);
  expect(said()).toEqual([
    `You're offline. Your changes will be sent when you're back online. 1 change waiting. ${asOf}`,
  ]);
});

test("a session that the server has not confirmed shows data from this device, with a notice", () => {
  session = { status: "signed-in", isOfflineSession: true };
  show([]);
  expect(said()).toEqual(["Note Ninja isn't responding. Showing what's saved on this device."]);
});

test("S4.out.3 a change that could not be sent shows the reason and a link to where it was made", () => {
  const problem = "You have 500 playlists already. Delete one first.";
  const playlist = { id: "p1", name: "Evening" } as never;
  const make: Change = { kind: "createPlaylist", id: "p1", body: { id: "p1", name: "Evening" }, shown: playlist };
  const report: Change = { kind: "report", report: { kind: "note", id: "n1", reason: "copyright" }, title: "Sets" };
  show([
    waiting(make, 1, { state: "rejected", problem }),
    waiting(like("a1", "audio"), 2, { state: "rejected", problem: "It is gone." }),
    waiting(report, 3, { state: "rejected", problem: "It is gone.", isNotFound: true }),
  ]);
  expect(said()).toEqual([
    `Could not create the playlist “Evening”. ${problem}ShowTry againDiscard`,
    // No link: only the server knows the shelf.
    "Could not like an audio note. It is gone.Try againDiscard",
    // No link: the item no longer exists.
    "Could not report “Sets”. It is gone.Try againDiscard",
  ]);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/account"]);
  screen.getAllByRole("button", { name: "Try again" })[0]?.click();
  screen.getAllByRole("button", { name: "Discard" })[1]?.click();
  expect([tryAgain.mock.calls, discard.mock.calls]).toEqual([[[entries[0]]], [[entries[1]]]]);
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Change, Entry } from "@/api/outbox/changes";
import { ConnectionBanner } from "./connection-banner";

/** What waits, as the outbox says. */
let entries: readonly Entry[] = [];
const tryAgain = vi.fn(async (_entry: Entry) => undefined);
const discard = vi.fn(async (_entry: Entry) => undefined);

vi.mock("@/api/outbox/queue", () => ({
  useOutbox: (select: (kept: { entries: readonly Entry[] }) => unknown) => select({ entries }),
  outbox: { tryAgain: (entry: Entry) => tryAgain(entry), discard: (entry: Entry) => discard(entry) },
}));
vi.mock("@/api/kept/answers", () => ({ oldestOf: () => undefined, watchKept: () => () => undefined }));
vi.mock("@/api/session", () => ({ useSession: () => ({ status: "signed-in" }) }));

const like = (id: string, target: "notes" | "audio" = "notes"): Change => ({ kind: "like", on: true, target, id });

function waiting(change: Change, seq: number, more: Partial<Entry> = {}): Entry {
  return { seq, id: `${seq}`, change, state: "waiting", tries: 0, isLate: true, ...more };
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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("S4.out.8 the page says how many changes are on their way, and nothing of those that are sent at once", () => {
  show([1, 2, 3].map((seq) => waiting(like(`n${seq}`), seq, { state: seq === 1 ? "sending" : "waiting" })));
  expect(said()).toEqual(["Sending 3 changes..."]);
  cleanup();
  show([waiting(like("n"), 1, { isLate: false })]);
  expect(said()).toEqual([]);
});

test("S4.out.8 a server that does not answer is said, and that what was changed is kept", () => {
  show([waiting(like("a"), 1, { tries: 2 }), waiting(like("b"), 2)]);
  expect(said()).toEqual([
    "Note Ninja does not answer. 2 changes are kept on this device and sent as soon as it does.",
  ]);
});

test("S4.out.8 without a network the page says so, and how much waits", () => {
  vi.stubGlobal("navigator", Object.create(navigator, { onLine: { value: false } }));
  show([waiting(like("a"), 1)]);
  expect(said()).toEqual(["You are offline. Changes are sent when you are back. 1 change on this device so far."]);
});

test("S4.out.3 what could not be sent is named with the reason, and leads to where it was done", () => {
  const problem = "You have 500 playlists already. Delete one first.";
  const playlist = { id: "p1", name: "Evening" } as never;
  const make: Change = { kind: "createPlaylist", id: "p1", body: { id: "p1", name: "Evening" }, shown: playlist };
  const report: Change = { kind: "report", report: { kind: "note", id: "n1", reason: "copyright" }, title: "Sets" };
  show([
    waiting(make, 1, { state: "refused", problem }),
    waiting(like("a1", "audio"), 2, { state: "refused", problem: "It is gone." }),
    waiting(report, 3, { state: "refused", problem: "It is gone.", isGone: true }),
  ]);
  expect(said()).toEqual([
    `Could not create the playlist “Evening”. ${problem}Show whereTry againDiscard`,
    // Only the server knows on which shelf that is.
    "Could not like an audio note. It is gone.Try againDiscard",
    // There is nothing to be shown any more.
    "Could not report “Sets”. It is gone.Try againDiscard",
  ]);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/account"]);
  screen.getAllByRole("button", { name: "Try again" })[0]?.click();
  screen.getAllByRole("button", { name: "Discard" })[1]?.click();
  expect([tryAgain.mock.calls, discard.mock.calls]).toEqual([[[entries[0]]], [[entries[1]]]]);
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "./kinds/kinds";
import {
  addToPlaylistChange,
  audioOf,
  createPlaylistChange,
  fakeSend,
  fakeSession,
  killTabs,
  like,
  noResponse,
  openTab,
  playlist,
  positionChange,
  problem,
  reachable,
  rejectWith,
  resetTestState,
  states,
  testState,
  until,
} from "./sending-testing";

vi.mock("@/session/session", () => ({ session: fakeSession }));
vi.mock("./kinds/send", () => fakeSend);

beforeEach(resetTestState);
afterEach(killTabs);

test("S4.out.3 a change rejected at once is reported to its caller and removed", async () => {
  const tab = await openTab();
  for (const refusal of [problem(409, "conflict"), problem(500, "internal")]) {
    testState.answerTo = rejectWith(refusal);
    await expect(tab.enqueueChange(like("a"))).rejects.toMatchObject({ status: refusal.status });
    expect(tab.selectPendingChanges(tab.outbox.get())).toEqual([]);
    await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  }
});

test.each([
  ["keeps the version it is based on", 409, { course: "CS246", date: "2099-12-09", retentionPercent: 90 }],
  ["is based on nothing if its item is gone", 404, undefined],
])("S4.out.3 an edit that is retried after a rejection %s", async (_what, status, kept) => {
  const before = { course: "CS246", date: "2099-12-09", retentionPercent: 90 };
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  await tab.enqueueChange({ kind: "exam", code: "CS246", exam: { ...before, date: "2099-12-10" }, before });
  testState.answerTo = () => {
    throw problem(status, status === 404 ? "not_found" : "limit_reached");
  };
  reachable();
  await until(async () => expect((await tab.outbox.reload()).map(({ state }) => state)).toEqual(["rejected"]));
  testState.answerTo = () => undefined;
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.retry(refused);
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(testState.sent.at(-1)?.change).toMatchObject({ kind: "exam", before: kept });
});

test("S4.out.3 a change rejected later stays in the list for the user's decision, and blocks only later changes of the same item", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  for (const change of [
    createPlaylistChange("full"),
    addToPlaylistChange("full", "x"),
    like("a"),
    createPlaylistChange("fine"),
  ])
    await tab.enqueueChange(change);
  testState.answerTo = (change) => {
    if ("id" in change && change.id === "full") throw problem(409, "limit_reached");
    return { playlist: playlist("fine") };
  };
  reachable();
  await until(async () =>
    expect(states(await tab.outbox.reload())).toEqual(["createPlaylist full rejected", "addToPlaylist full waiting"]),
  );
  expect(tab.outbox.get().entries[0]?.problem).toBe("No: 409.");
  expect(tab.selectPendingChanges(tab.outbox.get())).toEqual([addToPlaylistChange("full", "x")]);

  testState.answerTo = () => ({ playlist: playlist("full") });
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.retry(refused);
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));

  testState.answerTo = rejectWith(noResponse());
  for (const change of [createPlaylistChange("other"), addToPlaylistChange("other", "x"), like("b")])
    await tab.enqueueChange(change);
  testState.answerTo = (change) => {
    if (change.kind === "createPlaylist") throw problem(409, "limit_reached");
  };
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toHaveLength(2));
  const [unmade] = tab.outbox.get().entries;
  if (unmade) await tab.outbox.discard(unmade);
  expect(await tab.outbox.reload()).toEqual([]);
});

test("a change that gets a server error is retried, and other changes are sent in the meantime", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  for (const change of [like("a"), like("b")]) await tab.enqueueChange(change);
  testState.answerTo = (change) => {
    if ("id" in change && change.id === "a") throw problem(503, "unavailable");
  };
  reachable();
  await until(async () => expect(states(await tab.outbox.reload())).toEqual(["like a waiting"]));
  testState.answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
});

test("one rejected position does not discard others", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  for (const audioId of ["a", "bad", "c"]) await tab.enqueueChange(positionChange(audioId));
  const arrived: Change[] = [];
  tab.outbox.onConfirmed((change) => arrived.push(change));
  testState.answerTo = (change) => {
    if (audioOf(change) === "bad") throw problem(422, "invalid");
    return [];
  };
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(arrived).toEqual([positionChange("a"), positionChange("c")]);
});

test("S4.out.3 an unsubscribed listener receives no rejections", async () => {
  const tab = await openTab();
  const [heard, unheard] = [vi.fn(), vi.fn()];
  tab.outbox.onRejection(heard);
  tab.outbox.onRejection(unheard)();
  testState.answerTo = rejectWith(problem(409, "conflict"));
  await expect(tab.enqueueChange(like("a"))).rejects.toMatchObject({ status: 409 });
  expect([heard.mock.calls.length, unheard.mock.calls.length]).toEqual([1, 0]);
});

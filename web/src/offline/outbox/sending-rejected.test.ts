// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "./kinds/table";
import {
  addToPlaylistChange,
  audioOf,
  fails,
  fakeSend,
  fakeSession,
  killTabs,
  like,
  make,
  noAnswer,
  openTab,
  place,
  playlist,
  prepare,
  problem,
  reachable,
  stage,
  states,
  until,
} from "./sending-testing";

vi.mock("@/session/session", () => ({ session: fakeSession }));
vi.mock("./kinds/send", () => fakeSend);

beforeEach(prepare);
afterEach(killTabs);

test("S4.out.3 a change rejected at once is reported to its caller and removed", async () => {
  const tab = await openTab();
  for (const refusal of [problem(409, "conflict"), problem(500, "internal")]) {
    stage.answerTo = fails(refusal);
    await expect(tab.enqueueChange(like("a"))).rejects.toMatchObject({ status: refusal.status });
    expect(tab.selectUnconfirmedChanges(tab.outbox.get())).toEqual([]);
    await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  }
});

test.each([
  ["keeps the version it is based on", 409, { course: "CS246", date: "2099-12-09", retentionPercent: 90 }],
  ["is based on nothing if its item is gone", 404, undefined],
])("S4.out.3 an edit sent again after a rejection %s", async (_what, status, kept) => {
  const before = { course: "CS246", date: "2099-12-09", retentionPercent: 90 };
  const tab = await openTab();
  stage.answerTo = fails(noAnswer());
  await tab.enqueueChange({ kind: "exam", code: "CS246", exam: { ...before, date: "2099-12-10" }, before });
  stage.answerTo = () => {
    throw problem(status, status === 404 ? "not_found" : "limit_reached");
  };
  reachable();
  await until(async () => expect((await tab.outbox.settled()).map(({ state }) => state)).toEqual(["rejected"]));
  stage.answerTo = () => undefined;
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.tryAgain(refused);
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(stage.sent.at(-1)?.change).toMatchObject({ kind: "exam", before: kept });
});

test("S4.out.3 a change rejected later stays in the list for the user's decision, and blocks only later changes of the same item", async () => {
  const tab = await openTab();
  stage.answerTo = fails(noAnswer());
  for (const change of [make("full"), addToPlaylistChange("full", "x"), like("a"), make("fine")])
    await tab.enqueueChange(change);
  stage.answerTo = (change) => {
    if ("id" in change && change.id === "full") throw problem(409, "limit_reached");
    return { playlist: playlist("fine") };
  };
  reachable();
  await until(async () =>
    expect(states(await tab.outbox.settled())).toEqual(["createPlaylist full rejected", "addToPlaylist full waiting"]),
  );
  expect(tab.outbox.get().entries[0]?.problem).toBe("No: 409.");
  expect(tab.selectUnconfirmedChanges(tab.outbox.get())).toEqual([addToPlaylistChange("full", "x")]);

  stage.answerTo = () => ({ playlist: playlist("full") });
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.tryAgain(refused);
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));

  stage.answerTo = fails(noAnswer());
  for (const change of [make("other"), addToPlaylistChange("other", "x"), like("b")]) await tab.enqueueChange(change);
  stage.answerTo = (change) => {
    if (change.kind === "createPlaylist") throw problem(409, "limit_reached");
  };
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toHaveLength(2));
  const [unmade] = tab.outbox.get().entries;
  if (unmade) await tab.outbox.discard(unmade);
  expect(await tab.outbox.settled()).toEqual([]);
});

test("a change that gets a server error is retried, and other changes are sent in the meantime", async () => {
  const tab = await openTab();
  stage.answerTo = fails(noAnswer());
  for (const change of [like("a"), like("b")]) await tab.enqueueChange(change);
  stage.answerTo = (change) => {
    if ("id" in change && change.id === "a") throw problem(503, "unavailable");
  };
  reachable();
  await until(async () => expect(states(await tab.outbox.settled())).toEqual(["like a waiting"]));
  stage.answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
});

test("one rejected position does not discard others", async () => {
  const tab = await openTab();
  stage.answerTo = fails(noAnswer());
  for (const audioId of ["a", "bad", "c"]) await tab.enqueueChange(place(audioId));
  const arrived: Change[] = [];
  tab.outbox.onConfirmed((change) => arrived.push(change));
  stage.answerTo = (change) => {
    if (audioOf(change) === "bad") throw problem(422, "invalid");
    return [];
  };
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(arrived).toEqual([place("a"), place("c")]);
});

test("S4.out.3 an unsubscribed listener receives no rejections", async () => {
  const tab = await openTab();
  const [heard, unheard] = [vi.fn(), vi.fn()];
  tab.outbox.onRefusal(heard);
  tab.outbox.onRefusal(unheard)();
  stage.answerTo = fails(problem(409, "conflict"));
  await expect(tab.enqueueChange(like("a"))).rejects.toMatchObject({ status: 409 });
  expect([heard.mock.calls.length, unheard.mock.calls.length]).toEqual([1, 0]);
});

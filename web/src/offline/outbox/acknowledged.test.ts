// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { currentOfflineCache, installPersister } from "../cache/query-persister";
import { acknowledgedOfKind, deleteAcknowledged, storeAcknowledged, storeAcknowledgedFor } from "./acknowledged";
import type { ReviewEventsChange } from "./kinds/study";
import { enqueueChange, outbox } from "./queue";
import { startSending } from "./sender";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./kinds/send", () => ({ send: async () => undefined }));

const answersOf = (device: number): ReviewEventsChange => ({ kind: "study", device, events: [], batchUntilMs: 0 });
const kept = async () => (await acknowledgedOfKind(currentOfflineCache(), "study")).map(({ device }) => device);

signInAs({ uid: "amara", name: "Amara" });
installPersister(new QueryClient());

beforeEach(() => deleteAcknowledged(currentOfflineCache(), "study", Number.POSITIVE_INFINITY));

test("S4.offline.5 keeps sent card ratings until the review log is refetched", async () => {
  const stop = startSending();
  await enqueueChange(answersOf(1));
  await vi.waitFor(async () => expect(await kept()).toEqual([1]));
  await vi.waitFor(async () => expect(await outbox.reload()).toEqual([]));
  stop();
});

test("a review log requested before ratings were sent does not replace them", async () => {
  const clock = vi.spyOn(Date, "now");
  for (const device of [1, 2]) {
    clock.mockReturnValue(device * 1000);
    await storeAcknowledged(currentOfflineCache(), answersOf(device));
  }
  clock.mockRestore();
  await deleteAcknowledged(currentOfflineCache(), "study", 2000);
  expect(await kept()).toEqual([2]);
  await deleteAcknowledged(currentOfflineCache(), "study", 2001);
  expect(await kept()).toEqual([]);
});

test("sent ratings are not stored on a shared computer", async () => {
  signInOnSharedComputer({ uid: "ben", name: "Ben" });
  await storeAcknowledged(currentOfflineCache(), answersOf(1));
  await storeAcknowledgedFor("ben", answersOf(2));
  expect(await kept()).toEqual([]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("note-ninja kept ben");
  // On a personal computer, the same calls store the events.
  signInAs({ uid: "ben", name: "Ben" });
  await storeAcknowledged(currentOfflineCache(), answersOf(1));
  expect(await kept()).toEqual([1]);
});

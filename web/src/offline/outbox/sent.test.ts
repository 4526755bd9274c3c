// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInPassingAs } from "@/api/testing";
import { keepAnswers, keptStore } from "../cache/answers";
import type { StudyWork } from "./kinds/study";
import { add, outbox } from "./queue";
import { startSending } from "./sender";
import { dropSent, keepSent, keepSentOf, sentOfKind } from "./sent";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./kinds/send", () => ({ send: async () => undefined }));

const answersOf = (device: number): StudyWork => ({ kind: "study", device, facts: [], heldUntilMs: 0 });
const kept = async () => (await sentOfKind(keptStore(), "study")).map(({ device }) => device);

signInAs({ uid: "amara", name: "Amara" });
keepAnswers(new QueryClient());

beforeEach(() => dropSent(keptStore(), "study", Number.POSITIVE_INFINITY));

test("S4.offline.5 keeps sent card answers until the review log is refetched", async () => {
  const stop = startSending();
  await add(answersOf(1));
  await vi.waitFor(async () => expect(await kept()).toEqual([1]));
  await vi.waitFor(async () => expect(await outbox.settled()).toEqual([]));
  stop();
});

test("a review log requested before answers were sent does not replace them", async () => {
  const clock = vi.spyOn(Date, "now");
  for (const device of [1, 2]) {
    clock.mockReturnValue(device * 1000);
    await keepSent(keptStore(), answersOf(device));
  }
  clock.mockRestore();
  await dropSent(keptStore(), "study", 2000);
  expect(await kept()).toEqual([2]);
  await dropSent(keptStore(), "study", 2001);
  expect(await kept()).toEqual([]);
});

test("sent answers are not stored on a shared computer", async () => {
  signInPassingAs({ uid: "ben", name: "Ben" });
  await keepSent(keptStore(), answersOf(1));
  await keepSentOf("ben", answersOf(2));
  expect(await kept()).toEqual([]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("note-ninja kept ben");
  // On a personal computer, the same calls store the events.
  signInAs({ uid: "ben", name: "Ben" });
  await keepSent(keptStore(), answersOf(1));
  expect(await kept()).toEqual([1]);
});

// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import { studySettingsQuery } from "./review-log";
import { readStudySettings, setStudySettings } from "./study-settings";

vi.mock("@/session/session", () => import("@/api/testing"));

const of = (newADay: number) => ({ newADay, reviewsADay: 100, retentionPercent: 90 });

/** Response of the server, which may be unreachable. */
let answer: () => Promise<Response>;

beforeEach(() => {
  signInAs({ uid: "amara", name: "Amara" });
  answer = async () => Response.json(of(20));
  vi.stubGlobal("fetch", async () => answer());
});

test("S4.out.1 pending study settings apply at once, and update the cache once confirmed", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(await readStudySettings(queries)).toEqual(of(20));
  answer = () => Promise.reject(unreachableProblem());
  void setStudySettings(of(7), of(20));
  await vi.waitFor(async () => expect(await readStudySettings(queries)).toEqual(of(7)));

  const { startOutbox } = await import("../sync/start-outbox");
  const { outbox } = await import("@/offline/outbox/queue");
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([request.method, new URL(request.url).pathname, await request.json()]);
    return Response.json(of(7));
  });
  startOutbox(queries);
  await vi.waitFor(async () => expect(await outbox.reload()).toEqual([]));
  expect(sent).toEqual([["PUT", "/api/me/study/settings", { ...of(7), before: of(20) }]]);
  expect(queries.getQueryData(studySettingsQuery.queryKey)).toEqual(of(7));
});

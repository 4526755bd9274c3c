import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conflict, notFound, server } from "@/api/client-testing";
import { studentKeys } from "../people/students";
import { playlistKeys } from "../playlists/playlists";
import {
  markMergeRead,
  myProfileQuery,
  onFollowConfirmed,
  useChangeFollowedCourses,
  useFollow,
  useFollowedCourses,
} from "./me";
import { isConflict, refreshPhoto, useEditProfile, useRemovePhoto } from "./profile";

const state = vi.hoisted(() => ({
  session: {} as { status: string; me?: { courseCodes: string[]; unreadMerges?: object[] } | undefined },
  entries: [] as object[],
  setUser: vi.fn(),
  enqueue: vi.fn(),
}));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => ({
  session: {
    state: () => state.session,
    setUser: state.setUser,
    trackProfileFetch: () => (answer: object) => ({ ...answer, isTracked: true }),
    onEnd: () => () => undefined,
    watch: () => () => undefined,
  },
  useSession: () => state.session,
}));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: state.enqueue,
  useOutbox: (select: (all: object) => unknown) => select(state.entries),
  selectPendingChanges: (all: object[]) => all,
}));

let queries: QueryClient;
beforeEach(() => {
  server.reset();
  state.session = { status: "signed-in", me: { courseCodes: ["CS246"] } };
  state.entries = [];
  state.setUser.mockReset();
  state.enqueue.mockReset().mockResolvedValue({ status: "sent" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(cleanup);
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};
const follow = (code: string, on: boolean) => ({ kind: "followCourse", on, code }) as const;

test("the profile is read and given to the session, always anew", async () => {
  server.answer = () => ({ uid: "u1" });
  expect(await queries.fetchQuery(myProfileQuery)).toEqual({ uid: "u1", isTracked: true });
  await queries.fetchQuery(myProfileQuery);
  expect(server.requests).toEqual([["GET /api/me"], ["GET /api/me"]]);
  expect(myProfileQuery.queryKey).toEqual(["me", "profile"]);
});

test("the followed courses include unconfirmed changes", () => {
  state.entries = [
    follow("MATH137", true),
    follow("CS246", false),
    { kind: "like", on: true, id: "x", target: "notes" },
  ];
  expect(use(useFollowedCourses)).toEqual({ codes: ["MATH137"], isKnown: true });
});

test("nobody's courses are known before the session is restored", () => {
  state.session = { status: "unknown" };
  expect(use(useFollowedCourses)).toEqual({ codes: [], isKnown: false });
  state.session = { status: "signed-out" };
  expect(use(useFollowedCourses)).toEqual({ codes: [], isKnown: true });
  expect(use(() => useFollow("CS246", vi.fn())).isMember).toBe(false);
});

test.each([
  ["CS246", true],
  ["MATH137", false],
])("the button of %s toggles the follow, which is %s", (code, isFollowing) => {
  const { toggle, ...shown } = use(() => useFollow(code, vi.fn()));
  expect(shown).toEqual({ isMember: true, isFollowing });
  toggle();
  expect(state.enqueue.mock.calls).toEqual([[follow(code, !isFollowing)]]);
});

test("a rejected follow is reported", async () => {
  const error = conflict();
  state.enqueue.mockRejectedValue(error);
  const onRejected = vi.fn();
  use(() => useChangeFollowedCourses(onRejected))({ code: "CS246", follow: false });
  await vi.waitFor(() => expect(onRejected).toHaveBeenCalledWith(error));
  expect(state.enqueue).toHaveBeenCalledWith(follow("CS246", false));
});

test("a confirmed follow is stored in the session, unless it has ended", () => {
  onFollowConfirmed(follow("MATH137", true) as never);
  expect(state.setUser.mock.lastCall?.[0].courseCodes.toSorted()).toEqual(["CS246", "MATH137"]);
  onFollowConfirmed({ kind: "like", on: true, id: "x", target: "notes" } as never);
  expect(state.setUser.mock.lastCall?.[0].courseCodes).toEqual(["CS246"]);
  state.setUser.mockReset();
  state.session = { status: "signed-out" };
  onFollowConfirmed(follow("MATH137", true) as never);
  expect(state.setUser).not.toHaveBeenCalled();
});

test("a merge that was read is forgotten on the server and here", async () => {
  const merges = [{ courseCode: "CS246E" }, { courseCode: "MATH1" }];
  state.session = { status: "signed-in", me: { courseCodes: [], unreadMerges: merges } };
  await markMergeRead("CS246E");
  expect(server.requests).toEqual([["DELETE /api/me/merges/CS246E"]]);
  expect(state.setUser.mock.calls).toEqual([[{ courseCodes: [], unreadMerges: [{ courseCode: "MATH1" }] }]]);
  state.session = { status: "signed-in", me: { courseCodes: [] } };
  await markMergeRead("CS246E");
  expect(state.setUser).toHaveBeenLastCalledWith({ courseCodes: [], unreadMerges: [] });
  state.setUser.mockReset();
  state.session = { status: "signed-out" };
  await markMergeRead("CS246E");
  expect(state.setUser).not.toHaveBeenCalled();
  server.reject(notFound());
  await expect(markMergeRead("CS246E")).rejects.toThrow();
});

const lists = [studentKeys.all, playlistKeys.all] as const;
const cacheLists = () => {
  for (const key of lists) queries.setQueryData(key as readonly string[], {});
};
const areStale = () => lists.map((key) => queries.getQueryState(key)?.isInvalidated);

test.each([
  ["an edit", () => use(useEditProfile).mutateAsync({ name: "Amara" } as never), "PATCH /api/me/profile"],
  [
    "removing the photo",
    () => use(useRemovePhoto).mutateAsync("/photo.webp"),
    "DELETE /api/me/photo?replaces=%2Fphoto.webp",
  ],
  ["a new photo", () => refreshPhoto(queries), "GET /api/me"],
])("%s updates the session, the profile and the lists with the student", async (_, change, request) => {
  cacheLists();
  const me = { uid: "u1", name: "Amara" };
  server.answer = () => me;
  await change();
  expect(server.requests.map(([asked]) => asked)).toEqual([request]);
  expect(state.setUser.mock.calls).toEqual([[me]]);
  expect(queries.getQueryData(myProfileQuery.queryKey)).toEqual(me);
  await vi.waitFor(() => expect(areStale()).toEqual([true, true]));
});

test.each([
  ["edit", () => use(useEditProfile).mutateAsync({ name: "Amara" } as never)],
  ["removal of a photo", () => use(useRemovePhoto).mutateAsync("/photo.webp")],
])("an %s that conflicts rejects and reads the profile again", async (_, change) => {
  server.answer = () => ({ uid: "u1" });
  await queries.fetchQuery(myProfileQuery);
  server.answer = (request) => {
    if (request === "GET /api/me") return { uid: "u1", name: "Newer" };
    throw conflict();
  };
  await expect(change()).rejects.toThrow("It was changed.");
  expect(queries.getQueryData(myProfileQuery.queryKey)).toMatchObject({ name: "Newer" });
  expect(state.setUser).not.toHaveBeenCalled();
  server.requests = [];
  server.reject(notFound());
  await expect(change()).rejects.toThrow();
  expect(server.asked("GET")).toEqual([]);
});

test("only an answer of the server is a conflict", () => {
  expect([isConflict(conflict()), isConflict(notFound()), isConflict(new Error("conflict"))]).toEqual([
    true,
    false,
    false,
  ]);
});

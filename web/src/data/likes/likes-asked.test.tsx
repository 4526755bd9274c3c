import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { useLike } from "./likes";

const MINUTE_MS = 60_000;

const server = vi.hoisted(() => ({ asked: 0 }));

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("../me/bootstrap", () => ({ takeBootstrapPart: async () => undefined }));
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<unknown>) => call,
  api: {
    GET: async () => {
      server.asked += 1;
      return { courses: [], notes: ["n1"], audio: [] };
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  signInAs({ uid: "amara", name: "Amara" });
  server.asked = 0;
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders a like button. Returns the number of requests to the server. */
async function asked(queries: QueryClient): Promise<number> {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useLike("notes", "n1", 1), { wrapper });
  await waitFor(() => expect([result.current.liked, queries.isFetching()]).toEqual([true, 0]));
  return server.asked;
}

/** Hides the page for this time. */
async function leaveFor(ms: number): Promise<void> {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  for (const [is, laterMs] of [
    ["hidden", ms],
    ["visible", 0],
  ] as const) {
    visibility.mockReturnValue(is);
    await act(async () => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    vi.setSystemTime(Date.now() + laterMs);
  }
}

test("refetches likes after a return to the page, otherwise only after half an hour", async () => {
  const queries = new QueryClient();
  queries.mount();
  expect(await asked(queries)).toBe(1);
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS);
  await leaveFor(MINUTE_MS / 2);
  expect(await asked(queries)).toBe(1);
  await leaveFor(MINUTE_MS);
  expect(await asked(queries)).toBe(2);
  vi.setSystemTime(Date.now() + 31 * MINUTE_MS);
  expect(await asked(queries)).toBe(3);
  queries.unmount();
});
